/// Boundary states: from the state inside, the ghost state of the convective flux and the state u_b of the viscous
/// terms.
///
/// u_b enters the BR2 lifting with the full jump u - u_b and the one-sided flux F_v(u_b, grad u + eta r). Walls reflect
/// the normal velocity in the ghost state, so that no mass crosses them whatever the Riemann flux. References: Bassi,
/// Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507; Carlson, NASA/TM-2011-217181 (in- and outflow); Poinsot and
/// Lele, J. Comput. Phys. 101 (1992) 104 (outflow that does not reflect).
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
  Real temperature, heat_flux, pressure, total_pressure, total_temperature;
  Real relaxation;  ///< outflow_nonreflecting: per length
  Real direction[Dim];
};

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

/// Conservative state from density, velocity and pressure.
template <int N, class V>
RKDG_CALL void from_primitive(const Gas<RealOf<V>>& gas, V rho, const V* velocity, V p, V (&u)[N]) {
  V w[N];
  w[0] = rho;
  for (int d = 0; d < N - 2; ++d) w[1 + d] = velocity[d];
  w[N - 1] = p;
  conservative<N - 2>(gas, w, u);
}

/// Subsonic far field from the Riemann invariants of the two sides; supersonic: one side decides.
template <int N, int Dim, class V>
RKDG_CALL void farfield_state(const Gas<RealOf<V>>& gas, const V (&inside)[N], const RealOf<V> (&outside)[N],
                              const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  const auto b = primitive(gas, outside);
  const Real gm1 = gas.gamma - 1;
  V un_a(Real(0));
  Real un_b = 0;
  for (int d = 0; d < Dim; ++d) {
    un_a += a.velocity[d] * n[d];
    un_b += b.velocity[d] * n[d];
  }
  const V c_a = square_root(gas.gamma * a.p * a.inverse_rho);
  const Real c_b = square_root(gas.gamma * b.p * b.inverse_rho);
  if (un_a >= c_a || un_b <= -c_b) {
    for (int k = 0; k < N; ++k) u[k] = un_a >= c_a ? inside[k] : V(outside[k]);
    return;
  }
  const V out = un_a + 2 * c_a / gm1;
  const Real in = un_b - 2 * c_b / gm1;
  const V un = Real(0.5) * (out + in), c = Real(0.25) * gm1 * (out - in);
  // Entropy s = p / rho^gamma and tangential velocity of the side the flow comes from:
  // rho^(gamma-1) = c^2 / (gamma s).
  const bool outflow = un > Real(0);
  const V change = un - (outflow ? un_a : V(un_b));
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = (outflow ? a.velocity[d] : V(b.velocity[d])) + change * n[d];
  const V p_w = outflow ? a.p : V(b.p), inverse_rho_w = outflow ? a.inverse_rho : V(b.inverse_rho);
  const V c2_w = gas.gamma * p_w * inverse_rho_w;
  const V rho = power(c * c / c2_w, 1 / gm1) / inverse_rho_w;
  from_primitive(gas, rho, velocity, rho * c * c / gas.gamma, u);
}

/// Subsonic outflow at a given pressure: entropy, tangential velocity and the outgoing invariant come from inside.
template <int N, int Dim, class V>
RKDG_CALL void outflow_state(const Gas<RealOf<V>>& gas, const V (&inside)[N], RealOf<V> pressure,
                             const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  V un(Real(0));
  for (int d = 0; d < Dim; ++d) un += a.velocity[d] * n[d];
  const V c = square_root(gas.gamma * a.p * a.inverse_rho);
  if (un >= c) {
    for (int k = 0; k < N; ++k) u[k] = inside[k];
    return;
  }
  const V rho = power(pressure / a.p, 1 / gas.gamma) / a.inverse_rho;
  const V change = 2 / (gas.gamma - 1) * (c - square_root(gas.gamma * pressure / rho));
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] + change * n[d];
  from_primitive(gas, rho, velocity, V(pressure), u);
}

/// What enters through an outflow that does not reflect: the acoustic wave p - rho c u_n. It follows from the mean
/// state over the depth of the cell, its middle `distance` inside, and p_inf outside. The wave is that of
///
///     u_n = mean u_n,   p = mean p - K distance / (c - u_n) (mean p - p_inf),   K = relaxation (1 - M^2) c,   M = u_n
///     / c.
///
/// As the trace of the wave has this value, `(u_n - c) d(p - rho c u_n)/dn = K (p - p_inf)`. As the cells get finer,
/// this is the incoming wave of Poinsot and Lele, and `relaxation` is their sigma by the length of the domain. A mean
/// of what has entered lets no sound of the cell's size grow, as the trace itself would.
template <class Real>
struct IncomingWave {
  Real un, p;
};
template <int N, int Dim, class Real>
RKDG_CALL IncomingWave<Real> incoming_wave(const Gas<Real>& gas, const Real (&mean)[N], const Real (&n)[Dim],
                                           Real pressure, Real relaxation, Real distance) {
  const auto w = primitive(gas, mean);
  Real un = 0;
  for (int d = 0; d < Dim; ++d) un += w.velocity[d] * n[d];
  const Real c = square_root(gas.gamma * w.p * w.inverse_rho);
  const Real strength = relaxation * distance * maximum(1 + un / c, Real(0));
  return {un, w.p - strength * (w.p - pressure)};
}

