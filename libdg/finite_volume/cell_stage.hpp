/// A stage of finite volumes. Each cell sums the fluxes through its own faces, and takes the stage at once or leaves
/// the sum to be smoothed.
///
/// Nothing is stored between, no two cells write to one place, and the result is the same bit for bit in every run.
/// Each face between two cells is evaluated twice.
#pragma once

#include "libdg/finite_volume/cell_sides.hpp"
#include "libdg/finite_volume/face_flux.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"

namespace dg {

/// Whether a cell finds the traces of all its neighbours before the first flux. Then it asks at once for what it reads
/// of them. That takes registers in between, of which threads of a device have enough and lanes of a CPU have not.
template <class V>
inline constexpr bool traces_first = LaneTraits<V>::width == 1;

/// out = in_weight in + sum history_weight history + rate_weight dt L(in), from the sum of the outward fluxes.
template <class Eq, class V>
RKDG_FN void compute_stage(const FiniteVolumeView<Eq>& view, const Stage<RealOf<V>>& stage, Index place,
                           V inverse_volume, const V (&fluxes)[Eq::n_var]) {
  using Real = RealOf<V>;
  const V factor = -weighted_step<V>(stage, place) * inverse_volume;
  V next[Eq::n_var];
  load_variables(view.layout, stage.in, place, next);
  V forced[Eq::n_var];
  for (int n = 0; n < Eq::n_var; ++n) forced[n] = V(Real(0));
  with_force<V, Eq>(stage, [&](const auto& force) {
    const V step = weighted_step<V>(stage, place);
    for (int n = 0; n < Eq::n_var; ++n) forced[n] = step * force(n, [&](int m) { return next[m]; });
  });
  update_stage(
      stage,
      [&](Real weight) {
        RKDG_UNROLL
        for (int n = 0; n < Eq::n_var; ++n) next[n] = V(weight) * next[n] + factor * fluxes[n] + forced[n];
      },
      [&](int i, Real weight) {
        V past[Eq::n_var];
        load_variables(view.layout, stage.history[i], place, past);
        RKDG_UNROLL
        for (int n = 0; n < Eq::n_var; ++n) next[n] += V(weight) * past[n];
      });
  store_variables(view.layout, stage.out, place, next);
}

/// Takes from the sum of the fluxes what a source adds, see Stage::source.
template <class Eq, class V>
RKDG_FN void subtract_source(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                             const RealOf<V>* source, Index first, V inverse_volume, V (&fluxes)[Eq::n_var]) {
  V moment[Eq::n_var];
  load_variables(view.layout, source, zone.begin + first, moment);
  const V factor = zone.affine ? reciprocal(inverse_volume) : V(RealOf<V>(1) / zone.mean);
  RKDG_UNROLL
  for (int n = 0; n < Eq::n_var; ++n) fluxes[n] -= factor * moment[n];
}

/// What is to be done with the sums of the fluxes of the cells. The stage is taken, or, if there is a place for them,
/// they are kept for smoothing.
template <class Eq, class V>
RKDG_FN void finish_cells(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                          const Stage<RealOf<V>>& stage, Index first, V inverse_volume, RealOf<V>* sums,
                          V (&fluxes)[Eq::n_var]) {
  if (stage.source) subtract_source(view, zone, stage.source, first, inverse_volume, fluxes);
  if (sums)
    store_variables(view.layout, sums, zone.begin + first, fluxes);
  else
    compute_stage(view, stage, zone.begin + first, inverse_volume, fluxes);
}
template <int Faces, bool Straight, class Eq, class V>
RKDG_FN void finish_cells(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                          const Stage<RealOf<V>>& stage, Index first, RealOf<V>* sums, V (&fluxes)[Eq::n_var]) {
  const V inverse_volume = CellSides<Eq::dim, Faces, Straight, V>(zone, first).inverse_volume(zone, first);
  finish_cells(view, zone, stage, first, inverse_volume, sums, fluxes);
}

/// The cell on the other side of face f; on a boundary the cell itself, at the middle of the face.
template <class Eq, class V>
RKDG_FN void load_other_side(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone,
                             const RealOf<V>* state, const RealOf<V>* slopes, int f, Index first, IndexOf<V>& neighbour,
                             CellAtFace<Eq, V>& side) {
  using I = IndexOf<V>;
  neighbour = load_index<V>(zone.neighbour + std::int64_t(f) * zone.padded + first);
  const I other = select(neighbour < I(0), lane_numbers<V>(zone.begin + first), neighbour);
  averages_at(view, state, other, side.w);
  gather_variables(view.slope_layout, slopes, other, side.g);
  load_vector(zone, zone.other_middle, f, first, side.way);
}

template <class Eq, int Faces, bool Straight, bool Viscous>
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
    V u[Eq::n_var], fluxes[Eq::n_var];
    CellAtFace<Eq, V> own;
    load_variables(view.layout, stage.in, place, u);
    to_primitive(view.equations, u, V(zone.mean), own.w);
    load_variables(view.slope_layout, slopes, place, own.g);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) fluxes[n] = V(Real(0));
    const CellSides<Eq::dim, Faces, Straight, V> sides(zone, first);
    if constexpr (Viscous)
      add_fluxes(zone, sides, first, own, fluxes);
    else
      add_convective_fluxes(zone, sides, first, own, fluxes);
    finish_cells<Faces, Straight>(view, zone, stage, first, sums, fluxes);
  }

 private:
  template <class V>
  using Sides = CellSides<Eq::dim, Faces, Straight, V>;

  template <class V>
  RKDG_FN void add_fluxes(const FiniteVolumeZone<Real>& zone, const Sides<V>& sides, Index first,
                          CellAtFace<Eq, V>& own, V (&fluxes)[Eq::n_var]) const {
    RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) {
      IndexOf<V> neighbour;
      CellAtFace<Eq, V> other;
      load_other_side(view, zone, stage.in, slopes, f, first, neighbour, other);
      sides.middle(zone, f, first, own.way);
      V flux[Eq::n_var];
      const V length =
          flux_between<true>(view, neighbour, neighbour < IndexOf<V>(0), sides.normal[f], own, other, flux);
      RKDG_UNROLL
      for (int k = 0; k < Eq::n_var; ++k) fluxes[k] += length * flux[k];
    }
  }

  /// Of the neighbours nothing but their traces is kept.
  template <class V>
  RKDG_FN void add_convective_fluxes(const FiniteVolumeZone<Real>& zone, const Sides<V>& sides, Index first,
                                     CellAtFace<Eq, V>& own, V (&fluxes)[Eq::n_var]) const {
    constexpr int traces_at_once = traces_first<V> ? Faces : 1;
    IndexOf<V> neighbour[traces_at_once];
    V outside[traces_at_once][Eq::n_var];
    const auto find_outer_trace = [&](int f, int at) RKDG_INLINE {
      CellAtFace<Eq, V> other;
      load_other_side(view, zone, stage.in, slopes, f, first, neighbour[at], other);
      trace(other.w, other.g, other.way, outside[at]);
    };
    if constexpr (traces_first<V>) RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) find_outer_trace(f, f);
    RKDG_UNROLL_DEVICE
    for (int f = 0; f < Faces; ++f) {
      const int at = traces_first<V> ? f : 0;
      if constexpr (!traces_first<V>) find_outer_trace(f, at);
      V inside[Eq::n_var], flux[Eq::n_var];
      sides.middle(zone, f, first, own.way);
      trace(own.w, own.g, own.way, inside);
      const V length =
          scaled_flux(view, neighbour[at], neighbour[at] < IndexOf<V>(0), sides.normal[f], inside, outside[at], flux);
      RKDG_UNROLL
      for (int k = 0; k < Eq::n_var; ++k) fluxes[k] += length * flux[k];
    }
  }
};

}  // namespace dg
