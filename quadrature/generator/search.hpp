/// Search for symmetric rules with positive weights and inside points from random starts.
///
/// A Shape has the type Counts of the numbers of orbits, with points() and unknowns(). The template `System<Scalar>` of
/// its moment equations is made from a degree and counts. There are also admissible_orbits(degree, points),
/// random_start(counts, uniform) and is_positive_inside(counts, unknowns).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "quadrature/generator/least_squares.hpp"

namespace dg::generator {

struct SearchOptions {
  std::uint64_t seed = 1;
  long max_starts = 1'000'000;  // for each choice of orbits
  int wanted_rules = 32;        // solutions after which a choice of orbits is left, repeated ones counted
};

/// Uniform numbers in [0, 1) that are the same with every standard library.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

/// Numbers below which a weight counts as zero, a point as on the boundary, two orbits as one.
inline constexpr double search_margin = 1e-5;

template <class Shape>
struct FoundRule {
  typename Shape::Counts orbits;
  Vector<Extended> unknowns;
  Extended residual;
};

/// The solution with the smallest error in the next two degrees among those found for one choice of orbits.
template <class Shape>
std::optional<Vector<double>> best_solution(int degree, const typename Shape::Counts& orbits, long starts,
                                            const SearchOptions& options) {
  const typename Shape::template System<double> system(degree, orbits), next(degree + 2, orbits);
  Uniform uniform(options.seed);
  std::optional<Vector<double>> best;
  double best_error = 0;
  int found = 0;
  for (long start = 0; start < starts && found < options.wanted_rules; ++start) {
    Vector<double> unknowns = Shape::random_start(orbits, uniform), residual;
    if (!levenberg_marquardt(system, unknowns) || !Shape::is_positive_inside(orbits, unknowns)) continue;
    ++found;
    next.evaluate(unknowns, residual, nullptr);
    if (const double error = residual.norm(); !best || error < best_error) {
      best = unknowns;
      best_error = error;
    }
  }
  return best;
}

/// Tries the choices of orbits of `points` points by ascending number of unknowns (isolated solutions before families).
/// The first choice that has a positive inside rule wins. Of its rules the one with the smallest error in degrees
/// `degree + 1` and `degree + 2` is returned. Empty if there was none.
template <class Shape>
std::optional<FoundRule<Shape>> find_rule(int degree, int points, const SearchOptions& options) {
  auto choices = Shape::admissible_orbits(degree, points);
  std::stable_sort(choices.begin(), choices.end(),
                   [](const auto& left, const auto& right) { return left.unknowns() < right.unknowns(); });
  // A choice without rules would use up its starts in vain: all choices get few of them at first, then more.
  for (long starts = std::min(1000L, options.max_starts);; starts = std::min(10 * starts, options.max_starts)) {
    for (const auto& orbits : choices) {
      if (const auto solution = best_solution<Shape>(degree, orbits, starts, options)) {
        FoundRule<Shape> rule{orbits, solution->template cast<Extended>(), {}};
        rule.residual = polish(typename Shape::template System<Extended>(degree, orbits), rule.unknowns);
        return rule;
      }
    }
    if (starts == options.max_starts) return std::nullopt;
  }
}

}  // namespace dg::generator
