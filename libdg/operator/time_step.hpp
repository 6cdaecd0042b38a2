/// The stable time step of a cell from acoustic and viscous limits: dt = 1 / (s / (C_a h) + nu / (C_d h^2)).
///
/// s = |u| + c and nu = max(4/3, gamma / Pr) mu / rho at the cell mean.
#pragma once

#include "libdg/backend/team.hpp"
#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/operators.hpp"

namespace dg {

template <class Real>
struct CellTimeStep {
  Scheme<Real> scheme;
  StepLimits<Real> limits;
  const Real* state;
  int zone_number;

  template <class V>
  RKDG_FN V operator()(Index first) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    const Gas<Real>& gas = scheme.gas;
    // Mode 0 is the constant 1 / sqrt(area of the reference cell).
    const V phi(zone.tables.interpolate[0]);
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V u[n_var];
    for (int n = 0; n < n_var; ++n) u[n] = phi * load<V>(base + zone.layout.mode(n, 0));
    const Primitive<V> w = primitive(gas, u);
    V speed2(Real(0));
    for (int d = 0; d < dim; ++d) speed2 += w.velocity[d] * w.velocity[d];
    const V speed = square_root(speed2) + square_root(V(gas.gamma) * w.p * w.inverse_rho);
    const V h = load<V>(zone.length + first);
    V rate = speed / (V(limits.convective[zone_number]) * h);
    if (gas.viscous) {
      const Real factor = maximum(Real(4) / Real(3), gas.gamma / gas.prandtl);
      rate += V(factor) * viscosity(gas, w) * w.inverse_rho / (V(limits.viscous[zone_number]) * h * h);
    }
    return V(Real(1)) / rate;
  }
};

/// Writes the stable step of each cell, times the CFL number, to an array of one number per cell; none is longer than
/// `spread` times the least.
template <class Real>
struct LocalTimeStep {
  static constexpr DeviceShape shape{};

  CellTimeStep<Real> stable;
  const Real* least;  ///< one number where the kernel runs, times the CFL number
  Real* dt;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = stable.scheme.zones.zone[stable.zone_number];
    const V own = V(stable.limits.cfl) * stable.template operator()<V>(first);
    store(dt + zone.cell_begin + first, minimum(own, V(stable.limits.spread * *least)));
  }
};

/// Sets the step from the least stable one of all cells, without passing the end time.
template <class Real>
RKDG_CALL void set_step(const StepLimits<Real>& limits, Real least, StepControl<Real>& control) {
  const double remaining = control.end_time - control.time;
  double dt = limits.fixed > Real(0) ? double(limits.fixed) : double(limits.cfl) * double(least);
  if (remaining <= 0)
    dt = 0;
  else if (dt > remaining * (1 - 1e-9))
    dt = remaining;
  control.dt_exact = dt;
  control.dt = static_cast<Real>(dt);
}

template <class Real>
RKDG_CALL void finish_step(StepControl<Real>& control) {
  if (control.dt_exact == 0) return;
  const bool last = control.dt_exact == control.end_time - control.time;
  control.time = last ? control.end_time : control.time + control.dt_exact;
  ++control.steps;
}

}  // namespace dg
