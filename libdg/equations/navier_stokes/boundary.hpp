/// Boundary states: from the state inside, the ghost state of the convective flux and the state u_b of the viscous
/// terms. Each condition says its own, in boundaries/.
#pragma once

#include "libdg/equations/navier_stokes/boundary_parameters.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

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
  const auto has = [&](auto trait) { return boundary_has(type, trait); };
  return {has([](auto condition) { return condition.passes_traction; }) ? Real(1) : Real(0),
          has([](auto condition) { return condition.conducts; }) ? Real(1) : Real(0),
          has([](auto condition) { return condition.gives_heat; }) ? heat_flux : Real(0)};
}

/// boundary_states() for a condition that has all its values but those of `exact` and the incoming wave.
template <int N, int Dim, class V>
RKDG_CALL void states_of(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas, const V (&inside)[N],
                         const RealOf<V> (&n)[Dim], const RealOf<V>* data, V (&ghost)[N], V (&u_b)[N]) {
  using Real = RealOf<V>;
  GasBoundaries::visit_shared<StateOwner>(static_cast<int>(bc.type),
                                          [&](auto condition) { condition.state(bc, gas, inside, n, data, u_b); });
  if (!boundary_has(bc.type, [](auto condition) { return condition.is_closed; })) {
    for (int k = 0; k < N; ++k) ghost[k] = u_b[k];
    return;
  }
  const bool moves = boundary_has(bc.type, [](auto condition) { return condition.is_no_slip; });
  Real velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = moves ? bc.velocity[d] : Real(0);
  without_normal_velocity(gas, inside, velocity, n, Real(2), ghost);
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
