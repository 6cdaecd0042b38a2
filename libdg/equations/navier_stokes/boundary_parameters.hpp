/// Boundary conditions of a gas in the form that kernels read.
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/equations/navier_stokes/boundaries/list.hpp"

namespace dg {

/// A boundary condition in the form kernels read.
template <class Real, int Dim>
struct BoundaryParameters {
  BoundaryType type;
  bool from_data;       ///< the values that follow lie in the boundary data
  Real state[Dim + 2];  ///< farfield, supersonic_in: conservative
  Real velocity[Dim];
  Real temperature, heat_flux, pressure, total_pressure, total_temperature;
  Real relaxation;  ///< outflow_nonreflecting: per length
  Real direction[Dim];
};

/// Takes the values of a condition (BoundaryDefaults) from the data at a point, one after the other.
template <class Real>
struct ValuesInData {
  const Real* data;

  template <int N>
  RKDG_FN void state(Real (&u)[N]) {
    for (int k = 0; k < N; ++k) u[k] = *data++;
  }
  template <int N>
  RKDG_FN void vector(const char*, Real (&x)[N]) {
    state(x);
  }
  template <int N>
  RKDG_FN void direction(const char*, Real (&x)[N]) {
    state(x);
  }
  RKDG_FN void number(const char*, Real& x) { x = *data++; }
  RKDG_FN void pressure(const char*, Real& x) { x = *data++; }
  RKDG_FN void temperature(const char*, Real& x) { x = *data++; }
};

/// The condition at a point, with the values that lie in the data there.
template <int Dim, class Real>
RKDG_CALL BoundaryParameters<Real, Dim> at_point(BoundaryParameters<Real, Dim> bc, const Real* data) {
  GasBoundaries::visit_shared<ValuesOwner>(static_cast<int>(bc.type), [&](auto condition) {
    if constexpr (requires { condition.take_data(bc, data); })
      condition.take_data(bc, data);
    else
      condition.values(bc, ValuesInData<Real>{data});
  });
  bc.from_data = false;
  return bc;
}

}  // namespace dg
