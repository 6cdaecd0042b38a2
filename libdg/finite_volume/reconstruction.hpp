/// What means and slopes of primitive variables make of a cell at a point, and the state that fluxes take there.
#pragma once

#include "libdg/finite_volume/cell_averages.hpp"

namespace dg {

/// Values at a distance from the centroid; the means themselves where those are no state of a gas.
template <class V>
RKDG_FN void trace(const V (&w)[fv_variables], const V (&slopes)[fv_slopes], const V (&way)[2],
                   V (&values)[fv_variables]) {
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) values[n] = w[n] + slopes[2 * n] * way[0] + slopes[2 * n + 1] * way[1];
  const V zero(RealOf<V>(0));
  const MaskOf<V> gas = (values[0] > zero) & (values[3] > zero);
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) values[n] = select(gas, values[n], w[n]);
}

/// A state as fluxes take it.
template <class Eq, class V>
struct FluxState {
  V u[fv_variables];
  typename Eq::template Point<V> point;

  FluxState() = default;
  RKDG_FN FluxState(const Eq& equations, const V (&w)[fv_variables]) {
    conservative_lanes(equations, w);
    point.inverse_rho = reciprocal(w[0]);
    point.velocity[0] = w[1];
    point.velocity[1] = w[2];
    point.p = w[3];
  }

  /// What follows from u in some lanes. In the others it is equal but for rounding, which must not depend on the cells
  /// beside them.
  RKDG_FN void update_point(MaskOf<V> lanes, const typename Eq::template Point<V>& other) {
    point.inverse_rho = select(lanes, other.inverse_rho, point.inverse_rho);
    for (int d = 0; d < 2; ++d) point.velocity[d] = select(lanes, other.velocity[d], point.velocity[d]);
    point.p = select(lanes, other.p, point.p);
  }

 private:
  RKDG_FN void conservative_lanes(const Eq& equations, const V (&w)[fv_variables]) {
    using Real = RealOf<V>;
    u[0] = w[0];
    u[1] = w[0] * w[1];
    u[2] = w[0] * w[2];
    u[3] = V(Real(1) / (equations.gamma - Real(1))) * w[3] + V(Real(0.5)) * (u[1] * w[1] + u[2] * w[2]);
  }
};

}  // namespace dg
