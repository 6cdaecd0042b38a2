/// What enters through outflows that do not reflect, at each of their points: see incoming_wave().
#pragma once

#include <cstdint>

#include "libdg/equations/navier_stokes/boundary.hpp"

namespace dg {

/// A point of such a boundary.
template <class Real, int Dim>
struct OutflowPoint {
  std::int64_t cell;             ///< first coefficient of its cell in a state array
  std::int64_t variable_stride;  ///< from one variable of the cell to the next
  std::int64_t data;             ///< its first number in the boundary data
  Index condition, zone, modes;
  Real normal[Dim];
  Real distance;  ///< from the middle of what the mean is taken over to the boundary, along the normal
};

/// Writes the incoming wave of each point to the boundary data.
template <class Real, int Dim>
struct IncomingWaves {
  Gas<Real> gas;
  const BoundaryParameters<Real, Dim>* conditions;
  const OutflowPoint<Real, Dim>* points;
  const std::int64_t* modes;  ///< [zone][most_modes]: how much further mode k of a variable lies
  const Real* weights;        ///< [point][most_modes]: parts of the modes in the mean over the depth of the cell
  Index most_modes;
  Real* data;

  /// At point i, for a state by modes.
  RKDG_CALL void operator()(Index i, const Real* state) const {
    const OutflowPoint<Real, Dim>& point = points[i];
    Real mean[Dim + 2];
    for (int n = 0; n < Dim + 2; ++n) {
      mean[n] = Real(0);
      for (Index k = 0; k < point.modes; ++k)
        mean[n] += weights[std::int64_t(i) * most_modes + k] *
                   state[point.cell + n * point.variable_stride + modes[point.zone * most_modes + k]];
    }
    const BoundaryParameters<Real, Dim>& bc = conditions[point.condition];
    Real* here = data + point.data;
    const Real pressure = bc.from_data ? at_point(bc, here).pressure : bc.pressure;
    const IncomingWave<Real> wave = incoming_wave(gas, mean, point.normal, pressure, bc.relaxation, point.distance);
    here[place_of_incoming<Dim>] = wave.un;
    here[place_of_incoming<Dim> + 1] = wave.p;
  }
};

}  // namespace dg
