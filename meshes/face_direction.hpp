/// The direction of faces between two cells: from the cell of lower number to that of higher number.
///
/// Neighbouring faces then read neighbouring cells on each of their two sides. A warp or a vector of faces needs that
/// (see Metrics::segments_as_stored in reorder/metrics.hpp).
#pragma once

#include <utility>

namespace dg {

/// Turns a face round if its plus cell has the lower number; boundary faces, and faces of a cell with itself, stay.
/// Face::orientation is the same from either side. AnyFace has the members minus, plus, minus_face and plus_face of
/// dg::Face.
template <class AnyFace>
void point_upwards(AnyFace& face) {
  if (face.plus < 0 || face.minus <= face.plus) return;
  std::swap(face.minus, face.plus);
  std::swap(face.minus_face, face.plus_face);
}

}  // namespace dg
