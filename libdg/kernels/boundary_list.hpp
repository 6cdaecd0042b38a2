/// The faces of one boundary as kernels read them.
#pragma once

#include "libdg/core/index.hpp"

namespace dg {

/// Boundary faces as kernels read them, padded to zone_padding with copies of the last; [face] each.
struct BoundaryList {
  Index padded = 0;
  int kind;                ///< of all these faces, face_kind()
  const Index* cell;       ///< in its zone
  const Index* side;       ///< neighbour_code() of the cell and its face
  const Index* condition;  ///< boundary_code()
  const Index* number;     ///< in the boundary data
};

}  // namespace dg
