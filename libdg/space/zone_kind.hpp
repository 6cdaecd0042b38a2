/// From the run-time kind of a zone to the compile-time parameters of its kernels.
#pragma once

#include "libdg/space/zone.hpp"

namespace dg {

/// Calls `visit.operator()<Space>()`.
template <class Visit>
RKDG_FN void with_space(Space space, const Visit& visit) {
  switch (space) {
    case Space::triangle_P:
      return visit.template operator()<Space::triangle_P>();
    case Space::quadrilateral_P:
      return visit.template operator()<Space::quadrilateral_P>();
    case Space::quadrilateral_Q:
      return visit.template operator()<Space::quadrilateral_Q>();
  }
}

/// Calls visit.operator()<Space, Curved>() with the kind of a zone.
template <class Real, class Visit>
RKDG_FN void with_zone_kind(const ZoneView<Real>& zone, const Visit& visit) {
  with_space(zone.space, [&]<Space S>() {
    if (zone.curved)
      visit.template operator()<S, true>();
    else
      visit.template operator()<S, false>();
  });
}

}  // namespace dg
