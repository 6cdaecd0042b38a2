/// How the line integrals of a run are assembled.
#pragma once

#include <cstddef>

#include "libdg/core/vocabulary.hpp"
#include "libdg/space/face_blocks.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// `state_size` sizes scratch arrays; the faces of the scheme lie in the order of `groups.faces`.
struct AssemblyPlan {
  Assembly assembly = Assembly::fused;
  std::size_t state_size = 0;
  ColouredFaces groups;
  Slabs slabs{};  ///< with Assembly::tiles on 3-D cells Discretisation::slabs(); else not read
};

}  // namespace dg
