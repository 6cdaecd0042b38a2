#include "meshes/curving/surface_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "meshes/curving/vectors.hpp"

namespace dg {
namespace {

constexpr int unknowns = 5;  // of w = a u + b v + c u^2 + d u v + e v^2
using Row = std::array<double, unknowns + 1>;
using System = std::array<Row, unknowns>;

/// Gauss, with pivots; false if the matrix is singular.
bool solve(System& m) {
  for (int i = 0; i < unknowns; ++i) {
    int pivot = i;
    for (int r = i; r < unknowns; ++r)
      if (std::abs(m[r][i]) > std::abs(m[pivot][i])) pivot = r;
    if (!(std::abs(m[pivot][i]) > 0)) return false;
    std::swap(m[i], m[pivot]);
    for (int r = 0; r < unknowns; ++r) {
      if (r == i) continue;
      const double factor = m[r][i] / m[i][i];
      for (int c = i; c <= unknowns; ++c) m[r][c] -= factor * m[i][c];
    }
  }
  return true;
}

}  // namespace

std::array<double, 3> fitted_normal(const std::vector<std::array<double, 3>>& points,
                                    const std::array<double, 3>& about) {
  constexpr double least_cosine = 0.9, ridge = 1e-9;  // the latter where points lie on a few lines only
  const auto n = direction(about);
  const auto other = std::abs(n[0]) < 0.6 ? std::array<double, 3>{1, 0, 0} : std::array<double, 3>{0, 1, 0};
  const auto s = direction(cross(n, other)), t = cross(n, s);
  double size = 0;
  for (const auto& p : points) size = std::max(size, length(p));
  System m{};
  for (const auto& p : points) {
    const double u = inner(p, s) / size, v = inner(p, t) / size, w = inner(p, n) / size;
    const double distance2 = u * u + v * v;
    if (!(distance2 > 0)) continue;
    const Row row{u, v, u * u, u * v, v * v, w};
    for (int i = 0; i < unknowns; ++i)
      for (int j = 0; j <= unknowns; ++j) m[i][j] += row[i] * row[j] / distance2;
  }
  for (int i = 0; i < unknowns; ++i) m[i][i] += ridge;
  if (points.size() < 3 || !solve(m)) return n;
  const double a = m[0][unknowns] / m[0][0], b = m[1][unknowns] / m[1][1];
  const auto normal = direction(sum(sum(n, -a, s), -b, t));
  return inner(normal, n) >= least_cosine ? normal : n;
}

}  // namespace dg
