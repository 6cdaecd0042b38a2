/// Outflow that does not reflect: the acoustic wave that enters there, and the state outside for a given wave.
///
/// Reference: Poinsot and Lele, J. Comput. Phys. 101 (1992) 104.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

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
  const auto flow = normal_flow(gas, mean, n);
  const Real strength = relaxation * distance * maximum(1 + flow.un / flow.c, Real(0));
  return {flow.un, flow.w.p - strength * (flow.w.p - pressure)};
}

/// Where the incoming wave lies in the data at a point: u_n, p. Of these the condition itself takes the first alone.
/// The solver writes them before each stage (kernels/integrands/incoming_waves.hpp).
template <int Dim>
inline constexpr int place_of_incoming = Dim;

struct OutflowNonreflecting : BoundaryDefaults {
  static constexpr const char* name = "outflow-nonreflecting";
  static constexpr const char* explicit_only = "'farfield' and 'outflow-pressure' work with all";

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.pressure("pressure", bc.pressure);
  }
  template <class Condition, class Value>
  static void constants(Condition& bc, Value&& value) {
    value.not_negative("relaxation", bc.relaxation);
    value.needed_length("length", bc.length, "the length of the domain along the flow");
  }

  /// Entropy, tangential velocity and the outgoing wave p + rho c u_n come from inside.
  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>&, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>* data, V (&u)[N]) {
    using Real = RealOf<V>;
    const IncomingWave<Real> incoming{data[place_of_incoming<Dim>], data[place_of_incoming<Dim> + 1]};
    const auto a = normal_flow(gas, inside, n);
    if (a.un >= a.c) return copy_state(inside, u);
    const V impedance = inside[0] * a.c;
    const V p = maximum(Real(0.5) * (a.w.p + incoming.p + impedance * (a.un - incoming.un)), Real(0.1) * a.w.p);
    change_along_normal(gas, a, n, inside[0] * power(p / a.w.p, 1 / gas.gamma), (a.w.p - p) / impedance, p, u);
  }
};

}  // namespace dg
