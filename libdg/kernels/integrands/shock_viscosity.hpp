/// Artificial viscosity at shocks, of a cell from its polynomial of the density.
///
/// The sensor of Persson and Peraire (AIAA 2006-112) is s = log10 (sum of c_k^2 of the modes of highest degree / sum of
/// all c_k^2) of the density. nu_a = nu_max r^2 (3 - 2 r), where r rises from 0 to 1 as s goes from s_0 - w to s_0 + w,
/// with s_0 = sensor_level - 4 log10 p, w = sensor_width and nu_max = viscosity_factor h (|u| + c) / p of the cell
/// average: in resolved flow, c_k decays as fast as 1 / k^2 at least, at a shock as 1 / k. nu_a has a continuous
/// derivative, so that Newton's method converges with it.
#pragma once

#include <limits>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

inline constexpr double sensor_level = -3.0, sensor_width = 1.0, viscosity_factor = 1.0;
/// Such that the stagnation enthalpy is constant through a shock that only this viscosity makes continuous.
inline constexpr double shock_prandtl = 0.75;

/// The cells of a zone.
template <class Real, int Dim>
struct ShockViscosity {
  NavierStokes<Real, Dim> gas;
  StateLayout layout;
  std::int64_t state_begin;
  const Real* inverse_length;  ///< [cell]: 1 / h
  Index modes, first_highest;  ///< of them; all from the second number on have the highest degree
  Real constant;               ///< mode 0
  Real level, factor;          ///< s_0, and viscosity_factor / p
  Real* viscosity;             ///< [cell]: nu_a
  Real* strength;              ///< [cell]: nu_a / nu_max

  /// Of a cell, for a state by modes. A state of a density that is zero, which padding may have, has none.
  RKDG_CALL void operator()(Index cell, const Real* state) const {
    const Real* at = state + state_begin + layout.cell(std::int64_t(cell));
    Real all(0), highest(0);
    for (Index k = 0; k < modes; ++k) {
      const Real c = at[layout.mode(0, k)];
      all += c * c;
      if (k >= first_highest) highest += c * c;
    }
    constexpr Real tiny = std::numeric_limits<Real>::min();
    constexpr Real per_ln = Real(0.43429448190325183);  // 1 / ln 10
    const Real s = per_ln * logarithm((highest + tiny) / (all + tiny));
    const Real rise = (s - level + Real(sensor_width)) / Real(2 * sensor_width);
    const Real r = rise < Real(0) ? Real(0) : rise > Real(1) ? Real(1) : rise, part = r * r * (Real(3) - Real(2) * r);
    strength[cell] = part;
    viscosity[cell] = part > Real(0) ? part * largest(cell, at) : Real(0);
  }

 private:
  RKDG_FN Real largest(Index cell, const Real* at) const {
    Real mean[Dim + 2];
    for (int n = 0; n < Dim + 2; ++n) mean[n] = constant * at[layout.mode(n, 0)];
    return factor * gas.wave_speed(gas.point(mean)) / inverse_length[cell];
  }
};

}  // namespace dg
