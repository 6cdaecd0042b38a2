/// Far field: the state far away, through the Riemann invariants of both sides.
///
/// Reference: Carlson, NASA/TM-2011-217181.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/given_state.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

struct Farfield : GivenState {
  static constexpr const char* name = "farfield";

  /// Subsonic from the Riemann invariants of the two sides; supersonic: one side decides.
  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>*, V (&u)[N]) {
    using Real = RealOf<V>;
    const auto a = normal_flow(gas, inside, n);
    const auto b = normal_flow(gas, bc.state, n);
    const Real gm1 = gas.gamma - 1;
    if (a.un >= a.c || b.un <= -b.c) {
      for (int k = 0; k < N; ++k) u[k] = a.un >= a.c ? inside[k] : V(bc.state[k]);
      return;
    }
    const V out = a.un + 2 * a.c / gm1;
    const Real in = b.un - 2 * b.c / gm1;
    const V un = Real(0.5) * (out + in), c = Real(0.25) * gm1 * (out - in);
    // Entropy s = p / rho^gamma and tangential velocity of the side the flow comes from:
    // rho^(gamma-1) = c^2 / (gamma s).
    const bool outflow = un > Real(0);
    const V change = un - (outflow ? a.un : V(b.un));
    V velocity[Dim];
    for (int d = 0; d < Dim; ++d) velocity[d] = (outflow ? a.w.velocity[d] : V(b.w.velocity[d])) + change * n[d];
    const V p_w = outflow ? a.w.p : V(b.w.p), inverse_rho_w = outflow ? a.w.inverse_rho : V(b.w.inverse_rho);
    const V c2_w = gas.gamma * p_w * inverse_rho_w;
    const V rho = power(c * c / c2_w, 1 / gm1) / inverse_rho_w;
    from_primitive(gas, rho, velocity, rho * c * c / gas.gamma, u);
  }
};

}  // namespace dg
