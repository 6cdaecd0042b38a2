/// A stage of finite volumes. Each cell sums the fluxes through its own faces, and takes the stage at once or leaves
/// the sum to be smoothed.
///
/// Nothing is stored between, no two cells write to one place, and the result is the same bit for bit in every run.
/// Each face between two cells is evaluated twice.
#pragma once

#include "libdg/finite_volume/cell_sides.hpp"
#include "libdg/finite_volume/reconstruction.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"

namespace dg {

/// Whether a cell finds the traces of all its neighbours before the first flux. Then it asks at once for what it reads
/// of them. That takes registers in between, of which threads of a device have enough and lanes of a CPU have not.
template <class V>
inline constexpr bool traces_first = LaneTraits<V>::width == 1;

/// Replaces the outer states of lanes on a boundary. `face` are the numbers of boundary faces, n is the unit normal.
template <class Eq, class V>
RKDG_CALL void apply_boundary(const FiniteVolumeView<Eq>& view, IndexOf<V> face, MaskOf<V> on_boundary, const V (&n)[2],
                              const V (&inside)[fv_variables], V (&outside)[fv_variables]) {
  using Real = RealOf<V>;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    const std::int64_t number = lane_of(face, lane);
    Real u[fv_variables], normal[2], ghost[fv_variables], viscous[fv_variables];
    for (int k = 0; k < fv_variables; ++k) u[k] = lane_of(inside[k], lane);
    for (int d = 0; d < 2; ++d) normal[d] = lane_of(n[d], lane);
    view.equations.boundary_states(view.conditions[view.conditions_of_faces[number]], u, normal,
                                   view.boundary_data + number * fv_variables, ghost, viscous);
    for (int k = 0; k < fv_variables; ++k) set_lane(outside[k], lane, ghost[k]);
  }
}

/// The flux through a face of unit normal n between two traces; on a boundary `plus` is anything.
template <class Eq, class V>
RKDG_FN void face_flux(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary, const V (&n)[2],
                       const V (&minus)[fv_variables], const V (&plus)[fv_variables], V (&flux)[fv_variables]) {
  const FluxState<Eq, V> a(view.equations, minus);
  FluxState<Eq, V> b(view.equations, plus);
  if (any(on_boundary)) {
    apply_boundary(view, IndexOf<V>(-1) - neighbour, on_boundary, n, a.u, b.u);
    b.update_point(on_boundary, view.equations.point(b.u));
  }
  view.equations.riemann_flux(view.riemann, a.u, a.point, b.u, b.point, n, flux);
}

/// The same for a normal as long as the face, which is returned.
template <class Eq, class V>
RKDG_FN V scaled_flux(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary,
                      const V (&normal)[2], const V (&minus)[fv_variables], const V (&plus)[fv_variables],
                      V (&flux)[fv_variables]) {
  const V length = square_root(normal[0] * normal[0] + normal[1] * normal[1]), inverse = reciprocal(length);
  const V n[2] = {normal[0] * inverse, normal[1] * inverse};
  face_flux(view, neighbour, on_boundary, n, minus, plus, flux);
  return length;
}

/// out = in_weight in + sum history_weight history + rate_weight dt L(in), from the sum of the outward fluxes.
template <class Eq, class V>
RKDG_FN void compute_stage(const FiniteVolumeView<Eq>& view, const Stage<RealOf<V>>& stage, Index place,
                           V inverse_volume, const V (&fluxes)[fv_variables]) {
  using Real = RealOf<V>;
  const V factor = -weighted_step<V>(stage, place) * inverse_volume;
  V next[fv_variables];
  load_variables(view.layout, stage.in, place, next);
  V forced[fv_variables];
  for (int n = 0; n < fv_variables; ++n) forced[n] = V(Real(0));
  with_force<V, Eq>(stage, [&](const auto& force) {
    const V step = weighted_step<V>(stage, place);
    for (int n = 0; n < fv_variables; ++n) forced[n] = step * force(n, [&](int m) { return next[m]; });
  });
  update_stage(
      stage,
      [&](Real weight) {
        RKDG_UNROLL
        for (int n = 0; n < fv_variables; ++n) next[n] = V(weight) * next[n] + factor * fluxes[n] + forced[n];
      },
      [&](int i, Real weight) {
        V past[fv_variables];
        load_variables(view.layout, stage.history[i], place, past);
        RKDG_UNROLL
        for (int n = 0; n < fv_variables; ++n) next[n] += V(weight) * past[n];
      });
  store_variables(view.layout, stage.out, place, next);
}

