/// The rate 1 / dt of a cell from acoustic and viscous limits: s / (C_a h) + nu / (C_d h^2).
///
/// s and nu are wave_speed() and diffusivity() of the equations at the cell mean. In a gas, `s = |u| + c` and
/// `nu = max(4/3, gamma / Pr) mu / rho`. CellRate adds to nu what cells are given, as artificial viscosity. What a
/// subgrid model adds depends on the gradient: it is that of added_diffusivity(), which needs all modes. A mean that is
/// no state has the rate NaN: the pass that finds the next step finds the first bad cell as well.
#pragma once

#include <limits>

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/added_diffusivity.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// The rate of cells of a zone with the coefficients u of mode 0 and the length 1 / inverse_h.
template <class V, class Eq>
RKDG_FN V stable_rate(const ZoneView<RealOf<V>>& zone, const Eq& equations, const StepLimits<RealOf<V>>& limits,
                      int zone_number, const V (&u)[Eq::n_var], V inverse_h) {
  // Mode 0 is the constant 1 / sqrt(area of the reference cell).
  const V phi(zone.tables.interpolate[0]);
  V mean[Eq::n_var];
  for (int n = 0; n < Eq::n_var; ++n) mean[n] = phi * u[n];
  const auto w = equations.point(mean);
  V rate = equations.wave_speed(w) * V(limits.convective[zone_number]) * inverse_h;
  if (equations.viscous) rate += V(limits.viscous[zone_number]) * equations.diffusivity(w) * inverse_h * inverse_h;
  return select(equations.admissible(mean, w), rate, V(std::numeric_limits<RealOf<V>>::quiet_NaN()));
}

/// Whether a rate is that of a state; one that overflows is none either.
template <class Real>
RKDG_FN bool is_rate(Real rate) {
  return rate >= Real(0) && rate <= std::numeric_limits<Real>::max();
}

/// The rate of each cell of a state.
template <class Eq>
struct CellRate {
  using Real = typename Eq::Real;

  KernelContext<Eq> context;
  StepLimits<Real> limits;
  const Real* state;
  int zone_number;

  template <class V>
  RKDG_FN V operator()(Index first) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V u[Eq::n_var];
    for (int n = 0; n < Eq::n_var; ++n) u[n] = load<V>(base + zone.layout.mode(n, 0));
    const V inverse_h = load<V>(zone.inverse_length + first);
    const V rate = stable_rate<V>(zone, context.equations, limits, zone_number, u, inverse_h);
    if constexpr (DependsOnCell<Eq>) {
      if (limits.of_model) return of_model<V>(first);
      if (limits.of_given_viscosity)
        return rate + V(limits.viscous[zone_number]) * in_cells<V>(context.equations, zone, first).given_diffusivity() *
                          inverse_h * inverse_h;
    }
    return rate;
  }

  /// What a subgrid model adds.
  template <class V>
  RKDG_FN V of_model(Index first) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    const V inverse_h = load<V>(zone.inverse_length + first);
    return V(limits.viscous[zone_number]) * added_diffusivity<V>(zone, context.equations, base, first) * inverse_h *
           inverse_h;
  }
};

/// Writes the stable step of each cell, times the CFL number, to an array of one number per cell. None is longer than
/// `spread` times the least.
template <class Eq>
struct LocalTimeStep {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  CellRate<Eq> rate;
  const Real* least;  ///< one number where the kernel runs, times the CFL number
  Real* dt;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = rate.context.zones.zone[rate.zone_number];
    V of_cell = rate.template operator()<V>(first) + V(rate.limits.source);
    if constexpr (DependsOnCell<Eq>)
      if (!rate.limits.of_given_viscosity) of_cell += rate.template of_model<V>(first);
    const V own = V(rate.limits.cfl) / of_cell;
    store(dt + zone.cell_begin + first, minimum(own, V(rate.limits.spread * *least)));
  }
};

}  // namespace dg
