/// The items that a kernel is launched for.
#pragma once

#include "libdg/core/index.hpp"

namespace dg {

/// From `begin`, where a register of lanes or a warp can start, up to (not including) `end`.
struct Range {
  Index begin = 0, end = 0;

  constexpr Index size() const { return end - begin; }
};

}  // namespace dg
