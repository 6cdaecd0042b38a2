/// The numerical flux through listed boundary faces: what the wall feels, see kernels/integrands/boundary_flux.hpp.
#pragma once

#include "libdg/finite_volume/cell_stage.hpp"
#include "libdg/kernels/boundary_list.hpp"

namespace dg {

template <class Eq, bool Viscous>
struct WallFlux {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  const Real *state, *slopes;
  BoundaryList faces;
  Real* flux;  ///< [convective of each variable, then viscous][boundary face]

  /// Boundary faces are few, of cells of any zone: one after the other.
  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane) find(first + lane);
  }

 private:
  RKDG_FN void find(Index i) const {
    constexpr int dim = Eq::dim, n_var = Eq::n_var;
    const FiniteVolumeZone<Real>& zone = view.zone[zone_of<dim>(faces.side[i])];
    const int f = face_of<dim>(faces.side[i]);
    Real u[n_var], normal[dim], convective[n_var], total[n_var];
    CellAtFace<Eq, Real> minus;
    load_variables(view.layout, state, zone.begin + faces.cell[i], u);
    to_primitive(view.equations, u, zone.mean, minus.w);
    load_variables(view.slope_layout, slopes, zone.begin + faces.cell[i], minus.g);
    with_sides<dim>(zone, [&]<int Faces, bool Straight>() {
      const CellSides<dim, Faces, Straight, Real> sides(zone, faces.cell[i]);
      sides.middle(zone, f, faces.cell[i], minus.way);
      for (int d = 0; d < dim; ++d) normal[d] = sides.normal[f][d];
    });
    const IndexOf<Real> place = boundary_place(faces.number[i]);
    flux_between<false>(view, place, true, normal, minus, minus, convective);
    flux_between<Viscous>(view, place, true, normal, minus, minus, total);
    for (int k = 0; k < n_var; ++k) {
      flux[std::int64_t(k) * faces.padded + i] = convective[k];
      flux[std::int64_t(n_var + k) * faces.padded + i] = total[k] - convective[k];
    }
  }
};

}  // namespace dg
