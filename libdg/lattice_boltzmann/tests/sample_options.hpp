/// Lattices that the tests share.
#pragma once

#include "libdg/lattice_boltzmann/lattice.hpp"

namespace dg::lbm {

inline constexpr Streaming all_ways[] = {Streaming::esoteric_pull, Streaming::swap, Streaming::two_lattices};

/// A box of walls on the CPU, the top one moving.
LatticeOptions cavity(std::array<int, 3> cells, Streaming streaming, int threads = 1);

/// A box whose sides are of all kinds: two are periodic, three walls move, each in its own way.
LatticeOptions mixed_box(std::array<int, 3> cells, Streaming streaming, int threads = 1);

/// Any state of a fluid, the same in each run.
std::array<double, 4> some_moments(int x, int y, int z);

/// Largest difference of two lists of the same size; NaN if there is one.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace dg::lbm
