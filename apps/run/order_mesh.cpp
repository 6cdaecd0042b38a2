#include "apps/run/order_mesh.hpp"

#include <chrono>
#include <future>

#include "apps/case/suggest.hpp"
#include "libdg/space/storage_order.hpp"
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

MeshInOrder in_order(const Mesh2& mesh, const OrderingOptions& options) {
  MeshInOrder result;
  const CellGraph graph = make_graph(mesh);
  const auto start = std::chrono::steady_clock::now();
  result.ordering = order(graph, options);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.mesh = permuted(mesh, result.ordering.cells, result.ordering.faces);
  if (options.turn_cells) result.mesh = turned(result.mesh, turns_to_lowest_neighbour(make_graph(result.mesh)));
  return result;
}

OrderQuality assess_in_memory(const Mesh2& mesh, const SpaceOptions& space, const std::vector<std::string>& starts) {
  const StorageOrder stored = storage_order(mesh, space);
  return assess(permuted(make_graph(mesh), {stored.cells, stored.faces}), starts);
}

OrderReport order_report(const Mesh2& before, const MeshInOrder& after, const OrderingOptions& options,
                         const SpaceOptions& space) {
  OrderReport report;
  report.method = std::string(name_of(options.method));
  report.start = join(options.starts);
  report.cells = before.cell_count();
  report.faces = before.face_count();
  report.seconds = after.seconds;
  const auto quality = [&](const Mesh2& mesh) {
    SpaceOptions coloured = space;
    coloured.colouring = colouring_for(mesh, space.assembly);
    return assess_in_memory(mesh, coloured, options.starts);
  };
  std::future<OrderQuality> was = std::async([&] { return quality(before); });
  report.after = quality(after.mesh);
  report.before = was.get();
  return report;
}

ColouredFaces colouring_for(const Mesh2& mesh, Assembly assembly) {
  if (assembly == Assembly::colour) {
    FaceColouring colouring = colour_faces(make_graph(mesh));
    return {std::move(colouring.faces), std::move(colouring.colour_begin)};
  }
  if (assembly == Assembly::block_colour) return grouped(colour_blocks(make_graph(mesh)));
  return {};
}

}  // namespace dg::app
