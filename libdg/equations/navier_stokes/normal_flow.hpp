/// The state inside a boundary along its normal n: what waves that enter and leave there depend on.
#pragma once

#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

template <class V, int Dim>
struct NormalFlow {
  Primitive<V, Dim> w;
  V un, c;  ///< velocity along the normal, speed of sound
};

template <int N, int Dim, class V>
RKDG_FN NormalFlow<V, Dim> normal_flow(const Gas<RealOf<V>>& gas, const V (&state)[N], const RealOf<V> (&n)[Dim]) {
  const auto w = primitive(gas, state);
  V un(RealOf<V>(0));
  for (int d = 0; d < Dim; ++d) un += w.velocity[d] * n[d];
  return {w, un, square_root(gas.gamma * w.p * w.inverse_rho)};
}

/// The state with this density and pressure, whose velocity along the normal differs by `change`.
template <int N, int Dim, class V>
RKDG_FN void change_along_normal(const Gas<RealOf<V>>& gas, const NormalFlow<V, Dim>& inside, const RealOf<V> (&n)[Dim],
                                 V rho, V change, V p, V (&u)[N]) {
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = inside.w.velocity[d] + change * n[d];
  from_primitive(gas, rho, velocity, p, u);
}

template <int N, class V>
RKDG_FN void copy_state(const V (&from)[N], V (&to)[N]) {
  for (int k = 0; k < N; ++k) to[k] = from[k];
}

}  // namespace dg
