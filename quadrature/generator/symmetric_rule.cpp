#include "quadrature/generator/symmetric_rule.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace dg::generator {

template <class Scalar>
std::array<Scalar, 3> barycentric(const Scalar& x, const Scalar& y) {
  using std::sqrt;
  const Scalar shift = sqrt(Scalar(3)) * y;
  return {(1 + 2 * x) / 3, (1 - x + shift) / 3, (1 - x - shift) / 3};
}

template std::array<double, 3> barycentric(const double&, const double&);
template std::array<Extended, 3> barycentric(const Extended&, const Extended&);

SymmetricRule make_rule(int degree, const OrbitCounts& counts, const Vector<Extended>& unknowns,
                        const Extended& residual) {
  SymmetricRule rule{degree, counts, {}, residual};
  const Extended zero = 0, area = 2;
  int at = 0;
  const auto weight = [&](int orbit_size) {
    const Extended root = unknowns[at++];
    return Extended(area * root * root / orbit_size);
  };
  for (int k = 0; k < counts.s3; ++k) rule.orbits.push_back({OrbitKind::s3, weight(1), barycentric(zero, zero)});
  for (int k = 0; k < counts.s21; ++k) {
    const Extended point_weight = weight(3);
    const auto [b, a, same] = barycentric(unknowns[at++], zero);
    rule.orbits.push_back({OrbitKind::s21, point_weight, {a, same, b}});
  }
  for (int k = 0; k < counts.s111; ++k) {
    const Extended point_weight = weight(6);
    std::array<Extended, 3> point = barycentric(unknowns[at], unknowns[at + 1]);
    at += 2;
    std::sort(point.begin(), point.end());
    rule.orbits.push_back({OrbitKind::s111, point_weight, point});
  }
  std::sort(rule.orbits.begin(), rule.orbits.end(), [](const Orbit& left, const Orbit& right) {
    return left.kind != right.kind ? left.kind < right.kind : left.barycentric[0] < right.barycentric[0];
  });
  return rule;
}

void write(std::ostream& out, const SymmetricRule& rule, std::uint64_t seed) {
  const int points = rule.counts.points();
  out << "# Fully symmetric quadrature rule on the triangle, positive weights, points inside.\n"
      << "# degree " << rule.degree << "\n# points " << points << '\n'
      << "# Computed by quadrature/generator: triangle_rules " << rule.degree << ' ' << points << ' ' << seed << '\n'
      << "# Levenberg-Marquardt on the S3-invariant moments from random starts, polished in 50 digits.\n"
      << "# One orbit a line: the weight of each of its points (all weights sum to 2), then barycentric coordinates:\n"
      << "#   S3 w       (1/3, 1/3, 1/3)\n"
      << "#   S21 w a    the permutations of (a, a, 1-2a)\n"
      << "#   S111 w a b the permutations of (a, b, 1-a-b)\n"
      << std::fixed << std::setprecision(34);
  for (const Orbit& orbit : rule.orbits) {
    if (orbit.kind == OrbitKind::s3) out << "S3 " << orbit.weight << '\n';
    if (orbit.kind == OrbitKind::s21) out << "S21 " << orbit.weight << ' ' << orbit.barycentric[0] << '\n';
    if (orbit.kind == OrbitKind::s111) {
      out << "S111 " << orbit.weight << ' ' << orbit.barycentric[0] << ' ' << orbit.barycentric[1] << '\n';
    }
  }
}

}  // namespace dg::generator
