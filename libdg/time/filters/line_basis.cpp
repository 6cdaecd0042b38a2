#include "libdg/time/filters/line_basis.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "libdg/element/basis.hpp"
#include "libdg/element/line_matrices.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

void set_lines(LineBasis& basis, int degree) {
  basis.points = degree + 1;
  const auto n = static_cast<std::size_t>(basis.points);
  const auto rule = gauss_legendre(basis.points);
  basis.to_modes.resize(n * n);
  basis.from_modes.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    double value[max_degree + 1], slope[max_degree + 1];
    evaluate_legendre(rule.points[i][0], value, slope);
    for (std::size_t a = 0; a < n; ++a) {
      basis.from_modes[i * n + a] = value[a];
      basis.to_modes[a * n + i] = rule.weights[i] * value[a];
    }
  }
}

/// The coefficient that is the value at a point: its row of from_modes has the values of all modes there.
Index coefficient_at(const Tables<double, 3>& t, const BasisChange& basis, const std::array<double, 3>& point) {
  const std::size_t n = basis.size();
  std::vector<double> value(n);
  evaluate_basis<3>(t.space, t.degree, point, value);
  Index best = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < n; ++i) {
    double distance = 0;
    for (std::size_t k = 0; k < n; ++k) distance += std::abs(basis.from_modes[i * n + k] - value[k]);
    if (distance >= least) continue;
    least = distance;
    best = static_cast<Index>(i);
  }
  return best;
}

void set_hexahedra(LineBasis& basis, const Tables<double, 3>& t, const BasisChange& basis_change) {
  basis.directions = 3;
  const auto rule = gauss_legendre(basis.points);
  const auto x = [&](int i) { return rule.points[static_cast<std::size_t>(i)][0]; };
  for (int k = 0; k < basis.points; ++k)
    for (int j = 0; j < basis.points; ++j)
      for (int i = 0; i < basis.points; ++i) {
        basis.place.push_back(coefficient_at(t, basis_change, {x(i), x(j), x(k)}));
        basis.degree.push_back(std::max({i, j, k}));
      }
}

void set_prisms(LineBasis& basis, int degree) {
  basis.directions = 1;
  basis.inner = total_degree_count(2, degree);
  for (int i = 0; i < basis.points; ++i)
    for (int of_triangle = 0; of_triangle <= degree; ++of_triangle)
      for (int j = 0; j <= of_triangle; ++j) {
        basis.place.push_back(static_cast<Index>(basis.place.size()));
        basis.degree.push_back(std::max(i, of_triangle));
      }
}

}  // namespace

LineBasis make_line_basis(const Tables<double, 3>& tables, const BasisChange& basis_change) {
  LineBasis basis;
  set_lines(basis, tables.degree);
  if (shape_of(tables.space) == CellShape::hexahedron)
    set_hexahedra(basis, tables, basis_change);
  else
    set_prisms(basis, tables.degree);
  return basis;
}

}  // namespace dg
