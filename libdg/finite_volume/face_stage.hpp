/// Assemblies that work face by face: each flux is found once, and stored for the cells to gather, or added to both by
/// atomics.
#pragma once

#include "libdg/backend/scatter.hpp"
#include "libdg/finite_volume/cell_stage.hpp"

namespace dg {

/// The flux through the faces first, first + 1, ...; returns the size of each.
template <bool Viscous, class Eq, class V>
RKDG_FN V flux_of_faces(const FiniteVolumeView<Eq>& view, const RealOf<V>* state, const RealOf<V>* slopes, Index first,
                        IndexOf<V> minus, IndexOf<V> plus, V (&flux)[Eq::n_var]) {
  using I = IndexOf<V>;
  const FiniteVolumeFaces<RealOf<V>>& faces = view.faces;
  const MaskOf<V> on_boundary = plus < I(0);
  const I places[2] = {minus, select(on_boundary, minus, plus)};
  CellAtFace<Eq, V> sides[2];
  RKDG_UNROLL
  for (int s = 0; s < 2; ++s) {
    averages_at(view, state, places[s], sides[s].w);
    gather_variables(view.slope_layout, slopes, places[s], sides[s].g);
    RKDG_UNROLL
    for (int d = 0; d < Eq::dim; ++d)
      sides[s].way[d] = load<V>(faces.middle + std::int64_t(Eq::dim * s + d) * faces.padded + first);
  }
  V normal[Eq::dim];
  RKDG_UNROLL
  for (int d = 0; d < Eq::dim; ++d) normal[d] = load<V>(faces.normal + std::int64_t(d) * faces.padded + first);
  return flux_between<Viscous>(view, plus, on_boundary, normal, sides[0], sides[1], flux);
}

/// Stores the flux through each face times its size, [variable][face].
template <class Eq, bool Viscous>
struct StoreFluxes {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  const Real *state, *slopes;
  Real* fluxes;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    V flux[Eq::n_var];
    const V length = flux_of_faces<Viscous>(view, state, slopes, first, load_index<V>(view.faces.minus + first),
                                            load_index<V>(view.faces.plus + first), flux);
    RKDG_UNROLL
    for (int k = 0; k < Eq::n_var; ++k) store(fluxes + std::int64_t(k) * view.faces.padded + first, length * flux[k]);
  }
};

/// Adds the flux through each face to the sums of the cells on its sides.
template <class Eq, bool Viscous>
struct AddFluxes {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  const Real *state, *slopes;
  Real* sums;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    using I = IndexOf<V>;
    const I minus = load_index<V>(view.faces.minus + first), plus = load_index<V>(view.faces.plus + first);
    const MaskOf<V> active = lane_numbers<V>(first) < I(view.faces.count), inside = active & !(plus < I(0));
    V flux[Eq::n_var];
    const V length = flux_of_faces<Viscous>(view, state, slopes, first, minus, plus, flux);
    const I to_minus = view.layout.cell(minus), to_plus = view.layout.cell(plus);
    for (int k = 0; k < Eq::n_var; ++k) {
      Real* base = sums + k * std::int64_t(view.layout.variable_stride);
      AtomicAdd::add(base, to_minus, length * flux[k], active);
      AtomicAdd::add(base, to_plus, -(length * flux[k]), inside);
    }
  }
};

/// Sums what StoreFluxes has left for each cell; then as CellStage does.
template <class Eq, int Faces, bool Straight>
struct GatherFluxes {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  Stage<Real> stage;
  const Real* fluxes;
  Real* sums;  ///< see CellStage
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    using I = IndexOf<V>;
    const FiniteVolumeZone<Real>& zone = view.zone[zone_number];
    V sum[Eq::n_var];
    RKDG_UNROLL
    for (int k = 0; k < Eq::n_var; ++k) sum[k] = V(Real(0));
    RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) {
      const I number = load_index<V>(zone.face_number + std::int64_t(f) * zone.padded + first), face = number >> 1;
      const V sign = select((number & I(1)) == I(1), V(Real(-1)), V(Real(1)));
      RKDG_UNROLL
      for (int k = 0; k < Eq::n_var; ++k)
        sum[k] += sign * gather<V>(fluxes + std::int64_t(k) * view.faces.padded, face);
    }
    finish_cells<Faces, Straight>(view, zone, stage, first, sums, sum);
  }
};

/// Takes the stage of each cell from sums of fluxes as they are in memory.
template <class Eq, int Faces, bool Straight>
struct UpdateCells {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  Stage<Real> stage;
  const Real* added;
  Real* sums;  ///< see CellStage
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const FiniteVolumeZone<Real>& zone = view.zone[zone_number];
    V sum[Eq::n_var];
    load_variables(view.layout, added, zone.begin + first, sum);
    finish_cells<Faces, Straight>(view, zone, stage, first, sums, sum);
  }
};

}  // namespace dg
