/// The rate 1 / dt of a cell from acoustic and viscous limits: s / (C_a h) + nu / (C_d h^2).
///
/// s = |u| + c and nu = max(4/3, gamma / Pr) mu / rho at the cell mean.
#pragma once

#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/scheme.hpp"
#include "libdg/operator/team.hpp"

namespace dg {

/// The rate of cells of a zone with the coefficients u of mode 0 and the length 1 / inverse_h.
template <class V>
RKDG_FN V stable_rate(const ZoneView<RealOf<V>>& zone, const Gas<RealOf<V>>& gas, const StepLimits<RealOf<V>>& limits,
                      int zone_number, const V (&u)[n_var], V inverse_h) {
  using Real = RealOf<V>;
  // Mode 0 is the constant 1 / sqrt(area of the reference cell).
  const V phi(zone.tables.interpolate[0]);
  V mean[n_var];
  for (int n = 0; n < n_var; ++n) mean[n] = phi * u[n];
  const Primitive<V> w = primitive(gas, mean);
  V speed2(Real(0));
  for (int d = 0; d < dim; ++d) speed2 += w.velocity[d] * w.velocity[d];
  const V speed = square_root(speed2) + square_root(V(gas.gamma) * w.p * w.inverse_rho);
  V rate = speed * V(limits.convective[zone_number]) * inverse_h;
  if (gas.viscous) {
    const Real factor = maximum(Real(4) / Real(3), gas.conduction);
    rate += V(factor * limits.viscous[zone_number]) * viscosity(gas, w) * w.inverse_rho * inverse_h * inverse_h;
  }
  return rate;
}

/// The rate of each cell of a state.
template <class Real>
struct CellRate {
  Scheme<Real> scheme;
  StepLimits<Real> limits;
  const Real* state;
  int zone_number;

  template <class V>
  RKDG_FN V operator()(Index first) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V u[n_var];
    for (int n = 0; n < n_var; ++n) u[n] = load<V>(base + zone.layout.mode(n, 0));
    return stable_rate<V>(zone, scheme.gas, limits, zone_number, u, load<V>(zone.inverse_length + first));
  }
};

/// Writes the stable step of each cell, times the CFL number, to an array of one number per cell; none is longer than
/// `spread` times the least.
template <class Real>
struct LocalTimeStep {
  static constexpr DeviceShape shape{};

  CellRate<Real> rate;
  const Real* least;  ///< one number where the kernel runs, times the CFL number
  Real* dt;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = rate.scheme.zones.zone[rate.zone_number];
    const V own = V(rate.limits.cfl) / rate.template operator()<V>(first);
    store(dt + zone.cell_begin + first, minimum(own, V(rate.limits.spread * *least)));
  }
};

}  // namespace dg
