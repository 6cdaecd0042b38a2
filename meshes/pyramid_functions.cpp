#include "meshes/pyramid_functions.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>
#include <utility>
#include <vector>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

struct ValueAndSlope {
  double value = 1, slope = 0;
};
using Values = std::array<ValueAndSlope, max_element_order + 1>;

/// Jacobi polynomials P_n^(alpha, 0) of degrees 0 to `degree` at x.
Values jacobi(int degree, double alpha, double x) {
  Values p{};
  if (degree > 0) p[1] = {0.5 * ((alpha + 2) * x + alpha), 0.5 * (alpha + 2)};
  for (int k = 1; k < degree; ++k) {
    const double n = k + 1, c = 2 * n + alpha;
    const double scale = 2 * n * (n + alpha) * (c - 2), steep = (c - 2) * (c - 1) * c / scale;
    const double factor = steep * x + (c - 1) * alpha * alpha / scale, less = 2 * (n + alpha - 1) * (n - 1) * c / scale;
    p[k + 1] = {factor * p[k].value - less * p[k - 1].value,
                steep * p[k].value + factor * p[k].slope - less * p[k - 1].slope};
  }
  return p;
}

/// Calls visit(function) for the functions that span the space, one for each lattice point (i, j, k).
template <class Visit>
void for_each_product(int order, const std::array<double, 3>& xi, const Visit& visit) {
  const double c = (1 + xi[2]) / 2, t = 1 - c;
  const double r = t == 0 ? 0 : (1 + xi[0]) / 2 / t, s = t == 0 ? 0 : (1 + xi[1]) / 2 / t;
  const Values along = jacobi(order, 0, 2 * r - 1), up = jacobi(order, 0, 2 * s - 1);
  std::array<Values, max_element_order + 1> upright;
  std::array<double, max_element_order + 1> power{1};
  for (int m = 0; m <= order; ++m) {
    upright[m] = jacobi(order - m, 2 * m + 2, 2 * c - 1);
    if (m > 0) power[m] = power[m - 1] * t;
  }
  for_each_lattice_point(CellShape::pyramid, order, [&](int i, int j, int k) {
    // Slopes are along the halves of the reference coordinates: dr/da = 1 / t, dr/dc = r / t.
    const int m = std::max(i, j);
    const auto &p = along[i], &q = up[j], &h = upright[m][k];
    const double below = m == 0 ? 0 : power[m - 1] * h.value;
    visit(NodeValue<3>{p.value * q.value * power[m] * h.value,
                       {p.slope * q.value * below, p.value * q.slope * below,
                        (r * p.slope * q.value + s * p.value * q.slope - 0.5 * m * p.value * q.value) * below +
                            p.value * q.value * power[m] * h.slope}});
  });
}

using Matrix = std::vector<std::vector<double>>;

/// The inverse, by Gauss and Jordan.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix b(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) b[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const auto pivot = std::max_element(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(),
                                        [i](const auto& x, const auto& y) { return std::abs(x[i]) < std::abs(y[i]); });
    std::swap(b[i], b[static_cast<std::size_t>(pivot - a.begin())]);
    std::swap(a[i], *pivot);
    const double scale = 1 / a[i][i];
    for (std::size_t k = 0; k < n; ++k) a[i][k] *= scale, b[i][k] *= scale;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = a[j][i];
      for (std::size_t k = 0; k < n; ++k) a[j][k] -= factor * a[i][k], b[j][k] -= factor * b[i][k];
    }
  }
  return b;
}

/// Coefficients of the nodes' functions, [product][node].
Matrix coefficients_of(int order) {
  Matrix values;
  for (const auto& point : lattice_points<3>(CellShape::pyramid, order)) {
    auto& row = values.emplace_back();
    for_each_product(order, point, [&](const NodeValue<3>& f) { row.push_back(f.value); });
  }
  return inverse(std::move(values));
}

/// Those of high orders are large, and only made where they are needed.
const Matrix& coefficients(int order) {
  static std::array<Matrix, max_element_order> all;
  static std::array<std::once_flag, max_element_order> made;
  std::call_once(made[order - 1], [&] { all[order - 1] = coefficients_of(order); });
  return all[order - 1];
}

}  // namespace

void pyramid_functions(int order, const std::array<double, 3>& xi, std::span<NodeValue<3>> values) {
  assert(order >= 1 && order <= max_element_order);
  std::fill(values.begin(), values.end(), NodeValue<3>{});
  auto row = coefficients(order).begin();
  for_each_product(order, xi, [&](const NodeValue<3>& f) {
    for (std::size_t n = 0; n < values.size(); ++n) {
      values[n].value += (*row)[n] * f.value;
      for (int d = 0; d < 3; ++d) values[n].slope[d] += (*row)[n] * f.slope[d];
    }
    ++row;
  });
}

}  // namespace dg
