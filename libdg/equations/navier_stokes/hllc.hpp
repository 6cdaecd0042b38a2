/// HLLC flux with Einfeldt's wave speeds from Roe averages.
///
/// References: Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, 3rd ed., section 10.4-10.6;
/// Batten, Clarke, Lambert, Causon, SIAM J. Sci. Comput. 18 (1997) 1553.
#pragma once

#include "libdg/equations/navier_stokes/convective_flux.hpp"

namespace dg {

/// State in the star region on the side with outer wave speed s, normal velocity un and contact speed m.
template <int N, int Dim, class V>
RKDG_FN void hllc_star(const V (&u)[N], const Primitive<V, Dim>& w, V un, V s, V m, const V (&n)[Dim], V (&star)[N]) {
  const V factor = divide(s - un, s - m);
  star[0] = factor * u[0];
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) star[1 + d] = factor * (u[1 + d] + u[0] * (m - un) * n[d]);
  star[N - 1] = factor * (u[N - 1] + (m - un) * (u[0] * m + divide(w.p, s - un)));
}

template <int N, int Dim, class V>
RKDG_FN void hllc_flux(const Gas<RealOf<V>>& gas, const V (&minus)[N], const Primitive<V, Dim>& a, const V (&plus)[N],
                       const Primitive<V, Dim>& b, const V (&n)[Dim], V (&flux)[N]) {
  using Real = RealOf<V>;
  const V un_a = normal_velocity(a, n), un_b = normal_velocity(b, n);
  const V c_a = square_root(V(gas.gamma) * a.p * a.inverse_rho), c_b = square_root(V(gas.gamma) * b.p * b.inverse_rho);

  const V root_a = square_root(minus[0]), root_b = square_root(plus[0]);
  const V weight = divide(root_a, root_a + root_b), other = V(Real(1)) - weight;
  V kinetic(Real(0)), un(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) {
    const V velocity = weight * a.velocity[d] + other * b.velocity[d];
    kinetic += velocity * velocity;
    un += velocity * n[d];
  }
  const V enthalpy = weight * (minus[N - 1] + a.p) * a.inverse_rho + other * (plus[N - 1] + b.p) * b.inverse_rho;
  const V c = square_root(V(gas.gamma - Real(1)) * (enthalpy - V(Real(0.5)) * kinetic));

  const V left = minimum(un - c, un_a - c_a), right = maximum(un + c, un_b + c_b);
  const V mass_a = minus[0] * (left - un_a), mass_b = plus[0] * (right - un_b);
  const V middle = divide(b.p - a.p + mass_a * un_a - mass_b * un_b, mass_a - mass_b);

  const auto from_left = middle >= Real(0);
  V fa[N], fb[N], star_a[N], star_b[N];
  convective_normal_flux(minus, a, un_a, n, fa);
  convective_normal_flux(plus, b, un_b, n, fb);
  hllc_star(minus, a, un_a, left, middle, n, star_a);
  hllc_star(plus, b, un_b, right, middle, n, star_b);
  // Supersonic to either side: the outer wave speed clipped at zero leaves the upwind flux.
  const V s_a = minimum(left, V(Real(0))), s_b = maximum(right, V(Real(0)));
  RKDG_UNROLL
  for (int k = 0; k < N; ++k)
    flux[k] = select(from_left, fa[k] + s_a * (star_a[k] - minus[k]), fb[k] + s_b * (star_b[k] - plus[k]));
}

}  // namespace dg
