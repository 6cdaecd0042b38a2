/// The frame of a straight face between solid cells, from the geometry that a tile `w` of faces has brought.
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

}  // namespace dg
