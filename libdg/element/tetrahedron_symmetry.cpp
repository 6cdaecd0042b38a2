#include "libdg/element/tetrahedron_symmetry.hpp"

#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

constexpr int dim = 3;
using Point = std::array<double, dim>;

std::array<double, dim> symmetric_coordinates(const Point& x) {
  return {-1 - x[1] - x[2], -1 - x[0] - x[2], -1 - x[0] - x[1]};
}
Point from_symmetric(const std::array<double, dim>& a) {
  return {0.5 * (a[0] - a[1] - a[2] - 1), 0.5 * (a[1] - a[0] - a[2] - 1), 0.5 * (a[2] - a[0] - a[1] - 1)};
}

/// Powers of a_1, a_2 and a_3 in a block, by degree.
std::vector<std::array<int, dim>> monomials(int c, int degree) {
  std::vector<std::array<int, dim>> powers;
  for (int q = 0; q <= degree; ++q)
    for (int i = q; i >= 0; --i)
      for (int j = q - i; j >= 0; --j) {
        const std::array of{i, j, q - i - j};
        bool fits = true;
        for (int rotation = 1; rotation < rotations; ++rotation)
          fits =
              fits && ((q - of[static_cast<std::size_t>(rotation - 1)]) % 2 == 0) == (rotation_sign(c, rotation) > 0);
        if (fits) powers.push_back(of);
      }
  return powers;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// Takes from x what it has of the others, twice, so that rounding leaves nothing of them, and makes its length 1.
void make_orthonormal(std::vector<double>& x, const std::vector<std::vector<double>>& others) {
  for (int round = 0; round < 2; ++round)
    for (const auto& other : others) {
      const double part = dot(x, other);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] -= part * other[k];
    }
  const double length = std::sqrt(dot(x, x));
  for (double& value : x) value /= length;
}

}  // namespace

std::array<double, 3> rotated(int i, const std::array<double, 3>& x) {
  auto a = symmetric_coordinates(x);
  for (int c = 1; c < rotations; ++c) a[static_cast<std::size_t>(c - 1)] *= rotation_sign(c, i);
  return from_symmetric(a);
}

std::vector<RotationOrbit> find_orbits(const std::vector<std::array<double, 3>>& points,
                                       const std::vector<double>& weights) {
  const auto same = [](const Point& x, const Point& y) {
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) < 1e-10;
  };
  std::vector<RotationOrbit> orbits;
  for (std::size_t q = 0; q < points.size(); ++q) {
    if (weights[q] == 0) continue;
    bool known = false;
    for (const RotationOrbit& orbit : orbits)
      for (int i = 0; i < rotations; ++i) known = known || same(points[q], rotated(i, orbit.point));
    if (known) continue;
    int images = 0;
    for (int i = 0; i < rotations; ++i) images += same(points[q], rotated(i, points[q]));
    orbits.push_back({points[q], weights[q] / images});
  }
  return orbits;
}

std::vector<double> symmetric_modes(int degree) {
  const auto rule = tetrahedron_rule(2 * degree);
  const auto n = static_cast<std::size_t>(mode_count(Space::tetrahedron_P, degree));
  std::vector<std::vector<double>> phi(static_cast<std::size_t>(rule.size()), std::vector<double>(n));
  for (std::size_t q = 0; q < phi.size(); ++q)
    evaluate_basis<dim>(Space::tetrahedron_P, degree, rule.points[q], phi[q]);
  std::vector<double> matrix;
  for (int c = 0; c < rotations; ++c) {
    std::vector<std::vector<double>> block;
    for (const auto& powers : monomials(c, degree)) {
      std::vector<double> mode(n);
      for (std::size_t q = 0; q < phi.size(); ++q) {
        double value = rule.weights[q];
        const auto a = symmetric_coordinates(rule.points[q]);
        for (std::size_t d = 0; d < dim; ++d) value *= std::pow(a[d], powers[d]);
        for (std::size_t k = 0; k < n; ++k) mode[k] += value * phi[q][k];
      }
      make_orthonormal(mode, block);
      block.push_back(mode);
    }
    assert(static_cast<int>(block.size()) == block_mode_count(c, degree));
    for (auto& mode : block)
      for (const double x : mode) matrix.push_back(std::abs(x) < 1e-14 ? 0.0 : x);
  }
  return matrix;
}

}  // namespace dg
