/// Burgers' equation in 2-D, du/dt + d(u^2/2)/dx + d(u^2/2)/dy = 0.
#pragma once

#include "libdg/equations/inviscid.hpp"

template <class Real>
struct Burgers : dg::Inviscid<Real, 2, 1> {
  enum class Flux { llf };
  struct Condition {};                               // periodic alone
  static constexpr const char* variables[] = {"u"};  // in case files

  template <class V>
  struct Point {
    V u;
  };
  template <class V>
  RKDG_FN Point<V> point(const V (&u)[1]) const {
    return {u[0]};
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[1], const Point<V>&, const V (&m)[2], V (&flux)[1]) const {
    flux[0] = V(Real(0.5)) * u[0] * u[0] * (m[0] + m[1]);
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux, const V (&a)[1], const Point<V>& wa, const V (&b)[1], const Point<V>& wb,
                            const V (&n)[2], V (&flux)[1]) const {
    V fa[1], fb[1];
    convective_flux(a, wa, n, fa);
    convective_flux(b, wb, n, fb);
    const V speed = dg::maximum(dg::absolute(a[0]), dg::absolute(b[0])) * dg::absolute(n[0] + n[1]);
    flux[0] = V(Real(0.5)) * (fa[0] + fb[0] - speed * (b[0] - a[0]));
  }
  template <class V>
  RKDG_FN V wave_speed(const Point<V>& w) const {
    return V(Real(1.42)) * dg::absolute(w.u);
  }
  template <class V>
  RKDG_FN dg::MaskOf<V> admissible(const V (&u)[1], const Point<V>&) const {
    return u[0] - u[0] == Real(0);
  }
  RKDG_CALL void boundary_states(Condition, const Real (&u)[1], const Real (&)[2], const Real*, Real (&ghost)[1],
                                 Real (&u_b)[1]) const {
    ghost[0] = u_b[0] = u[0];
  }
};
