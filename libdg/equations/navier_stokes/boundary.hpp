/// Boundary states: from the state inside, the ghost state of the convective flux and the state u_b of the viscous
/// terms.
///
/// u_b enters the BR2 lifting with the full jump u - u_b and the one-sided flux F_v(u_b, grad u + eta r). Walls reflect
/// the normal velocity in the ghost state, so that no mass crosses them whatever the Riemann flux. References: Bassi,
/// Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507; Carlson, NASA/TM-2011-217181 (in- and outflow).
#pragma once

#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// A boundary condition in the form kernels read.
template <class Real, int Dim>
struct BoundaryParameters {
  BoundaryType type;
  bool from_data;       ///< the values that follow lie in the boundary data
  Real state[Dim + 2];  ///< farfield, supersonic_in: conservative
  Real velocity[Dim];
  Real temperature, pressure, total_pressure, total_temperature;
  Real direction[Dim];
};

/// How much of the viscous flux through a boundary counts.
template <class Real>
struct ViscousFactors {
  Real tangential = 1;  ///< of the traction along the face
  Real heat = 1;
};

template <class Real>
RKDG_CALL ViscousFactors<Real> viscous_factors(BoundaryType type) {
  if (type == BoundaryType::wall_adiabatic) return {1, 0};
  if (type == BoundaryType::wall_slip || type == BoundaryType::symmetry) return {0, 0};
  return {1, 1};
}

/// Conservative state from density, velocity and pressure.
template <int N, class Real>
RKDG_CALL void from_primitive(const Gas<Real>& gas, Real rho, const Real* velocity, Real p, Real (&u)[N]) {
  Real w[N];
  w[0] = rho;
  for (int d = 0; d < N - 2; ++d) w[1 + d] = velocity[d];
  w[N - 1] = p;
  conservative<N - 2>(gas, w, u);
}

/// Subsonic far field from the Riemann invariants of the two sides; supersonic: one side decides.
template <int N, int Dim, class Real>
RKDG_CALL void farfield_state(const Gas<Real>& gas, const Real (&inside)[N], const Real (&outside)[N],
                              const Real (&n)[Dim], Real (&u)[N]) {
  const auto a = primitive(gas, inside), b = primitive(gas, outside);
  const Real gm1 = gas.gamma - 1;
  Real un_a = 0, un_b = 0;
  for (int d = 0; d < Dim; ++d) {
    un_a += a.velocity[d] * n[d];
    un_b += b.velocity[d] * n[d];
  }
  const Real c_a = square_root(gas.gamma * a.p * a.inverse_rho), c_b = square_root(gas.gamma * b.p * b.inverse_rho);
  if (un_a >= c_a || un_b <= -c_b) {
    for (int k = 0; k < N; ++k) u[k] = un_a >= c_a ? inside[k] : outside[k];
    return;
  }
  const Real out = un_a + 2 * c_a / gm1, in = un_b - 2 * c_b / gm1;
  const Real un = Real(0.5) * (out + in), c = Real(0.25) * gm1 * (out - in);
  const bool outflow = un > 0;
  const auto& w = outflow ? a : b;
  const Real un_w = outflow ? un_a : un_b;
  Real velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = w.velocity[d] + (un - un_w) * n[d];
  // Entropy s = p / rho^gamma of the side the flow comes from: rho^(gamma-1) = c^2 / (gamma s).
  const Real c2_w = gas.gamma * w.p * w.inverse_rho;
  const Real rho = pow(c * c / c2_w, 1 / gm1) / w.inverse_rho;
  from_primitive(gas, rho, velocity, rho * c * c / gas.gamma, u);
}

/// Subsonic outflow at a given pressure: entropy, tangential velocity and the outgoing invariant come from inside.
template <int N, int Dim, class Real>
RKDG_CALL void outflow_state(const Gas<Real>& gas, const Real (&inside)[N], Real pressure, const Real (&n)[Dim],
                             Real (&u)[N]) {
  const auto a = primitive(gas, inside);
  Real un = 0;
  for (int d = 0; d < Dim; ++d) un += a.velocity[d] * n[d];
  const Real c = square_root(gas.gamma * a.p * a.inverse_rho);
  if (un >= c) {
    for (int k = 0; k < N; ++k) u[k] = inside[k];
    return;
  }
  const Real rho = pow(pressure / a.p, 1 / gas.gamma) / a.inverse_rho;
  const Real change = 2 / (gas.gamma - 1) * (c - square_root(gas.gamma * pressure / rho));
  Real velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] + change * n[d];
  from_primitive(gas, rho, velocity, pressure, u);
}

/// Subsonic inflow at given total pressure, total temperature and direction; the outgoing invariant comes from inside.
template <int N, int Dim, class Real>
RKDG_CALL void inflow_state(const Gas<Real>& gas, const Real (&inside)[N], const BoundaryParameters<Real, Dim>& bc,
                            const Real (&n)[Dim], Real (&u)[N]) {
  const auto a = primitive(gas, inside);
  const Real gm1 = gas.gamma - 1;
  Real un = 0, cosine = 0;
  for (int d = 0; d < Dim; ++d) {
    un += a.velocity[d] * n[d];
    cosine += bc.direction[d] * n[d];
  }
  const Real out = un + 2 / gm1 * square_root(gas.gamma * a.p * a.inverse_rho);
  // out = V cosine + 2 c / gm1 and c^2 = c0^2 - gm1 V^2 / 2: a quadratic in the speed V; c0^2 = T0.
  const Real c0_2 = bc.total_temperature;
  const Real qa = cosine * cosine + 2 / gm1, qb = -2 * out * cosine, qc = out * out - 4 * c0_2 / (gm1 * gm1);
  const Real discriminant = maximum(qb * qb - 4 * qa * qc, Real(0));
  const Real speed = maximum((-qb + square_root(discriminant)) / (2 * qa), Real(0));
  const Real c2 = maximum(c0_2 - Real(0.5) * gm1 * speed * speed, Real(0.01) * c0_2);
  const Real p = bc.total_pressure * pow(c2 / c0_2, gas.gamma / gm1);
  Real velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = speed * bc.direction[d];
  from_primitive(gas, gas.gamma * p / c2, velocity, p, u);
}

