/// Which zones of a context the tiles of 3-D cells treat in a way of their own.
#pragma once

#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/face_values.hpp"

namespace dg::test {

/// The first zone of which this holds; none: -1.
template <class Eq, class Holds>
int zone_where(const KernelContext<Eq>& context, const Holds& holds) {
  for (int z = 0; z < context.zones.count; ++z)
    if (holds(context.zones.zone[z])) return z;
  return -1;
}

/// One whose prisms go by triangle and line.
template <class Eq>
int zone_of_prisms(const KernelContext<Eq>& context) {
  return zone_where(context, [](const auto& zone) { return goes_by_triangles(zone); });
}

/// The zone whose cells go by nodes, and those whose cells go by sum factorisation, and by blocks of symmetric modes;
/// none: -1.
template <class Eq>
int zone_of_nodes(const KernelContext<Eq>& context) {
  return zone_where(context, [](const auto& zone) { return goes_by_nodes(zone); });
}
template <class Eq>
int sum_factorised_zone(const KernelContext<Eq>& context) {
  return zone_where(context, [](const auto& zone) { return is_sum_factorised(zone); });
}
template <class Eq>
int zone_of_blocks(const KernelContext<Eq>& context) {
  return zone_where(context, [](const auto& zone) { return goes_by_blocks(zone); });
}

}  // namespace dg::test
