/// Boundary with the state of a known solution at each point and time.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// Its data are always those of the solution, also where the condition has `from_data` not set.
struct Exact : BoundaryDefaults {
  static constexpr const char* name = "exact";
  static constexpr bool takes_state = true;

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>&, const Gas<RealOf<V>>&, const V (&)[N],
                              const RealOf<V> (&)[Dim], const RealOf<V>* data, V (&u)[N]) {
    for (int k = 0; k < N; ++k) u[k] = V(data[k]);
  }
};

}  // namespace dg
