/// The frame of a face between solid cells at a point, from the numbers of its geometry.
#pragma once

#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/space/solid_tile_faces.hpp"

namespace dg {

/// The derivative along the normal from `across`, what the axis across the face gives of it, and from the derivatives
/// along the face; see SolidFace.
template <class Work, class Real>
__device__ Real normal_derivative(const Work& w, int axes, Real across, const TileProduct<Real>& along) {
  return across + w.number(axes + 1) * along[0] + w.number(axes + 2) * along[1];
}

template <int Dim, class Real, class Work>
__device__ FaceTangents<Dim, Real> face_tangents(const Work& w) {
  FaceTangents<Dim, Real> to;
#pragma unroll
  for (int i = 0; i < (Dim - 1) * Dim; ++i) to.t[i / Dim][i % Dim] = w.number(solid_tangents + i);
  return to;
}

/// The normal of the map of a face with a curved cell, t_1 x t_2; see CurvedSolidPoint.
template <class Real>
__device__ void map_normal(const Real (&t)[2][3], Real (&n)[3]) {
#pragma unroll
  for (int d = 0; d < 3; ++d) n[d] = t[0][(d + 1) % 3] * t[1][(d + 2) % 3] - t[0][(d + 2) % 3] * t[1][(d + 1) % 3];
}

/// What a tile of faces with curved cells has for a point of one of them, by the numbers of SolidFace.
template <class Real>
class CurvedFacePoint {
 public:
  /// Of point g of the face in a row of a tile with this geometry, each number of which is read once.
  __device__ CurvedFacePoint(const Real* tile, int row, int g) {
    const NumberPair<Real>* from =
        reinterpret_cast<const NumberPair<Real>*>(tile + g * solid_point_numbers * tile_rows) + row;
#pragma unroll
    for (int i = 0; i < solid_point_numbers / 2; ++i) {
      const NumberPair<Real> pair = __ldg(from + i * tile_rows);
      numbers_[2 * i] = pair.x;
      numbers_[2 * i + 1] = pair.y;
    }
  }

  __device__ Real number(int i) const { return numbers_[i < solid_tangents ? i : i + 1]; }
  /// |J_f| over its mean.
  __device__ Real length() const { return numbers_[solid_point_length]; }

 private:
  static_assert(int{solid_point_normal} == int{solid_normal} && int{solid_point_length} == int{solid_tangents} &&
                int{solid_point_tangents} == solid_tangents + 1 &&
                int{solid_point_minus_axes} == solid_minus_axes + 1 &&
                int{solid_point_plus_axes} == solid_plus_axes + 1);
  Real numbers_[solid_point_numbers];
};

}  // namespace dg
