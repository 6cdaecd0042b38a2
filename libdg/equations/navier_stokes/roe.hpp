/// Roe's approximate Riemann solver with Harten's entropy fix on the acoustic waves, also in Rieper's form for low Mach
/// numbers.
///
/// References: Roe, J. Comput. Phys. 43 (1981) 357; Harten and Hyman, J. Comput. Phys. 50 (1983) 235;
/// wave strengths as in Toro, 3rd ed., section 11.2; Rieper, J. Comput. Phys. 230 (2011) 5263.
#pragma once

#include "libdg/equations/navier_stokes/convective_flux.hpp"

namespace dg {

/// |lambda|, rounded off to a parabola where |lambda| < width, so that no wave speed vanishes at a sonic point.
template <class V>
RKDG_FN V fixed_speed(V lambda, V width) {
  using Real = RealOf<V>;
  const V a = absolute(lambda);
  return select(a < width, V(Real(0.5)) * (divide(a * a, width) + width), a);
}

/// min(M, 1) of a flow with these squares of speed and speed of sound. Its derivative stays finite in gas at rest.
template <class V>
RKDG_FN V low_mach_factor(V speed2, V c2) {
  using Real = RealOf<V>;
  const V mach2 = divide(speed2, c2) + V(Real(1e-10));
  return select(mach2 < V(Real(1)), square_root(mach2), V(Real(1)));
}

/// With `low_mach`, acoustic waves see the jump of the normal velocity times min(M, 1). Its dissipation then scales
/// with the speed of the flow, not of sound.
template <int N, int Dim, class V>
RKDG_FN void roe_flux(const Gas<RealOf<V>>& gas, const V (&minus)[N], const Primitive<V, Dim>& a, const V (&plus)[N],
                      const Primitive<V, Dim>& b, const V (&n)[Dim], bool low_mach, V (&flux)[N]) {
  using Real = RealOf<V>;
  const V un_a = normal_velocity(a, n), un_b = normal_velocity(b, n);
  const V root_a = square_root(minus[0]), root_b = square_root(plus[0]);
  const V weight = divide(root_a, root_a + root_b), other = V(Real(1)) - weight;
  const V rho = root_a * root_b;
  V velocity[Dim], jump[Dim], kinetic(Real(0)), un(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) {
    velocity[d] = weight * a.velocity[d] + other * b.velocity[d];
    jump[d] = b.velocity[d] - a.velocity[d];
    kinetic += V(Real(0.5)) * velocity[d] * velocity[d];
    un += velocity[d] * n[d];
  }
  const V enthalpy = weight * (minus[N - 1] + a.p) * a.inverse_rho + other * (plus[N - 1] + b.p) * b.inverse_rho;
  const V c2 = V(gas.gamma - Real(1)) * (enthalpy - kinetic), c = square_root(c2);

  const V dp = b.p - a.p, dun = un_b - un_a, drho = plus[0] - minus[0];
  const V width = V(Real(0.1)) * (absolute(un) + c);
  const V half = divide(V(Real(0.5)), c2);
  V acoustic = dun;
  if (low_mach) acoustic *= low_mach_factor(kinetic + kinetic, c2);
  const V left = fixed_speed(un - c, width) * half * (dp - rho * c * acoustic);
  const V right = fixed_speed(un + c, width) * half * (dp + rho * c * acoustic);
  const V middle = absolute(un) * (drho - divide(dp, c2));
  const V shear = absolute(un) * rho;

  V fa[N], fb[N], work(Real(0));
  convective_normal_flux(minus, a, un_a, n, fa);
  convective_normal_flux(plus, b, un_b, n, fb);
  V dissipation[N];
  dissipation[0] = left + middle + right;
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) {
    const V tangential = jump[d] - dun * n[d];
    work += velocity[d] * tangential;
    dissipation[1 + d] =
        left * (velocity[d] - c * n[d]) + middle * velocity[d] + right * (velocity[d] + c * n[d]) + shear * tangential;
  }
  dissipation[N - 1] = left * (enthalpy - un * c) + middle * kinetic + right * (enthalpy + un * c) + shear * work;
  RKDG_UNROLL
  for (int k = 0; k < N; ++k) flux[k] = V(Real(0.5)) * (fa[k] + fb[k] - dissipation[k]);
}

}  // namespace dg
