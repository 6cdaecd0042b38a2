/// The frame of a face between 3-D cells at a point, from the numbers of its geometry.
#pragma once

#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {

/// The derivative along the normal from `across`, what the axis across the face gives of it, and from the derivatives
/// along the face; see FaceGeometry3D.
template <class Work, class Real>
__device__ Real normal_derivative(const Work& w, int axes, Real across, const TileProduct<Real>& along) {
  return across + w.number(axes + 1) * along[0] + w.number(axes + 2) * along[1];
}

template <int Dim, class Real, class Work>
__device__ FaceTangents<Dim, Real> face_tangents(const Work& w) {
  FaceTangents<Dim, Real> to;
#pragma unroll
  for (int i = 0; i < (Dim - 1) * Dim; ++i) to.t[i / Dim][i % Dim] = w.number(tangents_3d + i);
  return to;
}

/// The normal of the map of a face with a curved cell, t_1 x t_2; see CurvedFacePoint3D.
template <class Real>
__device__ void map_normal(const Real (&t)[2][3], Real (&n)[3]) {
#pragma unroll
  for (int d = 0; d < 3; ++d) n[d] = t[0][(d + 1) % 3] * t[1][(d + 2) % 3] - t[0][(d + 2) % 3] * t[1][(d + 1) % 3];
}

/// Derivatives of a variable at a point: across the face, eta times the lifting among them, and along the directions of
/// the reference face.
template <class Real>
struct FaceDerivatives {
  Real across, along[2];
};

/// F_v . n of a side with the state u at a point, from derivatives(variable), where its axes have this place in the
/// geometry. With Curved, derivatives across are along the normal of the map, which is not the one that the flux
/// passes.
template <bool Curved, class EqHere, class Geometry, class Real, class Find>
__device__ auto viscous_flux_of_side(const EqHere& equations, const Geometry& geometry, int axes, const Real (&n)[3],
                                     const Real (&u)[EqHere::n_var], const Find& derivatives) {
  const Real axis = geometry.number(axes);
  const FaceTangents<3, Real> tangents = face_tangents<3, Real>(geometry);
  const auto& t = tangents.t;
  Real grad[3][EqHere::n_var], own_normal[3];
  if constexpr (Curved) map_normal(t, own_normal);
#pragma unroll
  for (int k = 0; k < EqHere::n_var; ++k) {
    const FaceDerivatives<Real> x = derivatives(k);
    const Real across = normal_derivative(geometry, axes, axis * x.across, x.along);
    if constexpr (Curved) {
#pragma unroll
      for (int d = 0; d < 3; ++d) grad[d][k] = own_normal[d] * across + t[0][d] * x.along[0] + t[1][d] * x.along[1];
    } else {
      grad[0][k] = across;
      grad[1][k] = x.along[0];
      grad[2][k] = x.along[1];
    }
  }
  const auto point = equations.point(u);
  if constexpr (Curved)
    return viscous_side_flux<Frame::cartesian>(equations, u, point, grad, n, NoTangents{});
  else
    return viscous_side_flux<Frame::face>(equations, u, point, grad, n, tangents);
}

/// What a tile of faces with curved cells has for a point of one of them, by the numbers of FaceGeometry3D.
template <class Real>
class CurvedFacePoint {
 public:
  /// Of point g of the face in a row of a tile with this geometry, each number of which is read once.
  __device__ CurvedFacePoint(const Real* tile, int row, int g) {
    const NumberPair<Real>* from =
        reinterpret_cast<const NumberPair<Real>*>(tile + g * point_numbers_3d * tile_rows) + row;
#pragma unroll
    for (int i = 0; i < point_numbers_3d / 2; ++i) {
      const NumberPair<Real> pair = __ldg(from + i * tile_rows);
      numbers_[2 * i] = pair.x;
      numbers_[2 * i + 1] = pair.y;
    }
  }

  __device__ Real number(int i) const { return numbers_[i < tangents_3d ? i : i + 1]; }
  /// |J_f| over its mean.
  __device__ Real length() const { return numbers_[point_length_3d]; }

 private:
  static_assert(int{point_normal_3d} == int{normal_3d} && int{point_length_3d} == int{tangents_3d} &&
                int{point_tangents_3d} == tangents_3d + 1 && int{point_minus_axes_3d} == minus_axes_3d + 1 &&
                int{point_plus_axes_3d} == plus_axes_3d + 1);
  Real numbers_[point_numbers_3d];
};

}  // namespace dg
