/// What means and slopes of primitive variables make of a cell at a point, and the state that fluxes take there.
#pragma once

#include "libdg/finite_volume/cell_averages.hpp"

namespace dg {

/// Values at a distance from the centroid; the means themselves where those are no state of a gas.
template <int Dim, class V>
RKDG_FN void trace(const V (&w)[Dim + 2], const V (&slopes)[Dim * (Dim + 2)], const V (&way)[Dim],
                   V (&values)[Dim + 2]) {
  RKDG_UNROLL
  for (int n = 0; n < Dim + 2; ++n) {
    values[n] = w[n];
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) values[n] += slopes[Dim * n + d] * way[d];
  }
  const V zero(RealOf<V>(0));
  const MaskOf<V> gas = (values[0] > zero) & (values[Dim + 1] > zero);
  RKDG_UNROLL
  for (int n = 0; n < Dim + 2; ++n) values[n] = select(gas, values[n], w[n]);
}

/// A state as fluxes take it.
template <class Eq, class V>
struct FluxState {
  V u[Eq::n_var];
  typename Eq::template Point<V> point;

  FluxState() = default;
  RKDG_FN FluxState(const Eq& equations, const V (&w)[Eq::n_var]) {
    conservative_lanes(equations, w);
    point.inverse_rho = reciprocal(w[0]);
    RKDG_UNROLL
    for (int d = 0; d < Eq::dim; ++d) point.velocity[d] = w[1 + d];
    point.p = w[Eq::n_var - 1];
  }

  /// What follows from u in some lanes. In the others it is equal but for rounding, which must not depend on the cells
  /// beside them.
  RKDG_FN void update_point(MaskOf<V> lanes, const typename Eq::template Point<V>& other) {
    point.inverse_rho = select(lanes, other.inverse_rho, point.inverse_rho);
    for (int d = 0; d < Eq::dim; ++d) point.velocity[d] = select(lanes, other.velocity[d], point.velocity[d]);
    point.p = select(lanes, other.p, point.p);
  }

 private:
  RKDG_FN void conservative_lanes(const Eq& equations, const V (&w)[Eq::n_var]) {
    using Real = RealOf<V>;
    u[0] = w[0];
    u[1] = w[0] * w[1];
    V twice = u[1] * w[1];
    RKDG_UNROLL
    for (int d = 1; d < Eq::dim; ++d) {
      u[1 + d] = w[0] * w[1 + d];
      twice += u[1 + d] * w[1 + d];
    }
    u[Eq::n_var - 1] = V(Real(1) / (equations.gamma - Real(1))) * w[Eq::n_var - 1] + V(Real(0.5)) * twice;
  }
};

}  // namespace dg
