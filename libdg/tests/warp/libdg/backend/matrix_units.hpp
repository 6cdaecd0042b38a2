/// libdg/backend/matrix_units.hpp in double precision for a warp on the host, from the definition of the instructions.
#pragma once

#include "libdg/backend/factor_pair.hpp"

namespace dg {

template <class Real>
using TileProduct = Real[2];

template <class Real>
FactorPair<Real> load(const FactorPair<Real>* from) {
  return *from;
}

/// c (8 x 8) += a (8 x 4) b (4 x 8): lane 4 n + k holds entry (n, k) of a and (k, n) of b, and of c (n, 2 k) and
/// (n, 2 k + 1); for all variables, and for the `slots` pieces of a sum.
template <int slots, int V>
void multiply_add_on_host(TileProduct<double> (&c)[V], const double (&a)[slots][V], const FactorPair<double>& b) {
  static double shown_a[warp_lanes][slots][V], shown_b[warp_lanes][slots];
  const unsigned lane = threadIdx.x, row = lane / 4, quarter = lane % 4;
  for (int s = 0; s < slots; ++s) {
    shown_b[lane][s] = b.factor[s];
    for (int n = 0; n < V; ++n) shown_a[lane][s][n] = a[s][n];
  }
  __syncwarp();
  for (int s = 0; s < slots; ++s)
    for (int n = 0; n < V; ++n)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 4; ++k) c[n][j] += shown_a[4 * row + k][s][n] * shown_b[4 * (2 * quarter + j) + k][s];
  __syncwarp();
}

template <int V>
void multiply_add(TileProduct<double> (&c)[V], const double (&a)[2][V], const FactorPair<double>& b) {
  multiply_add_on_host<2>(c, a, b);
}

template <int V>
void multiply_add(TileProduct<double> (&c)[V], const double (&a)[V], const FactorPair<double>& b) {
  double one[1][V];
  std::copy(a, a + V, one[0]);
  multiply_add_on_host<1>(c, one, b);
}

template <int N, class Real, class A, int V>
void multiply_add(TileProduct<Real> (&c)[V], const A& a, const FactorPair<Real>* b) {
  for (int s = 0; s < N; s += 2) {
    Real x[2][V] = {};
    for (int i = 0; i < 2 && s + i < N; ++i)
      for (int n = 0; n < V; ++n) x[i][n] = a(s + i, n);
    if (s + 1 < N)
      multiply_add(c, x, b[s / 2 * warp_lanes]);
    else
      multiply_add(c, x[0], b[s / 2 * warp_lanes]);
  }
}

}  // namespace dg
