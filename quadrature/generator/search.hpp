/// Search for a symmetric triangle rule with positive weights and inside points from random starts.
#pragma once

#include <cstdint>
#include <optional>

#include "quadrature/generator/symmetric_rule.hpp"

namespace dg::generator {

struct SearchOptions {
  std::uint64_t seed = 1;
  long max_starts = 1'000'000;  // for each choice of orbits
  int wanted_rules = 32;        // solutions after which a choice of orbits is left, repeated ones counted
};

/// Tries the choices of orbits of `points` points by ascending number of unknowns (isolated solutions before families).
/// The first choice that has a positive inside rule wins; of its rules the one with the smallest error in degree
/// `degree` + 1 and `degree` + 2 is returned. Empty if there was none.
std::optional<SymmetricRule> find_triangle_rule(int degree, int points, const SearchOptions& options);

}  // namespace dg::generator
