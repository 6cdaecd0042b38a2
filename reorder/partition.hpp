/// Cuts a cell graph into parts of about the same weight with few faces between them, by METIS.
///
/// Reference: G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs, SIAM
/// J. Sci. Comput. 20(1), 1998.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// True if this build contains METIS.
bool has_metis();

/// The part of each cell, 0 <= part < parts; some may be empty. `weights` are the costs of the cells, or none. The same
/// in every run. Throws InputError if the build has no METIS, RunError if METIS fails.
std::vector<int> partition_cells(const CellGraph& graph, int parts, std::span<const int> weights, std::uint64_t seed);

}  // namespace dg
