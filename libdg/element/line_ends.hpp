/// Operators along a line as they stand, for lanes that take one row each; see line_matrices.hpp.
#pragma once

#include "libdg/element/line_matrices.hpp"

namespace dg {

/// Matrices along a line of N points: values and derivatives of modes at points, and values and derivatives of modes at
/// the last end.
template <class Real, int N>
struct LineEnds {
  Real value[N][N], mode_slope[N][N], end[N], slope[N];

  LineEnds() {
    const auto rule = gauss_legendre(N);
    double at_point[N][N], slopes[N][N], at_end[N], end_slope[N];
    for (int i = 0; i < N; ++i) evaluate_legendre(rule.points[i][0], at_point[i], slopes[i]);
    evaluate_legendre(1, at_end, end_slope);
    for (int i = 0; i < N; ++i) {
      end[i] = static_cast<Real>(at_end[i]);
      slope[i] = static_cast<Real>(end_slope[i]);
      for (int l = 0; l < N; ++l) {
        value[i][l] = static_cast<Real>(at_point[i][l]);
        mode_slope[i][l] = static_cast<Real>(slopes[i][l]);
      }
    }
  }
};

}  // namespace dg
