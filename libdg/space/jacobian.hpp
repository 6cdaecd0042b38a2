/// What follows from the Jacobian matrix of a cell's map, in 2-D and in 3-D.
#pragma once

#include <array>
#include <cmath>

#include "meshes/cell_geometry.hpp"

namespace dg {

/// Inverse Jacobian times det J: d xi_r / d x_d det J at [r * Dim + d].
inline std::array<double, 4> adjugate(const JacobianMatrix<2>& j) { return {j[1][1], -j[0][1], -j[1][0], j[0][0]}; }
inline std::array<double, 9> adjugate(const JacobianMatrix<3>& j) {
  std::array<double, 9> a;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t d1 = (d + 1) % 3, d2 = (d + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
      a[r * 3 + d] = j[d1][r1] * j[d2][r2] - j[d1][r2] * j[d2][r1];
    }
  return a;
}

/// n |J_f|, from that on the reference cell: the cofactors of J take the one to the other.
template <std::size_t Dim, std::size_t Size>
std::array<double, Dim> rotated_normal(const std::array<double, Size>& adjugate, const double* reference) {
  std::array<double, Dim> n{};
  for (std::size_t d = 0; d < Dim; ++d)
    for (std::size_t r = 0; r < Dim; ++r) n[d] += adjugate[r * Dim + d] * reference[r];
  return n;
}

template <std::size_t Dim>
double norm(const std::array<double, Dim>& x) {
  double sum = 0;
  for (const double a : x) sum += a * a;
  return std::sqrt(sum);
}

}  // namespace dg
