/// libdg/backend/matrix_instructions.hpp for a warp on the host, from the definition of the instructions.
#pragma once

#include <bit>
#include <cstdint>

#include "libdg/tests/warp/warp.hpp"

namespace dg {

/// A factor as the units take it: singles without the last 13 bits.
inline double factor_taken(double x) { return x; }
inline float factor_taken(float x) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xffffe000u); }

/// c_i (8 x 8) += the sum over slots s of a[s][i] (8 x 4) b[s] (4 x 8).
template <int slots, int items, class Real>
void multiply_on_host(Real* const (&c)[items], const Real (&a)[slots][items], const Real (&b)[slots]) {
  struct Shown {
    Real a[slots][items], b[slots];
  };
  static Shown shown[2][test::warp_size];  // by turns, so that all may read while the first show the next
  static int parities[test::warp_size];
  const unsigned lane = threadIdx.x % test::warp_size, row = lane / 4, quarter = lane % 4;
  Shown(&all)[test::warp_size] = shown[parities[lane] ^= 1];
  for (int s = 0; s < slots; ++s) {
    all[lane].b[s] = factor_taken(b[s]);
    for (int i = 0; i < items; ++i) all[lane].a[s][i] = factor_taken(a[s][i]);
  }
  __syncwarp();
  for (int i = 0; i < items; ++i)
    for (int j = 0; j < 2; ++j)
      for (int s = 0; s < slots; ++s)
        for (int k = 0; k < 4; ++k) c[i][j] += all[4 * row + k].a[s][i] * all[4 * (2 * quarter + j) + k].b[s];
}

inline void multiply_one(double (&c)[2], double a, double b) { multiply_on_host<1, 1, double>({c}, {{a}}, {b}); }
template <class Real>
void multiply_two(Real (&c0)[2], Real (&c1)[2], Real a0, Real a1, Real b) {
  multiply_on_host<1, 2, Real>({c0, c1}, {{a0, a1}}, {b});
}
template <class Real>
void multiply_two(Real (&c0)[2], Real (&c1)[2], Real a0, Real a1, Real b, Real x0, Real x1, Real y) {
  multiply_on_host<2, 2, Real>({c0, c1}, {{a0, a1}, {x0, x1}}, {b, y});
}

}  // namespace dg
