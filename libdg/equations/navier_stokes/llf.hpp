/// Local Lax-Friedrichs (Rusanov) flux: H = (F(u-) + F(u+)) . n / 2 - max(|u . n| + c) (u+ - u-) / 2.
#pragma once

#include "libdg/equations/navier_stokes/convective_flux.hpp"

namespace dg {

/// Numerical flux through a face of unit normal n from the minus to the plus side; `a` and `b` are the primitives of
/// the two.
template <int N, int Dim, class V>
RKDG_FN void llf_flux(const Gas<RealOf<V>>& gas, const V (&minus)[N], const Primitive<V, Dim>& a, const V (&plus)[N],
                      const Primitive<V, Dim>& b, const V (&n)[Dim], V (&flux)[N]) {
  using Real = RealOf<V>;
  const V un_a = normal_velocity(a, n), un_b = normal_velocity(b, n);
  const V c_a = square_root(V(gas.gamma) * a.p * a.inverse_rho), c_b = square_root(V(gas.gamma) * b.p * b.inverse_rho);
  const V speed = maximum(absolute(un_a) + c_a, absolute(un_b) + c_b);
  V fa[N], fb[N];
  convective_normal_flux(minus, a, un_a, n, fa);
  convective_normal_flux(plus, b, un_b, n, fb);
  RKDG_UNROLL
  for (int c = 0; c < N; ++c) flux[c] = V(Real(0.5)) * (fa[c] + fb[c] - speed * (plus[c] - minus[c]));
}

}  // namespace dg
