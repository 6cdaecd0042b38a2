/// What enters through outflows that do not reflect, at each of their points: see incoming_wave().
#pragma once

#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/kernels/integrands/boundary_readings.hpp"

namespace dg {

/// Writes the incoming wave of each point to the boundary data; what is read is the mean over the depth of the cell.
template <class Real, int Dim>
struct IncomingWaves {
  Gas<Real> gas;
  const BoundaryParameters<Real, Dim>* conditions;
  BoundaryReadings<Real, Dim> readings;
  Real* data;

  /// At point i, for a state by modes.
  RKDG_CALL void operator()(Index i, const Real* state) const {
    const BoundaryReading<Real, Dim>& point = readings.points[i];
    Real mean[Dim + 2];
    readings.read(i, 0, state, mean);
    const BoundaryParameters<Real, Dim>& bc = conditions[point.condition];
    Real* here = data + point.data;
    const Real pressure = bc.from_data ? at_point(bc, here).pressure : bc.pressure;
    const IncomingWave<Real> wave = incoming_wave(gas, mean, point.normal, pressure, bc.relaxation, point.distance);
    here[place_of_incoming<Dim>] = wave.un;
    here[place_of_incoming<Dim> + 1] = wave.p;
  }
};

}  // namespace dg
