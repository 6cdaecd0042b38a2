/// The kinds of zones that kernels are compiled for: the same on all ranks.
#pragma once

#include "libdg/kernels/assembly_plan.hpp"
#include "libdg/space/compiled_kinds.hpp"

namespace dg {

/// Those of a plan; without any there, those of these zones.
template <class Real>
unsigned zone_kinds_of(const AssemblyPlan& plan, const ZonesView<Real>& zones) {
  return plan.zone_kinds != 0 ? plan.zone_kinds : zone_kinds(zones);
}

}  // namespace dg
