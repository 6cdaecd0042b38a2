/// What all walls and planes of symmetry have in common. Their ghost state reflects the normal velocity, so that no
/// mass crosses them whatever the Riemann flux.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// State inside with its velocity relative to the wall reflected (factor 2) or made tangential (factor 1).
template <int N, int Dim, class V>
RKDG_CALL void without_normal_velocity(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                                       const RealOf<V> (&wall_velocity)[Dim], const RealOf<V> (&n)[Dim],
                                       RealOf<V> factor, V (&u)[N]) {
  const auto a = primitive(gas, inside);
  V velocity[Dim], un(RealOf<V>(0));
  for (int d = 0; d < Dim; ++d) un += (a.velocity[d] - wall_velocity[d]) * n[d];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] - factor * un * n[d];
  from_primitive(gas, inside[0], velocity, a.p, u);
}

/// No friction and no heat flux; the velocity of u_b is tangential.
struct SlipBoundary : BoundaryDefaults {
  static constexpr bool is_closed = true, passes_traction = false, conducts = false;
  using SharedState = SlipBoundary;  ///< of all that derive from it

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>&, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>*, V (&u_b)[N]) {
    const RealOf<V> still[Dim] = {};
    without_normal_velocity(gas, inside, still, n, RealOf<V>(1), u_b);
  }
};

/// The gas has the velocity of the wall.
struct NoSlipWall : BoundaryDefaults {
  static constexpr bool is_wall = true, is_closed = true, is_no_slip = true, has_friction = true;

  /// u_b has the pressure of the state inside.
  template <int N, int Dim, class V>
  RKDG_CALL static void state_of_density(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                                         V density, V pressure, V (&u_b)[N]) {
    V velocity[Dim];
    for (int d = 0; d < Dim; ++d) velocity[d] = V(bc.velocity[d]);
    from_primitive(gas, density, velocity, pressure, u_b);
  }
};

}  // namespace dg
