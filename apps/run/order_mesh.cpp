#include "apps/run/order_mesh.hpp"

#include <chrono>
#include <future>

#include "apps/case/suggest.hpp"
#include "libdg/space/storage_order.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "reorder/block_colouring.hpp"
#include "reorder/cell_orientations.hpp"
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

template <int Dim, class Quality>
OrderReport report_on(const Mesh<Dim>& before, const MeshInOrder<Dim>& after, const OrderingOptions& options,
                      Quality quality) {
  OrderReport report;
  report.method = std::string(name_of(options.method));
  report.start = join(options.starts);
  report.cells = before.cell_count();
  report.faces = before.face_count();
  report.seconds = after.seconds;
  std::future<OrderQuality> was = std::async([&] { return quality(before); });
  report.after = quality(after.mesh);
  report.before = was.get();
  return report;
}

}  // namespace

template <int Dim>
MeshInOrder<Dim> in_order(const Mesh<Dim>& mesh, const OrderingOptions& options) {
  if (Dim == 3 && options.reorient_cells) throw InputError("cells of a 3-D mesh are not rotated; remove that option");
  MeshInOrder<Dim> result;
  const CellGraph graph = make_graph(mesh);
  const auto start = std::chrono::steady_clock::now();
  result.ordering = order(graph, options);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.mesh = permuted(mesh, result.ordering.cells, result.ordering.faces);
  if constexpr (Dim == 2) {
    if (options.reorient_cells)
      result.mesh = reoriented(result.mesh, orientations_to_lowest_neighbour(make_graph(result.mesh)));
  }
  return result;
}

template MeshInOrder<2> in_order<2>(const Mesh<2>&, const OrderingOptions&);
template MeshInOrder<3> in_order<3>(const Mesh<3>&, const OrderingOptions&);

OrderQuality assess_in_memory(const Mesh2& mesh, const SpaceOptions& space, const std::vector<std::string>& starts) {
  const StorageOrder stored = storage_order(mesh, space);
  return assess(permuted(make_graph(mesh), {stored.cells, stored.faces}), starts);
}

OrderReport order_report(const Mesh2& before, const MeshInOrder<2>& after, const OrderingOptions& options,
                         const SpaceOptions& space) {
  return report_on(before, after, options, [&](const Mesh2& mesh) {
    SpaceOptions coloured = space;
    coloured.colouring = colouring_for(mesh, space.assembly);
    return assess_in_memory(mesh, coloured, options.starts);
  });
}

OrderReport order_report(const Mesh3& before, const MeshInOrder<3>& after, const OrderingOptions& options) {
  return report_on(before, after, options, [&](const Mesh3& mesh) { return assess(make_graph(mesh), options.starts); });
}

template <int Dim>
ColouredFaces colouring_for(const Mesh<Dim>& mesh, Assembly assembly) {
  if (assembly == Assembly::colour) {
    FaceColouring colouring = colour_faces(make_graph(mesh));
    return {std::move(colouring.faces), std::move(colouring.colour_begin)};
  }
  if (assembly == Assembly::block_colour) return grouped(colour_blocks(make_graph(mesh)));
  return {};
}

template ColouredFaces colouring_for<2>(const Mesh<2>&, Assembly);
template ColouredFaces colouring_for<3>(const Mesh<3>&, Assembly);

}  // namespace dg::app
