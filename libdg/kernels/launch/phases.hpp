/// Phases of a kernel, one after the other, as numbers that are known to the compiler.
#pragma once

#include "libdg/backend/config.hpp"

namespace dg {

/// Calls visit.operator()<P>() for P = Phase up to (not including) Kernel::phases.
template <int Phase, class Kernel, class Visit>
RKDG_FN void for_phases(const Kernel& kernel, const Visit& visit) {
  visit.template operator()<Phase>();
  if constexpr (Phase + 1 < Kernel::phases) for_phases<Phase + 1>(kernel, visit);
}

}  // namespace dg
