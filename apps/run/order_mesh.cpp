#include "apps/run/order_mesh.hpp"

#include <chrono>
#include <future>

#include "apps/case/suggest.hpp"
#include "meshes/build.hpp"
#include "reorder/block_colouring.hpp"
#include "reorder/cell_turns.hpp"
#include "reorder/colouring.hpp"
#include "reorder/mesh_graph.hpp"

namespace dg::app {
namespace {

/// The faces of each block sorted by their colour, and the blocks by theirs.
ColouredFaces grouped(const BlockColouring& blocks) {
  ColouredFaces result;
  result.begin = {0};
  result.block_begin = {0};
  result.colour_begin = blocks.colour_begin;
  for (const Index b : blocks.blocks) {
    std::vector<std::vector<Index>> groups(blocks.block_colours[b]);
    for (Index f = blocks.block_begin[b]; f < blocks.block_begin[b + 1]; ++f)
      groups[blocks.face_colours[f]].push_back(f);
    for (const std::vector<Index>& group : groups) {
      result.faces.insert(result.faces.end(), group.begin(), group.end());
      result.begin.push_back(static_cast<Index>(result.faces.size()));
    }
    result.block_begin.push_back(static_cast<Index>(result.begin.size()) - 1);
  }
  return result;
}

}  // namespace

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
  // The quality is read off graphs alone, and takes longer to find than the order.
  std::future<OrderQuality> before;
  if (assess_quality) before = std::async([&] { return assess(graph, options.starts); });
  mesh = permuted(mesh, result.ordering.cells, result.ordering.faces);
  if (options.turn_cells) mesh = turned(mesh, turns_to_lowest_neighbour(make_graph(mesh)));
  if (assess_quality) {
    report.after = assess(make_graph(mesh), options.starts);
    report.before = before.get();
  }
  return result;
}

void plan_assembly(const Mesh2& mesh, SolverOptions& options) {
  if (options.assembly == Assembly::colour) {
    FaceColouring colouring = colour_faces(make_graph(mesh));
    options.colouring = {std::move(colouring.faces), std::move(colouring.colour_begin)};
  } else if (options.assembly == Assembly::block_colour) {
    options.colouring = grouped(colour_blocks(make_graph(mesh)));
  }
}

}  // namespace dg::app