/// Takes from the sum of the fluxes what a source adds, see Stage::source.
template <class Eq, class V>
RKDG_FN void subtract_source(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                             const RealOf<V>* source, Index first, V inverse_volume, V (&fluxes)[fv_variables]) {
  V moment[fv_variables];
  load_variables(view.layout, source, zone.begin + first, moment);
  const V factor = zone.straight ? reciprocal(inverse_volume) : V(RealOf<V>(1) / zone.mean);
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) fluxes[n] -= factor * moment[n];
}

/// What is to be done with the sums of the fluxes of the cells. The stage is taken, or, if there is a place for them,
/// they are kept for smoothing.
template <class Eq, class V>
RKDG_FN void finish_cells(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                          const Stage<RealOf<V>>& stage, Index first, V inverse_volume, RealOf<V>* sums,
                          V (&fluxes)[fv_variables]) {
  if (stage.source) subtract_source(view, zone, stage.source, first, inverse_volume, fluxes);
  if (sums)
    store_variables(view.layout, sums, zone.begin + first, fluxes);
  else
    compute_stage(view, stage, zone.begin + first, inverse_volume, fluxes);
}
template <int Faces, bool Straight, class Eq, class V>
RKDG_FN void finish_cells(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                          const Stage<RealOf<V>>& stage, Index first, RealOf<V>* sums, V (&fluxes)[fv_variables]) {
  const V inverse_volume = CellSides<Faces, Straight, V>(zone, first).inverse_volume(zone, first);
  finish_cells(view, zone, stage, first, inverse_volume, sums, fluxes);
}

template <class Eq, int Faces, bool Straight>
struct CellStage {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  Stage<Real> stage;
  const Real* slopes;
  Real* sums;  ///< where the sum of the fluxes goes; null: the stage is taken
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const FiniteVolumeZone<Real>& zone = view.zone[zone_number];
    const Index place = zone.begin + first;
    V u[fv_variables], w[fv_variables], g[fv_slopes], fluxes[fv_variables];
    load_variables(view.layout, stage.in, place, u);
    to_primitive(view.equations, u, V(zone.mean), w);
    load_variables(view.slope_layout, slopes, place, g);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) fluxes[n] = V(Real(0));
    const CellSides<Faces, Straight, V> sides(zone, first);
    constexpr int traces_at_once = traces_first<V> ? Faces : 1;
    IndexOf<V> neighbour[traces_at_once];
    V outside[traces_at_once][fv_variables];
    if constexpr (traces_first<V>) RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) outer_trace(zone, f, first, neighbour[f], outside[f]);
    RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) {
      const int at = traces_first<V> ? f : 0;
      if constexpr (!traces_first<V>) outer_trace(zone, f, first, neighbour[at], outside[at]);
      add_flux(zone, sides, f, first, w, g, neighbour[at], outside[at], fluxes);
    }
    finish_cells<Faces, Straight>(view, zone, stage, first, sums, fluxes);
  }

 private:
  /// What the neighbour across face f has there; on a boundary anything.
  template <class V>
  RKDG_FN void outer_trace(const FiniteVolumeZone<Real>& zone, int f, Index first, IndexOf<V>& neighbour,
                           V (&outside)[fv_variables]) const {
    using I = IndexOf<V>;
    neighbour = load_index<V>(zone.neighbour + std::int64_t(f) * zone.padded + first);
    const I other = select(neighbour < I(0), lane_numbers<V>(zone.begin + first), neighbour);
    V way[2], w[fv_variables], g[fv_slopes];
    averages_at(view, stage.in, other, w);
    gather_variables(view.slope_layout, slopes, other, g);
    load_vector(zone, zone.other_middle, f, first, way);
    trace(w, g, way, outside);
  }

  template <class V>
  RKDG_FN void add_flux(const FiniteVolumeZone<Real>& zone, const CellSides<Faces, Straight, V>& sides, int f,
                        Index first, const V (&w)[fv_variables], const V (&g)[fv_slopes], IndexOf<V> neighbour,
                        const V (&outside)[fv_variables], V (&fluxes)[fv_variables]) const {
    V way[2], inside[fv_variables], flux[fv_variables];
    sides.middle(zone, f, first, way);
    trace(w, g, way, inside);
    const V length = scaled_flux(view, neighbour, neighbour < IndexOf<V>(0), sides.normal[f], inside, outside, flux);
    RKDG_UNROLL
    for (int k = 0; k < fv_variables; ++k) fluxes[k] += length * flux[k];
  }
};

}  // namespace dg
