/// The viscous half of Equations for conservation laws that have none.
#pragma once

#include "libdg/backend/lanes.hpp"

namespace dg {

/// To derive from. The derived class says the rest of Equations; none of these functions is ever called.
template <class R, int Dim, int N>
struct Inviscid {
  using Real = R;
  static constexpr int dim = Dim, n_var = N;
  static constexpr bool viscous = false, never_viscous = true;
  static constexpr int n_viscous_factors = 1;

  template <class V>
  struct Derivative {
    static constexpr int size = 1;
    V value[size];
  };
  template <class V>
  struct Stress {};
  template <class V>
  struct NormalFlux {};

  template <class V, class Point>
  RKDG_FN Derivative<V> derivative(const V (&)[N], const Point&, const V (&)[N]) const {
    return {};
  }
  template <class Point, class D>
  RKDG_FN Stress<decltype(D::value[0] + D::value[0])> stress(const Point&, const D (&)[Dim]) const {
    return {};
  }
  template <class V, class Point>
  RKDG_FN NormalFlux<V> viscous_flux(const V (&)[N], const Point&, const V (&)[Dim][N], const V (&)[Dim]) const {
    return {};
  }
  template <class V, class Point>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&)[N], const Point&, const V (&)[Dim][N],
                                                   const V (&)[Dim]) const {
    return {};
  }
  template <class V, class Point>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&)[N], const Point&, const V (&)[Dim][N], const V (&)[Dim],
                                                   const V (&)[Dim - 1][Dim]) const {
    return {};
  }
  template <class V>
  RKDG_FN void subtract_viscous_flux(const NormalFlux<V>&, const NormalFlux<V>&, const V (&)[Dim], bool,
                                     const V (&)[n_viscous_factors], V (&)[N]) const {}
  template <class Point>
  RKDG_FN R diffusivity(const Point&) const {
    return R(0);
  }
  template <class Condition>
  RKDG_CALL static void viscous_factors(const Condition&, R (&factors)[n_viscous_factors]) {
    factors[0] = R(1);
  }
};

}  // namespace dg
