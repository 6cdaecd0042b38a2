/// Plane of symmetry: as a wall with slip, but no body.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/closed_boundary.hpp"

namespace dg {

struct Symmetry : SlipBoundary {
  static constexpr const char* name = "symmetry";
};

}  // namespace dg
