/// Operators along a line as they stand, for lanes that take one row each; see line_matrices.hpp.
#pragma once

#include "libdg/element/line_matrices.hpp"

namespace dg {

/// From values at the N points of a line: the value at the last end, the derivative there and those at the points.
template <class Real, int N>
struct LineEnds {
  Real end[N], slope[N], derivative[N][N];

  LineEnds() {
    const auto rule = gauss_legendre(N);
    double at_point[N][N], slopes[N][N], at_end[N], end_slope[N];
    for (int i = 0; i < N; ++i) evaluate_legendre(rule.points[i][0], at_point[i], slopes[i]);
    evaluate_legendre(1, at_end, end_slope);
    const auto from_points = [&](const double(&of_modes)[N], int l) {
      double sum = 0;
      for (int a = 0; a < N; ++a) sum += of_modes[a] * at_point[l][a];
      return static_cast<Real>(rule.weights[l] * sum);
    };
    for (int l = 0; l < N; ++l) {
      end[l] = from_points(at_end, l);
      slope[l] = from_points(end_slope, l);
      for (int i = 0; i < N; ++i) derivative[i][l] = from_points(slopes[i], l);
    }
  }
};

}  // namespace dg
