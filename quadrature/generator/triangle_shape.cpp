#include "quadrature/generator/triangle_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dg::generator {

/// Equal weights and uniformly distributed positions.
Vector<double> TriangleShape::random_start(const OrbitCounts& orbits, Uniform& uniform) {
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
bool TriangleShape::is_positive_inside(const OrbitCounts& orbits, const Vector<double>& unknowns) {
  int at = 0;
  const auto is_good = [&](int coordinates, int size) {
    const double q = unknowns[at];
    const double x = coordinates > 0 ? unknowns[at + 1] : 0.0;
    const double y = coordinates > 1 ? unknowns[at + 2] : 0.0;
    at += 1 + coordinates;
    auto point = barycentric(x, y);
    std::sort(point.begin(), point.end());
    if (q * q / size < search_margin || point[0] < search_margin) return false;
    const double smaller_gap = std::min(point[1] - point[0], point[2] - point[1]);
    return coordinates == 0 || (coordinates == 1 ? point[2] - point[0] : smaller_gap) > search_margin;
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

}  // namespace dg::generator
