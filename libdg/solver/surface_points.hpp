/// Pressure and traction at the points of a boundary of a gas, from the fluxes through its faces.
#pragma once

#include <span>
#include <vector>

#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/solver.hpp"

namespace dg {

/// Of all points of these faces, in the order of BoundaryFaces::points(), from EquationSolver::boundary_fluxes() of
/// them.
template <int Dim, class Real>
std::vector<SurfacePointOf<Dim>> surface_points(const BoundaryFaces<Dim>& faces, std::span<const Real> fluxes) {
  std::vector<SurfacePointOf<Dim>> points;
  for (std::size_t i = 0; i < faces.points().size(); ++i) {
    const BoundaryPoint<Dim>& p = faces.points()[i];
    const auto [list, face, g] = faces.places()[i];
    const BoundaryFaceList& of_shape = faces.lists()[list];
    const Real* flux = &fluxes[of_shape.flux_begin(Dim + 2) + face];
    const auto at = [&, g = g](int what) {
      return static_cast<double>(flux[std::size_t(g * boundary_flux_size(Dim + 2) + what) * of_shape.view.padded]);
    };
    points.push_back({p.x, p.normal, p.weight, {}, {}});
    for (int d = 0; d < Dim; ++d) {
      points.back().convective[d] = at(1 + d);
      points.back().traction[d] = at(Dim + 2 + 1 + d);
    }
  }
  return points;
}

}  // namespace dg
