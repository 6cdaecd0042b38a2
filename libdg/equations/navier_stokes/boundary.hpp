/// Boundary states: from the state inside, the ghost state of the convective flux and the state u_b of the viscous
/// terms.
///
/// u_b enters the BR2 lifting with the full jump u - u_b and the one-sided flux F_v(u_b, grad u + eta r). Walls reflect
/// the normal velocity in the ghost state, so that no mass crosses them whatever the Riemann flux. Reference: Bassi,
/// Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include "libdg/equations/navier_stokes/boundary_parameters.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/equations/navier_stokes/incoming_wave.hpp"
#include "libdg/equations/navier_stokes/open_boundary.hpp"

namespace dg {

/// How much of the viscous flux through a boundary counts.
template <class Real>
struct ViscousFactors {
  Real tangential = 1;  ///< of the traction along the face
  Real heat = 1;        ///< of conduction; 0: the given heat in its place
  Real given_heat = 0;  ///< into the gas
};

template <class Real>
RKDG_CALL ViscousFactors<Real> viscous_factors(BoundaryType type, Real heat_flux = 0) {
  if (type == BoundaryType::wall_adiabatic) return {1, 0, 0};
  if (type == BoundaryType::wall_heat_flux) return {1, 0, heat_flux};
  if (type == BoundaryType::wall_modelled) return {0, 0, heat_flux};
  if (type == BoundaryType::wall_slip || type == BoundaryType::symmetry) return {0, 0, 0};
  return {1, 1, 0};
}

/// State inside with its velocity relative to the wall reflected (factor 2) or made tangential (factor 1).
template <int N, int Dim, class V>
RKDG_CALL void without_normal_velocity(const Gas<RealOf<V>>& gas, const V (&inside)[N], const RealOf<V>* wall_velocity,
                                       const RealOf<V> (&n)[Dim], RealOf<V> factor, V (&u)[N]) {
  const auto a = primitive(gas, inside);
  V velocity[Dim], un(RealOf<V>(0));
  for (int d = 0; d < Dim; ++d) un += (a.velocity[d] - wall_velocity[d]) * n[d];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] - factor * un * n[d];
  from_primitive(gas, inside[0], velocity, a.p, u);
}

/// boundary_states() for a condition that has all its values but those of `exact` and the incoming wave.
template <int N, int Dim, class V>
RKDG_CALL void states_of(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas, const V (&inside)[N],
                         const RealOf<V> (&n)[Dim], const RealOf<V>* data, V (&ghost)[N], V (&u_b)[N]) {
  using Real = RealOf<V>;
  const Real still[Dim] = {};
  switch (bc.type) {
    case BoundaryType::farfield:
      farfield_state(gas, inside, bc.state, n, u_b);
      break;
    case BoundaryType::wall_adiabatic:
    case BoundaryType::wall_heat_flux:
    case BoundaryType::wall_isothermal: {
      const auto a = primitive(gas, inside);
      const bool isothermal = bc.type == BoundaryType::wall_isothermal;
      V velocity[Dim];
      for (int d = 0; d < Dim; ++d) velocity[d] = V(bc.velocity[d]);
      from_primitive(gas, isothermal ? gas.gamma * a.p / bc.temperature : inside[0], velocity, a.p, u_b);
      without_normal_velocity(gas, inside, bc.velocity, n, Real(2), ghost);
      return;
    }
    case BoundaryType::wall_modelled:  // slips: friction and heat are given
    case BoundaryType::wall_slip:
    case BoundaryType::symmetry:
      without_normal_velocity(gas, inside, still, n, Real(1), u_b);
      without_normal_velocity(gas, inside, still, n, Real(2), ghost);
      return;
    case BoundaryType::outflow_pressure:
      outflow_state(gas, inside, bc.pressure, n, u_b);
      break;
    case BoundaryType::outflow_nonreflecting:
      outflow_wave_state(gas, inside, {data[place_of_incoming<Dim>], data[place_of_incoming<Dim> + 1]}, n, u_b);
      break;
    case BoundaryType::inflow_total:
      inflow_state(gas, inside, bc, n, u_b);
      break;
    case BoundaryType::inflow_velocity:
      inflow_velocity_state(gas, inside, bc, n, u_b);
      break;
    case BoundaryType::supersonic_in:
      for (int k = 0; k < N; ++k) u_b[k] = V(bc.state[k]);
      break;
    case BoundaryType::exact:
      for (int k = 0; k < N; ++k) u_b[k] = V(data[k]);
      break;
    case BoundaryType::supersonic_out:
    case BoundaryType::periodic:
      for (int k = 0; k < N; ++k) u_b[k] = inside[k];
      break;
  }
  for (int k = 0; k < N; ++k) ghost[k] = u_b[k];
}

/// Ghost state and viscous state on a boundary, from the state inside, the outward unit normal, and the data at this
/// point. The data are those of at_point() where the condition takes its values from them, and the conservative state
/// for `exact`. V is a number, or one with a derivative.
template <int N, int Dim, class V>
RKDG_CALL void boundary_states(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                               const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>* data, V (&ghost)[N],
                               V (&u_b)[N]) {
  BoundaryParameters<RealOf<V>, Dim> here;
  const BoundaryParameters<RealOf<V>, Dim>* condition = &bc;
  if (bc.from_data) {
    here = at_point(bc, data);
    condition = &here;
  }
  states_of(*condition, gas, inside, n, data, ghost, u_b);
}

}  // namespace dg
