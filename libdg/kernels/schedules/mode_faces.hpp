/// Assembly `blocks`: faces between two cells by the modes of what both show on their sides
/// (integrands/face_modes_flux.hpp). These are of a trace of degree P and a slope of degree Slope; those of flux and
/// jump then take their place.
#pragma once

#include "libdg/backend/records.hpp"
#include "libdg/kernels/integrands/face_modes_flux.hpp"
#include "libdg/kernels/schedules/block_schedule.hpp"

namespace dg {

template <class Eq, Space S, int P, int Slope>
struct ModeFaces {
  using Real = typename Eq::Real;
  using Schedule = BlockSchedule<Eq, S, P>;
  static constexpr int dim = Eq::dim, N = Eq::n_var;
  static constexpr int NE = face_mode_count<dim>(P), NS = face_mode_count<dim>(Slope);
  using Full = FaceOfKind<dim, 0, P>;
  using Reduced = FaceOfKind<dim, 0, P, FaceRule::reduced>;

  const Schedule& schedule;
  const FaceModesView<Real>& modes;
  int size;  ///< numbers of a side in the workspace

  /// All faces of a block.
  template <class V>
  RKDG_FN void compute(Index block, Real* workspace) const {
    if (modes.n_points == Full::n_points)
      compute_inside<Full::n_points, V>(block, workspace);
    else
      compute_inside<Reduced::n_points, V>(block, workspace);
    compute_others<V>(block, workspace);
  }

  /// Calls take(e * N + n, number) with the modes of the flux, then of the jump.
  template <class V, class Visit>
  RKDG_FN void each_given(const Real* workspace, const Index* at, const Visit& visit) const {
    if (schedule.context.equations.viscous)
      each_in_records<2 * NE * N, V>(workspace, size, at, visit);
    else
      each_in_records<NE * N, V>(workspace, size, at, visit);
  }

 private:
  template <int NG, class V>
  RKDG_CALL void compute_inside(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    const bool viscous = schedule.context.equations.viscous;
    const BlockFaces<Real>& list = schedule.blocks.inside[0];
    for (Index i = list.begin[block]; i < list.begin[block + 1]; i += width) {
      FaceModesFlux<Eq, P, Slope, NG, V> face{schedule.context, schedule.zone(), modes};
      read_geometry<dim, V>(list.geometry.data() + std::size_t(i) * Schedule::face_numbers, face);
      const IndexOf<V> orientation = load_index<V>(list.orientation.data() + i);
      V seen[NE + NS][N];
      const Index *minus = list.minus.data() + i, *plus = list.plus.data() + i;
      if (viscous) {
        load_records<(NE + NS) * N>(workspace, size, minus, seen[0]);
        for (int e = 0; e < NE + NS; ++e) RKDG_UNROLL
        for (int n = 0; n < N; ++n) (e < NE ? face.trace[0][e] : face.slope[0][e - NE])[n] = seen[e][n];
        load_records<(NE + NS) * N>(workspace, size, plus, seen[0]);
        orient_face_modes<dim, Slope, -1>(modes.oriented, orientation, seen + NE, face.slope[1]);
      } else {
        load_records<NE * N>(workspace, size, minus, face.trace[0][0]);
        load_records<NE * N>(workspace, size, plus, seen[0]);
      }
      orient_face_modes<dim, P, 1>(modes.oriented, orientation, seen, face.trace[1]);
      if (viscous) face.lift(schedule.context.eta[schedule.zone_number]);
      face.find_flux();
      give(face.flux, face.jump, orientation, minus, plus, workspace);
    }
  }

  /// Flux and jump to both sides of a face; seen from the plus side they change sign.
  template <class V>
  RKDG_FN void give(const V (&flux)[NE][N], const V (&jump)[NE][N], IndexOf<V> orientation, const Index* minus,
                    const Index* plus, Real* workspace) const {
    V both[2 * NE][N];
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) both[e][n] = flux[e][n];
    if (!schedule.context.equations.viscous) {
      store_records<NE * N>(workspace, size, minus, both[0]);
      orient_face_modes<dim, P, -1>(modes.oriented, orientation, flux, both);
      return store_records<NE * N>(workspace, size, plus, both[0]);
    }
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) both[NE + e][n] = jump[e][n];
    store_records<2 * NE * N>(workspace, size, minus, both[0]);
    orient_face_modes<dim, P, -1>(modes.oriented, orientation, flux, both);
    orient_face_modes<dim, P, -1>(modes.oriented, orientation, jump, both + NE);
    store_records<2 * NE * N>(workspace, size, plus, both[0]);
  }

  /// Sides with boundary conditions or cells of other zones behind.
  template <class V>
  RKDG_CALL void compute_others(Index block, Real* workspace) const {
    schedule.template other_sides<Full, V>(
        block, [&](const V(&h)[Full::n_points][N], const V(&jump)[Full::n_points][N], const Index* at) {
          V both[2 * NE][N];
          project(h, both);
          if (!schedule.context.equations.viscous) return store_records<NE * N>(workspace, size, at, both[0]);
          project(jump, both + NE);
          store_records<2 * NE * N>(workspace, size, at, both[0]);
        });
  }

  /// Modes of what has values at points.
  template <class V>
  RKDG_FN void project(const V (&x)[Full::n_points][N], V (*y)[N]) const {
    for (int e = 0; e < NE; ++e) {
      V sum[N];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
      for (int g = 0; g < modes.n_points; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += V(modes.project[e * modes.n_points + g]) * x[g][n];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[e][n] = sum[n];
    }
  }
};

}  // namespace dg
