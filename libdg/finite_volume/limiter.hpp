/// Limiters of the slopes of a cell. They decide what part of a slope is left. Its values in the middle of the faces
/// then stay between the averages of the cell and its neighbours.
///
/// Barth, Jespersen, AIAA 89-0366: strictly. Venkatakrishnan, J. Comput. Phys. 118 (1995) 120: smoothly, and not where
/// differences are below the threshold `epsilon = scale (K h / L)^(3/2)`, so that pseudo-time stepping converges. The
/// root of the cell's area is h, in 3-D the cube root of its volume. Scales are those of the cell itself: its density,
/// speed of sound and pressure.
#pragma once

#include "libdg/backend/lanes.hpp"

namespace dg {

/// The part of a slope that brings `change` to where `bound` is allowed; both are not negative.
template <class V>
RKDG_FN V limit_strictly(V change, V bound) {
  return select(change > bound, divide(bound, change), V(RealOf<V>(1)));
}

/// The same with a threshold, of which this is the square. Precondition: it is positive.
template <class V>
RKDG_FN V limit_smoothly(V change, V bound, V threshold2) {
  const V product = change * bound, both = bound * bound + threshold2;
  return divide(both + product + product, both + product + V(RealOf<V>(2)) * change * change);
}

}  // namespace dg
