/// Implicit smoothing of the sums of fluxes: (1 + eps N) S_i - eps sum_j S_j = R_i over the N neighbours j of cell i,
/// by sweeps of Jacobi's iteration. Its solution keeps the total; a few sweeps do where all cells have as many
/// neighbours.
///
/// Jameson, Baker, AIAA 83-1929; Jameson, Mavriplis, AIAA J. 24 (1986) 611.
#pragma once

#include "libdg/finite_volume/cell_stage.hpp"

namespace dg {

template <class Eq, int Faces, bool Straight>
struct SmoothSums {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  Stage<Real> stage;
  Real strength;
  const Real *sums, *from;
  Real* to;  ///< null: the stage is taken
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    using I = IndexOf<V>;
    const FiniteVolumeZone<Real>& zone = view.zone[zone_number];
    const Index place = zone.begin + first;
    V smooth[Eq::n_var], neighbours(Real(0));
    load_variables(view.layout, sums, place, smooth);
    for (int f = 0; f < Faces; ++f) {
      const I neighbour = load_index<V>(zone.neighbour + std::int64_t(f) * zone.padded + first);
      const MaskOf<V> on_boundary = neighbour < I(0);
      V other[Eq::n_var];
      gather_variables(view.layout, from, select(on_boundary, lane_numbers<V>(place), neighbour), other);
      const V weight = select(on_boundary, V(Real(0)), V(strength));
      neighbours += weight;
      RKDG_UNROLL
      for (int n = 0; n < Eq::n_var; ++n) smooth[n] += weight * other[n];
    }
    const V part = reciprocal(V(Real(1)) + neighbours);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) smooth[n] *= part;
    if (to) return store_variables(view.layout, to, place, smooth);
    const CellSides<Eq::dim, Faces, Straight, V> sides(zone, first);
    compute_stage(view, stage, place, sides.inverse_volume(zone, first), smooth);
  }
};

}  // namespace dg
