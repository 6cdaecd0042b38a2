/// How the line integrals of a run are assembled.
#pragma once

#include <cstddef>

#include "libdg/core/vocabulary.hpp"
#include "libdg/space/face_blocks.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// `state_size` sizes scratch arrays; the faces of the scheme lie in the order of `groups.faces`. On several ranks all
/// have the same `zone_kinds`, so that all compute with the same kernels, bit for bit.
struct AssemblyPlan {
  Assembly assembly = Assembly::fused;
  std::size_t state_size = 0;
  ColouredFaces groups;
  Slabs slabs{};            ///< with Assembly::tiles on 3-D cells Discretisation::slabs(); else not read
  unsigned zone_kinds = 0;  ///< that occur on any rank, a sum of zone_kind(); 0: those of the context
};

}  // namespace dg
