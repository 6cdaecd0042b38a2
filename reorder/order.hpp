/// The one entry to all orderings: a method by name or value, and its options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reorder/graph.hpp"
#include "reorder/ordering.hpp"

namespace dg {

enum class OrderingMethod { none, layers, tiled_layers, rcm, hilbert, metis, random };

/// All methods, in the order in which help lists them.
std::span<const OrderingMethod> ordering_methods();

/// The name of a method in case files and on the command line, e.g. "tiled-layers".
std::string_view name_of(OrderingMethod method);

/// The method of that name. Throws InputError that lists the names.
OrderingMethod parse_ordering_method(std::string_view name);

struct OrderingOptions {
  OrderingMethod method = OrderingMethod::layers;
  std::vector<std::string>
      starts;                 ///< boundaries where layers begin; none: see start_boundaries(). Only layers use them
  std::uint64_t seed = 1;     ///< of `random` and `metis`
  int layers_per_strip = 24;  ///< of `tiled_layers`
  int cells_per_tile = 512;   ///< of `tiled_layers`
  int cells_per_block = 512;  ///< of `metis`
  bool reorient_cells =
      false;  ///< whoever applies the order should also reorient cells: see orientations_to_lowest_neighbour()
};

/// Cells (new to old) in the order of the method. Deterministic.
/// Throws InputError for an unknown start boundary (whatever the method), METIS missing, or what the method needs
/// missing.
std::vector<Index> order_cells(const CellGraph& graph, const OrderingOptions& options);

/// Cells by order_cells() and faces inherited from them by order_faces(); `none` keeps the faces too as they are.
Ordering order(const CellGraph& graph, const OrderingOptions& options);

}  // namespace dg