/// State inside with its velocity relative to the wall reflected (factor 2) or made tangential (factor 1).
template <int N, int Dim, class Real>
RKDG_CALL void without_normal_velocity(const Gas<Real>& gas, const Real (&inside)[N], const Real* wall_velocity,
                                       const Real (&n)[Dim], Real factor, Real (&u)[N]) {
  const auto a = primitive(gas, inside);
  Real velocity[Dim], un = 0;
  for (int d = 0; d < Dim; ++d) un += (a.velocity[d] - wall_velocity[d]) * n[d];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] - factor * un * n[d];
  from_primitive(gas, inside[0], velocity, a.p, u);
}

/// The condition at a point, with the values that lie in the data there: farfield, supersonic_in: conservative state;
/// walls: velocity, temperature; outflow_pressure: pressure; inflow_total: total pressure and temperature, direction of
/// length 1.
template <int Dim, class Real>
RKDG_CALL BoundaryParameters<Real, Dim> at_point(BoundaryParameters<Real, Dim> bc, const Real* data) {
  switch (bc.type) {
    case BoundaryType::farfield:
    case BoundaryType::supersonic_in:
      for (int k = 0; k < Dim + 2; ++k) bc.state[k] = data[k];
      break;
    case BoundaryType::wall_adiabatic:
    case BoundaryType::wall_isothermal:
      for (int d = 0; d < Dim; ++d) bc.velocity[d] = data[d];
      bc.temperature = data[Dim];
      break;
    case BoundaryType::outflow_pressure:
      bc.pressure = data[0];
      break;
    case BoundaryType::inflow_total:
      bc.total_pressure = data[0];
      bc.total_temperature = data[1];
      for (int d = 0; d < Dim; ++d) bc.direction[d] = data[2 + d];
      break;
    default:
      break;
  }
  bc.from_data = false;
  return bc;
}

/// boundary_states() for a condition that has all its values but those of `exact`.
template <int N, int Dim, class Real>
RKDG_CALL void states_of(const BoundaryParameters<Real, Dim>& bc, const Gas<Real>& gas, const Real (&inside)[N],
                         const Real (&n)[Dim], const Real* data, Real (&ghost)[N], Real (&u_b)[N]) {
  const Real still[Dim] = {};
  switch (bc.type) {
    case BoundaryType::farfield:
      farfield_state(gas, inside, bc.state, n, u_b);
      break;
    case BoundaryType::wall_adiabatic:
    case BoundaryType::wall_isothermal: {
      const auto a = primitive(gas, inside);
      const bool adiabatic = bc.type == BoundaryType::wall_adiabatic;
      from_primitive(gas, adiabatic ? inside[0] : gas.gamma * a.p / bc.temperature, bc.velocity, a.p, u_b);
      without_normal_velocity(gas, inside, bc.velocity, n, Real(2), ghost);
      return;
    }
    case BoundaryType::wall_slip:
    case BoundaryType::symmetry:
      without_normal_velocity(gas, inside, still, n, Real(1), u_b);
      without_normal_velocity(gas, inside, still, n, Real(2), ghost);
      return;
    case BoundaryType::outflow_pressure:
      outflow_state(gas, inside, bc.pressure, n, u_b);
      break;
    case BoundaryType::inflow_total:
      inflow_state(gas, inside, bc, n, u_b);
      break;
    case BoundaryType::supersonic_in:
      for (int k = 0; k < N; ++k) u_b[k] = bc.state[k];
      break;
    case BoundaryType::exact:
      for (int k = 0; k < N; ++k) u_b[k] = data[k];
      break;
    case BoundaryType::supersonic_out:
    case BoundaryType::periodic:
      for (int k = 0; k < N; ++k) u_b[k] = inside[k];
      break;
  }
  for (int k = 0; k < N; ++k) ghost[k] = u_b[k];
}

/// Ghost state and viscous state on a boundary, from the state inside, the outward unit normal, and the data at this
/// point: those of at_point() where the condition takes its values from them, the conservative state for `exact`.
template <int N, int Dim, class Real>
RKDG_CALL void boundary_states(const BoundaryParameters<Real, Dim>& bc, const Gas<Real>& gas, const Real (&inside)[N],
                               const Real (&n)[Dim], const Real* data, Real (&ghost)[N], Real (&u_b)[N]) {
  BoundaryParameters<Real, Dim> here;
  const BoundaryParameters<Real, Dim>* condition = &bc;
  if (bc.from_data) {
    here = at_point(bc, data);
    condition = &here;
  }
  states_of(*condition, gas, inside, n, data, ghost, u_b);
}

}  // namespace dg
