#include "libdg/element/prism_modes.hpp"

#include <algorithm>

#include "libdg/element/line_matrices.hpp"
#include "quadrature/rule.hpp"

namespace dg {

std::vector<int> prism_modes_by_line(int degree) {
  const int of_triangle = total_degree_count(2, degree);
  std::vector<int> number(static_cast<std::size_t>((degree + 1) * of_triangle));
  int mode = 0;
  for (int q = 0; q <= degree; ++q)
    for (int total = q; total <= 2 * q; ++total)
      for (int c = total - q; c <= q; ++c) {
        const int in_triangle = total - c;
        if (std::max(c, in_triangle) != q) continue;
        const int first = in_triangle * (in_triangle + 1) / 2;
        for (int j = 0; j <= in_triangle; ++j) number[static_cast<std::size_t>(c * of_triangle + first + j)] = mode++;
      }
  return number;
}

BasisChange prism_basis_change(int degree) {
  const std::vector<int> number = prism_modes_by_line(degree);
  const auto line = gauss_legendre(degree + 1);
  const auto n = number.size();
  const int of_triangle = total_degree_count(2, degree);
  BasisChange basis_change{std::vector<double>(n * n), std::vector<double>(n * n)};
  for (int i = 0; i <= degree; ++i) {
    const auto point = static_cast<std::size_t>(i);
    double phi[max_degree + 1], slopes[max_degree + 1];
    evaluate_legendre(line.points[point][0], phi, slopes);
    for (int c = 0; c <= degree; ++c)
      for (int t = 0; t < of_triangle; ++t) {
        const auto place = static_cast<std::size_t>(place_of_triangle_mode(degree, i, t));
        const auto mode = static_cast<std::size_t>(number[static_cast<std::size_t>(c * of_triangle + t)]);
        basis_change.from_modes[place * n + mode] = phi[c];
        basis_change.to_modes[mode * n + place] = line.weights[point] * phi[c];
      }
  }
  return basis_change;
}

}  // namespace dg