/// Subsonic outflow with a given incoming wave: entropy, tangential velocity and the outgoing wave p + rho c u_n come
/// from inside.
template <int N, int Dim, class V>
RKDG_CALL void outflow_wave_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                                  const IncomingWave<RealOf<V>>& incoming, const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  V un(Real(0));
  for (int d = 0; d < Dim; ++d) un += a.velocity[d] * n[d];
  const V c = square_root(gas.gamma * a.p * a.inverse_rho);
  if (un >= c) {
    for (int k = 0; k < N; ++k) u[k] = inside[k];
    return;
  }
  const V impedance = inside[0] * c;
  const V p = maximum(Real(0.5) * (a.p + incoming.p + impedance * (un - incoming.un)), Real(0.1) * a.p);
  const V change = (a.p - p) / impedance;
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] + change * n[d];
  from_primitive(gas, inside[0] * power(p / a.p, 1 / gas.gamma), velocity, p, u);
}

/// Subsonic inflow at given total pressure, total temperature and direction; the outgoing invariant comes from inside.
template <int N, int Dim, class V>
RKDG_CALL void inflow_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                            const BoundaryParameters<RealOf<V>, Dim>& bc, const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  const Real gm1 = gas.gamma - 1;
  V un(Real(0));
  Real cosine = 0;
  for (int d = 0; d < Dim; ++d) {
    un += a.velocity[d] * n[d];
    cosine += bc.direction[d] * n[d];
  }
  const V out = un + 2 / gm1 * square_root(gas.gamma * a.p * a.inverse_rho);
  // out = speed cosine + 2 c / gm1 and c^2 = c0^2 - gm1 speed^2 / 2: a quadratic in the speed; c0^2 = T0.
  const Real c0_2 = bc.total_temperature, qa = cosine * cosine + 2 / gm1;
  const V qb = -2 * out * cosine, qc = out * out - 4 * c0_2 / (gm1 * gm1);
  const V discriminant = maximum(qb * qb - 4 * qa * qc, V(Real(0)));
  const V speed = maximum((-qb + square_root(discriminant)) / (2 * qa), V(Real(0)));
  const V c2 = maximum(c0_2 - Real(0.5) * gm1 * speed * speed, V(Real(0.01) * c0_2));
  const V p = bc.total_pressure * power(c2 / c0_2, gas.gamma / gm1);
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = speed * bc.direction[d];
  from_primitive(gas, gas.gamma * p / c2, velocity, p, u);
}

/// Subsonic inflow at given velocity and temperature. The pressure follows from the acoustic wave that leaves,
/// `p + rho c u_n`. So the velocity between this state and that inside is the given one.
template <int N, int Dim, class V>
RKDG_CALL void inflow_velocity_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                                     const BoundaryParameters<RealOf<V>, Dim>& bc, const RealOf<V> (&n)[Dim],
                                     V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  V change(Real(0)), velocity[Dim];
  for (int d = 0; d < Dim; ++d) {
    velocity[d] = V(bc.velocity[d]);
    change += (a.velocity[d] - velocity[d]) * n[d];
  }
  const V p = maximum(a.p + square_root(gas.gamma * a.p * inside[0]) * change, Real(0.1) * a.p);
  from_primitive(gas, gas.gamma * p / bc.temperature, velocity, p, u);
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

/// The condition at a point, with the values that lie in the data there. They are the conservative state for farfield
/// and supersonic_in, velocity and temperature for walls and inflow_velocity. For wall_heat_flux they are velocity and
/// heat flux, for outflows the pressure. For inflow_total: total pressure and temperature, direction of length 1. For
/// wall_modelled: traction of the wall on the gas, heat flux.
template <int Dim, class Real>
RKDG_CALL BoundaryParameters<Real, Dim> at_point(BoundaryParameters<Real, Dim> bc, const Real* data) {
  switch (bc.type) {
    case BoundaryType::farfield:
    case BoundaryType::supersonic_in:
      for (int k = 0; k < Dim + 2; ++k) bc.state[k] = data[k];
      break;
    case BoundaryType::wall_adiabatic:
    case BoundaryType::wall_isothermal:
    case BoundaryType::inflow_velocity:
      for (int d = 0; d < Dim; ++d) bc.velocity[d] = data[d];
      bc.temperature = data[Dim];
      break;
    case BoundaryType::wall_heat_flux:
      for (int d = 0; d < Dim; ++d) bc.velocity[d] = data[d];
      bc.heat_flux = data[Dim];
      break;
    case BoundaryType::wall_modelled:
      bc.heat_flux = data[Dim];
      break;
    case BoundaryType::outflow_pressure:
    case BoundaryType::outflow_nonreflecting:
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

/// Of an outflow that does not reflect, where the incoming wave lies in the data at a point: u_n, p. Of these the
/// condition itself takes the first alone.
template <int Dim>
inline constexpr int place_of_incoming = Dim;

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
