/// Supersonic inflow: all of the state is given.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/given_state.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

struct SupersonicIn : GivenState {
  static constexpr const char* name = "supersonic-in";

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>&, const V (&)[N],
                              const RealOf<V> (&)[Dim], const RealOf<V>*, V (&u)[N]) {
    for (int k = 0; k < N; ++k) u[k] = V(bc.state[k]);
  }
};

}  // namespace dg
