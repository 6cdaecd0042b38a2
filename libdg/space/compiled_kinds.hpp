/// Kinds of zones and the assembly for which a translation unit has kernels. These are all, unless the run that has it
/// compiled names those that it needs (libdg/kernels/operators/host_kernels.hpp).
#pragma once

#include "libdg/core/vocabulary.hpp"
#include "libdg/space/zone.hpp"

/// Sum of zone_kind(), and the number of an Assembly.
#ifndef RKDG_COMPILED_ZONE_KINDS
#define RKDG_COMPILED_ZONE_KINDS ~0u
#define RKDG_COMPILED_ASSEMBLY -1
#endif

namespace dg {

/// One bit for each kind of zone.
constexpr unsigned zone_kind(Space space, bool curved) { return 1u << (2 * static_cast<int>(space) + curved); }

constexpr unsigned all_zone_kinds = ~0u;

/// Those that occur.
template <class Real>
unsigned zone_kinds(const ZonesView<Real>& zones) {
  unsigned kinds = 0;
  for (int z = 0; z < zones.count; ++z) kinds |= zone_kind(zones.zone[z].space, zones.zone[z].curved);
  return kinds;
}

/// Whether this translation unit has kernels for zones of all these kinds, of a kind, and of a space, and for an
/// assembly.
constexpr bool are_compiled(unsigned kinds) { return (kinds & ~(RKDG_COMPILED_ZONE_KINDS)) == 0; }
constexpr bool is_compiled(Space space, bool curved) { return are_compiled(zone_kind(space, curved)); }
constexpr bool is_compiled(Space space) { return is_compiled(space, false) || is_compiled(space, true); }
constexpr bool is_compiled(Assembly assembly) {
  return RKDG_COMPILED_ASSEMBLY < 0 || RKDG_COMPILED_ASSEMBLY == static_cast<int>(assembly);
}

}  // namespace dg
