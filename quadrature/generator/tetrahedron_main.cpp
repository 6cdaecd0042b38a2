/// Prints the data file of a tetrahedron rule: `tetrahedron_rules DEGREE POINTS [SEED [MAX_STARTS]]`.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "quadrature/generator/search.hpp"
#include "quadrature/generator/tetrahedron_system.hpp"

namespace dg::generator {
namespace {

/// Calls visit(kind, first unknown) for each orbit.
template <class Visit>
void for_each_orbit(const TetrahedronCounts& counts, const Visit& visit) {
  const auto numbers = numbers_of(counts);
  int at = 0;
  for (std::size_t kind = 0; kind < numbers.size(); ++kind)
    for (int k = 0; k < numbers[kind]; ++k) {
      visit(static_cast<int>(kind), at);
      at += 1 + tetrahedron_orbits[kind].coordinates;
    }
}

template <class Scalar>
std::array<Scalar, 4> point_of(int kind, const Vector<Scalar>& unknowns, int at) {
  std::array<Scalar, 3> free{Scalar(0), Scalar(0), Scalar(0)};
  const int coordinates = tetrahedron_orbits[static_cast<std::size_t>(kind)].coordinates;
  for (int i = 0; i < coordinates; ++i) free[static_cast<std::size_t>(i)] = unknowns[at + 1 + i];
  return tetrahedron_point(kind, free);
}

/// The tetrahedron as find_rule() knows it.
struct TetrahedronShape {
  using Counts = TetrahedronCounts;
  template <class Scalar>
  using System = TetrahedronSystem<Scalar>;

  /// With at least as many unknowns as equations, and not many more: a larger family holds smaller ones.
  static std::vector<Counts> admissible_orbits(int degree, int points) {
    const int equations = tetrahedron_invariant_count(degree);
    std::vector<Counts> admissible;
    for (int s4 = 0; s4 <= 1; ++s4)
      for (int s1111 = 0; s4 + 24 * s1111 <= points; ++s1111)
        for (int s211 = 0; s4 + 24 * s1111 + 12 * s211 <= points; ++s211)
          for (int s22 = 0; s4 + 24 * s1111 + 12 * s211 + 6 * s22 <= points; ++s22) {
            const int rest = points - s4 - 24 * s1111 - 12 * s211 - 6 * s22;
            const Counts counts{s4, rest / 4, s22, s211, s1111};
            if (rest % 4 == 0 && counts.unknowns() >= equations && counts.unknowns() <= max_system_size)
              admissible.push_back(counts);
          }
    return admissible;
  }

  /// Equal weights, positions of which no coordinate need be positive.
  static Vector<double> random_start(const Counts& counts, Uniform& uniform) {
    Vector<double> unknowns(counts.unknowns());
    for_each_orbit(counts, [&](int kind, int at) {
      const TetrahedronOrbit& orbit = tetrahedron_orbits[static_cast<std::size_t>(kind)];
      unknowns[at] = std::sqrt(static_cast<double>(orbit.size) / counts.points());
      std::array<double, 4> share;
      double sum = 0;
      for (double& x : share) sum += x = -std::log(1 - uniform());  // uniform in the simplex
      if (kind == 1) unknowns[at + 1] = uniform() / 3;
      if (kind == 2) unknowns[at + 1] = uniform() / 2;
      if (kind == 3) unknowns[at + 1] = share[0] / sum / 2, unknowns[at + 2] = share[1] / sum;
      for (int i = 0; kind == 4 && i < 3; ++i) unknowns[at + 1 + i] = share[static_cast<std::size_t>(i)] / sum;
    });
    return unknowns;
  }

  static bool is_positive_inside(const Counts& counts, const Vector<double>& unknowns) {
    bool good = true;
    for_each_orbit(counts, [&](int kind, int at) {
      const auto point = point_of(kind, unknowns, at);
      const double weight = unknowns[at] * unknowns[at] / tetrahedron_orbits[static_cast<std::size_t>(kind)].size;
      good = good && weight > search_margin && *std::min_element(point.begin(), point.end()) > search_margin;
      // Coordinates that are free to differ do.
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j) {
          const bool same =
              kind == 0 || (kind == 1 && j < 3) || (kind == 2 && (j == 1 || i == 2)) || (kind == 3 && j == 1);
          good = good && (same || std::abs(point[i] - point[j]) > search_margin);
        }
    });
    return good;
  }
};

void write(std::ostream& out, int degree, const FoundRule<TetrahedronShape>& rule, std::uint64_t seed) {
  const int points = rule.orbits.points();
  out << "# Fully symmetric quadrature rule on the tetrahedron, positive weights, points inside.\n"
      << "# degree " << degree << "\n# points " << points << '\n'
      << "# Computed by quadrature/generator: tetrahedron_rules " << degree << ' ' << points << ' ' << seed << '\n'
      << "# Levenberg-Marquardt on the S4-invariant moments from random starts, polished in 50 digits.\n"
      << "# One orbit a line: the weight of each of its points (all weights sum to 4/3), then the barycentric\n"
      << "# coordinates of one, whose permutations they are.\n"
      << std::fixed << std::setprecision(34);
  for_each_orbit(rule.orbits, [&](int kind, int at) {
    const TetrahedronOrbit& orbit = tetrahedron_orbits[static_cast<std::size_t>(kind)];
    const Extended root = rule.unknowns[at], weight = 4 * root * root / (3 * orbit.size);
    out << orbit.name << ' ' << weight;
    for (const Extended& l : point_of(kind, rule.unknowns, at)) out << ' ' << l;
    out << '\n';
  });
}

}  // namespace
}  // namespace dg::generator

int main(int argc, char** argv) {
  using namespace dg::generator;
  constexpr int max_degree = 11;  // whose search looks at degree 13 as well, of 39 invariants
  const int degree = argc < 3 ? 0 : std::atoi(argv[1]), points = argc < 3 ? 0 : std::atoi(argv[2]);
  if (argc > 5 || degree < 1 || degree > max_degree || points < 1) {
    std::cerr << "usage: tetrahedron_rules DEGREE POINTS [SEED [MAX_STARTS]], of degree 1 to " << max_degree << '\n';
    return 2;
  }
  SearchOptions options;
  if (argc > 3) options.seed = std::strtoull(argv[3], nullptr, 10);
  if (argc > 4) options.max_starts = std::atol(argv[4]);
  const auto rule = find_rule<TetrahedronShape>(degree, points, options);
  if (!rule || rule->residual > Extended(1e-40)) {
    std::cerr << "tetrahedron_rules: no positive inside rule of degree " << degree << " with " << points
              << " points found\n";
    return 1;
  }
  write(std::cout, degree, *rule, options.seed);
}
