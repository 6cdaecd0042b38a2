/// All faces of a mesh as kernels read them when they work face by face.
#pragma once

#include "libdg/core/index.hpp"

namespace dg {

/// Arrays by face, with at least zone_padding copies of the last face behind it.
struct FaceList {
  Index count = 0, padded = 0;
  Index own = 0;                      ///< those after the first `own` have a ghost on one side
  const Index* minus = nullptr;       ///< cell in its zone
  const Index* minus_code = nullptr;  ///< neighbour_code() of that cell and face
  const Index* plus = nullptr;        ///< cell in its zone; on a boundary: number of the boundary face
  const Index* plus_code = nullptr;   ///< neighbour_code(), or boundary_code()
};

}  // namespace dg
