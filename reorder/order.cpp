#include "reorder/order.hpp"

#include <array>
#include <utility>

#include "meshes/errors.hpp"
#include "reorder/boundary_walk.hpp"
#include "reorder/face_order.hpp"
#include "reorder/hilbert.hpp"
#include "reorder/layers.hpp"
#include "reorder/metis_blocks.hpp"
#include "reorder/random_order.hpp"
#include "reorder/rcm.hpp"
#include "reorder/tiled_layers.hpp"

namespace dg {
namespace {

constexpr std::array methods{OrderingMethod::layers,  OrderingMethod::tiled_layers, OrderingMethod::rcm,
                             OrderingMethod::hilbert, OrderingMethod::metis,        OrderingMethod::random,
                             OrderingMethod::none};

}  // namespace

std::span<const OrderingMethod> ordering_methods() { return methods; }

std::string_view name_of(OrderingMethod method) {
  switch (method) {
    case OrderingMethod::none:
      return "none";
    case OrderingMethod::layers:
      return "layers";
    case OrderingMethod::tiled_layers:
      return "tiled-layers";
    case OrderingMethod::rcm:
      return "rcm";
    case OrderingMethod::hilbert:
      return "hilbert";
    case OrderingMethod::metis:
      return "metis";
    case OrderingMethod::random:
      return "random";
  }
  return "";
}

OrderingMethod parse_ordering_method(std::string_view name) {
  std::string known;
  for (const auto method : methods) {
    if (name == name_of(method)) return method;
    known += (known.empty() ? "" : ", ") + std::string(name_of(method));
  }
  throw InputError("ordering '" + std::string(name) + "' is not known (there are: " + known + ")");
}

std::vector<Index> order_cells(const CellGraph& graph, const OrderingOptions& options) {
  if (graph.cell_count() == 0) throw InputError("the mesh has no cells: there is nothing to order");
  const auto starts = start_boundaries(graph, options.starts);
  switch (options.method) {
    case OrderingMethod::layers:
      return grow_layers(graph, starts).cells;
    case OrderingMethod::tiled_layers:
      return tile_layers(graph, grow_layers(graph, starts), {options.layers_per_strip, options.cells_per_tile}).cells;
    case OrderingMethod::rcm:
      return rcm_order(graph);
    case OrderingMethod::hilbert:
      return hilbert_order(graph);
    case OrderingMethod::metis:
      return metis_blocks(graph, options.cells_per_block, options.seed).cells;
    case OrderingMethod::random:
      return random_permutation(graph.cell_count(), options.seed);
    case OrderingMethod::none:
      break;
  }
  return identity_permutation(graph.cell_count());
}

Ordering order(const CellGraph& graph, const OrderingOptions& options) {
  auto cells = order_cells(graph, options);
  auto faces =
      options.method == OrderingMethod::none ? identity_permutation(graph.face_count()) : order_faces(graph, cells);
  return {std::move(cells), std::move(faces)};
}

}  // namespace dg
