/// Supersonic outflow: all of the state comes from inside.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

struct SupersonicOut : BoundaryDefaults {
  static constexpr const char* name = "supersonic-out";
  using SharedState = SupersonicOut;

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>&, const Gas<RealOf<V>>&, const V (&inside)[N],
                              const RealOf<V> (&)[Dim], const RealOf<V>*, V (&u)[N]) {
    copy_state(inside, u);
  }
};

}  // namespace dg
