#include "quadrature/generator/search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "quadrature/generator/least_squares.hpp"

namespace dg::generator {
namespace {

/// Uniform numbers in [0, 1) that are the same with every standard library.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

/// Equal weights and uniformly distributed positions.
Vector<double> random_start(const OrbitCounts& orbits, Uniform& uniform) {
  Vector<double> unknowns(orbits.unknowns());
  const auto root_of_weight = [&](int size) { return std::sqrt(static_cast<double>(size) / orbits.points()); };
  int at = 0;
  for (int k = 0; k < orbits.s3; ++k) unknowns[at++] = root_of_weight(1);
  for (int k = 0; k < orbits.s21; ++k) {
    unknowns[at++] = root_of_weight(3);
    unknowns[at++] = -0.5 + 1.5 * uniform();
  }
  for (int k = 0; k < orbits.s111; ++k) {
    double a = uniform(), b = uniform();
    if (a + b > 1) {
      a = 1 - a;
      b = 1 - b;
    }
    unknowns[at++] = root_of_weight(6);
    unknowns[at++] = (3 * a - 1) / 2;
    unknowns[at++] = (a + 2 * b - 1) * std::numbers::sqrt3 / 2;
  }
  return unknowns;
}

/// Whether the weights are clearly positive, the points clearly inside, and no orbit degenerates to a smaller one.
bool is_positive_inside(const OrbitCounts& orbits, const Vector<double>& unknowns) {
  constexpr double margin = 1e-5;
  int at = 0;
  const auto is_good = [&](int coordinates, int size) {
    const double q = unknowns[at];
    const double x = coordinates > 0 ? unknowns[at + 1] : 0.0;
    const double y = coordinates > 1 ? unknowns[at + 2] : 0.0;
    at += 1 + coordinates;
    auto point = barycentric(x, y);
    std::sort(point.begin(), point.end());
    if (q * q / size < margin || point[0] < margin) return false;
    const double smaller_gap = std::min(point[1] - point[0], point[2] - point[1]);
    return coordinates == 0 || (coordinates == 1 ? point[2] - point[0] : smaller_gap) > margin;
  };
  for (int k = 0; k < orbits.s3; ++k) {
    if (!is_good(0, 1)) return false;
  }
  for (int k = 0; k < orbits.s21; ++k) {
    if (!is_good(1, 3)) return false;
  }
  for (int k = 0; k < orbits.s111; ++k) {
    if (!is_good(2, 6)) return false;
  }
  return true;
}

/// The rule with the smallest error in the next two degrees among those found for one choice of orbits.
std::optional<Vector<double>> best_solution(int degree, const OrbitCounts& orbits, long starts,
                                            const SearchOptions& options) {
  const MomentSystem<double> system(degree, orbits), next(degree + 2, orbits);
  Uniform uniform(options.seed);
  std::optional<Vector<double>> best;
  double best_error = 0;
  int found = 0;
  for (long start = 0; start < starts && found < options.wanted_rules; ++start) {
    Vector<double> unknowns = random_start(orbits, uniform), residual;
    if (!levenberg_marquardt(system, unknowns) || !is_positive_inside(orbits, unknowns)) continue;
    ++found;
    next.evaluate(unknowns, residual, nullptr);
    if (const double error = residual.norm(); !best || error < best_error) {
      best = unknowns;
      best_error = error;
    }
  }
  return best;
}

}  // namespace

std::optional<SymmetricRule> find_triangle_rule(int degree, int points, const SearchOptions& options) {
  std::vector<OrbitCounts> choices = admissible_orbits(degree, points);
  std::stable_sort(choices.begin(), choices.end(), [](const OrbitCounts& left, const OrbitCounts& right) {
    return left.unknowns() < right.unknowns();
  });
  // A choice without rules would use up its starts in vain: all choices get few of them at first, then more.
  for (long starts = std::min(1000L, options.max_starts);; starts = std::min(10 * starts, options.max_starts)) {
    for (const OrbitCounts& orbits : choices) {
      if (const auto solution = best_solution(degree, orbits, starts, options)) {
        Vector<Extended> unknowns = solution->cast<Extended>();
        const Extended residual = polish(MomentSystem<Extended>(degree, orbits), unknowns);
        return make_rule(degree, orbits, unknowns, residual);
      }
    }
    if (starts == options.max_starts) return std::nullopt;
  }
}

}  // namespace dg::generator
