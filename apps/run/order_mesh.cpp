#include "apps/run/order_mesh.hpp"

#include <chrono>

#include "apps/case/suggest.hpp"
#include "meshes/build.hpp"
#include "reorder/cell_turns.hpp"
#include "reorder/colouring.hpp"
#include "reorder/mesh_graph.hpp"

namespace dg::app {

MeshOrder order_mesh(Mesh2& mesh, const OrderingOptions& options, bool assess_quality) {
  MeshOrder result;
  OrderReport& report = result.report;
  report.method = std::string(name_of(options.method));
  report.start = join(options.starts);
  report.cells = mesh.cell_count();
  report.faces = mesh.face_count();
  const CellGraph graph = make_graph(mesh);
  const auto start = std::chrono::steady_clock::now();
  result.ordering = order(graph, options);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  mesh = permuted(mesh, result.ordering.cells, result.ordering.faces);
  if (options.turn_cells) mesh = turned(mesh, turns_to_lowest_neighbour(make_graph(mesh)));
  if (assess_quality) {
    report.before = assess(graph, options.starts);
    report.after = assess(make_graph(mesh), options.starts);
  }
  return result;
}

void plan_assembly(const Mesh2& mesh, SolverOptions& options) {
  if (options.assembly != Assembly::colour) return;
  FaceColouring colouring = colour_faces(make_graph(mesh));
  options.colouring = {std::move(colouring.faces), std::move(colouring.colour_begin)};
}

}  // namespace dg::app
