/// Ordering of cells along a Hilbert curve through their centroids, in any dimension.
///
/// Reference: J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707, 2004: a curve in n dimensions from Gray
/// codes and exchanges of low bits, with no tables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Place on the Hilbert curve of order `bits` that fills the cube of 2^bits points a side, of the point with these
/// integer coordinates. Precondition: bits * point.size() <= 64, all coordinates below 2^bits.
std::uint64_t hilbert_key(std::span<const std::uint32_t> point, int bits);

/// Cells new to old. The curve fills the smallest cube, with sides along the axes, around the centroids. Cells keep
/// their order if their centroids fall into the same box, of a width of 2^-31 (2-D) or 2^-21 (3-D) of that cube. Throws
/// InputError if the graph has no centroids or one of them is not finite.
std::vector<Index> hilbert_order(const CellGraph& graph);

}  // namespace dg
