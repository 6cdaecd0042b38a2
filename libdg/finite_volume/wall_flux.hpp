/// The numerical flux through listed boundary faces: what the wall feels, see kernels/integrands/boundary_flux.hpp.
#pragma once

#include "libdg/finite_volume/cell_stage.hpp"
#include "libdg/kernels/boundary_list.hpp"

namespace dg {

template <class Eq>
struct WallFlux {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  const Real *state, *slopes;
  BoundaryList faces;
  Real* flux;  ///< [convective of each variable, then viscous: 0][boundary face]

  /// Boundary faces are few, of cells of any zone: one after the other.
  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane) find(first + lane);
  }

 private:
  RKDG_FN void find(Index i) const {
    const FiniteVolumeZone<Real>& zone = view.zone[zone_of(faces.side[i])];
    const int f = face_of(faces.side[i]);
    Real u[fv_variables], w[fv_variables], g[fv_slopes], way[2], normal[2], minus[fv_variables], h[fv_variables];
    load_variables(view.layout, state, zone.begin + faces.cell[i], u);
    to_primitive(view.equations, u, zone.mean, w);
    load_variables(view.slope_layout, slopes, zone.begin + faces.cell[i], g);
    with_sides(zone, [&]<int Faces, bool Straight>() {
      const CellSides<Faces, Straight, Real> sides(zone, faces.cell[i]);
      sides.middle(zone, f, faces.cell[i], way);
      for (int d = 0; d < 2; ++d) normal[d] = sides.normal[f][d];
    });
    trace(w, g, way, minus);
    scaled_flux(view, IndexOf<Real>(boundary_place(faces.number[i])), true, normal, minus, w, h);
    for (int k = 0; k < fv_variables; ++k) {
      flux[std::int64_t(k) * faces.padded + i] = h[k];
      flux[std::int64_t(fv_variables + k) * faces.padded + i] = Real(0);
    }
  }
};

}  // namespace dg
