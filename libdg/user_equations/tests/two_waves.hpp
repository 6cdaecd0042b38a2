/// Two numbers that the flow carries along x: a trace that may be zero, and a concentration that is positive.
#pragma once

#include "libdg/equations/inviscid.hpp"

template <class Real>
struct TwoWaves : dg::Inviscid<Real, 2, 2> {
  enum class Flux { upwind };
  struct Condition {};
  static constexpr const char* variables[] = {"trace", "amount"};

  template <class V>
  struct Point {};
  template <class V>
  RKDG_FN Point<V> point(const V (&)[2]) const {
    return {};
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[2], const Point<V>&, const V (&m)[2], V (&flux)[2]) const {
    for (int k = 0; k < 2; ++k) flux[k] = u[k] * m[0];
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux, const V (&a)[2], const Point<V>&, const V (&b)[2], const Point<V>&, const V (&n)[2],
                            V (&flux)[2]) const {
    for (int k = 0; k < 2; ++k) flux[k] = n[0] * dg::select(n[0] > V(Real(0)), a[k], b[k]);
  }
  template <class V>
  RKDG_FN V wave_speed(const Point<V>&) const {
    return V(Real(1));
  }
  template <class V>
  RKDG_FN dg::MaskOf<V> admissible(const V (&u)[2], const Point<V>&) const {
    return u[1] - u[1] == Real(0);
  }
  template <class V>
  RKDG_FN V positive(const V (&u)[2], const Point<V>&) const {
    return u[1];
  }
  RKDG_CALL void boundary_states(Condition, const Real (&u)[2], const Real (&)[2], const Real*, Real (&ghost)[2],
                                 Real (&u_b)[2]) const {
    for (int k = 0; k < 2; ++k) ghost[k] = u_b[k] = u[k];
  }
};
