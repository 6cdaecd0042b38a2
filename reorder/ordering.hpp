/// An order of the cells and faces of a mesh, as permutations from the new numbers to the old.
#pragma once

#include <span>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Item i of the new order is item cells[i] (faces[i]) of the old one.
struct Ordering {
  std::vector<Index> cells, faces;

  bool operator==(const Ordering&) const = default;
};

/// 0, 1, ..., count-1.
std::vector<Index> identity_permutation(Index count);

/// True if `items` holds each of 0..size-1 once.
bool is_permutation(std::span<const Index> items);

/// The permutation back: result[items[i]] = i. Precondition: is_permutation(items).
std::vector<Index> inverse(std::span<const Index> items);

/// `second` applied to a mesh already in order `first`: result[i] = first[second[i]].
/// Precondition: both are permutations of the same size.
std::vector<Index> composed(std::span<const Index> first, std::span<const Index> second);

Ordering inverse(const Ordering& ordering);
Ordering composed(const Ordering& first, const Ordering& second);

/// The graph of the mesh put in this order. A face is turned round where its plus cell would get the lower number, as
/// in permuted() for meshes.
/// Throws InputError if `ordering` is not made of permutations of the graph's cells and faces.
CellGraph permuted(const CellGraph& graph, const Ordering& ordering);

}  // namespace dg
