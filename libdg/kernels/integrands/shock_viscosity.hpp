/// Artificial viscosity at shocks, of a cell from its polynomial of the density.
///
/// The sensor of Persson and Peraire (AIAA 2006-112) is, for the density,
/// `S = sum of c_k^2 of the modes of highest degree / sum of all c_k^2`. It is of the order h^2p where the flow is
/// resolved. Here nu_a = nu_max S / (S + S_0) with S_0 = sensor_scale / p^4 and nu_max = viscosity_factor h (|u| + c) /
/// p of the cell average. Their ramp in log S turns the viscosity on and off within a decade of S or two. At degrees 2
/// and 3 it lets Newton's method cycle. This one is smooth everywhere.
#pragma once

#include <limits>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

inline constexpr double sensor_scale = 0.01, viscosity_factor = 0.3;
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
  Real scale, factor;          ///< S_0, and viscosity_factor / p
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
    const Real part = highest / (highest + scale * all + tiny);
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
