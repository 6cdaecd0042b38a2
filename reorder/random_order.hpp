/// Random ordering: the baseline that owes nothing to the mesh generator.
#pragma once

#include <cstdint>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// A permutation of 0..count-1 drawn uniformly; the same for one seed on every platform.
std::vector<Index> random_permutation(Index count, std::uint64_t seed);

}  // namespace dg
