/// How kernels for tiles of solid cells are spread, in either precision (launch/device_shape.hpp).
///
/// A single takes half of the registers: as many more blocks as the compiler fits without much more in local memory.
#pragma once

#include "libdg/kernels/launch/device_shape.hpp"

namespace dg {

template <class Real>
constexpr TileShape solid_face_shape(int points) {
  if (sizeof(Real) == 8) return solid_face_shape(points);
  return {.blocks = points <= 6 ? 4 : 2};
}

template <class Real>
constexpr TileShape solid_cell_shape(int modes) {
  if (sizeof(Real) == 8) return solid_cell_shape(modes);
  return {.blocks = modes <= 4 ? 5 : modes <= 10 ? 4 : modes <= 20 ? 3 : 2};
}

/// For faces with curved cells, and for such cells: those whose liftings fit into registers.
template <class Real>
constexpr TileShape curved_solid_face_shape(int points) {
  if (sizeof(Real) == 8) return {.blocks = points <= 6 ? 3 : 2};
  return {.blocks = points <= 6 ? 4 : 3};
}
template <class Real>
constexpr TileShape curved_solid_cell_shape(int modes) {
  if (sizeof(Real) == 8) return {.blocks = modes <= 4 ? 3 : modes <= 20 ? 2 : 1};
  return {.blocks = modes <= 4 ? 5 : modes <= 10 ? 4 : modes <= 20 ? 3 : 2};
}

template <class Real>
constexpr TileShape solid_line_shape(int p) {
  if (sizeof(Real) == 8) return solid_line_shape(p);
  return {.blocks = p <= 2 ? 6 : 4};
}

template <class Real>
constexpr TileShape solid_line_face_shape(int p) {
  if (sizeof(Real) == 8) return solid_line_face_shape(p);
  return {.blocks = p <= 2 ? 6 : 4};
}

/// For such cells that are curved, and faces beside them.
template <class Real>
constexpr TileShape curved_solid_line_shape(int p) {
  if (sizeof(Real) == 8) return {.blocks = p == 1 ? 3 : 2};
  return {.blocks = p == 1 ? 5 : p <= 3 ? 4 : 2};
}
template <class Real>
constexpr TileShape curved_solid_line_face_shape(int p) {
  if (sizeof(Real) == 8) return {.blocks = p <= 3 ? 3 : 2};
  return {.blocks = p <= 2 ? 5 : 4};
}

}  // namespace dg
