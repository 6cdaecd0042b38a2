/// A stage of finite volumes patch by patch: what the cells of a patch and those around them have is read once, and
/// all between the means and the next state stays in memory that a block of threads shares.
///
/// Each face of a patch is evaluated once, those between two patches in both, from the same numbers in the same order:
/// the result is the same bit for bit in every run.
#pragma once

#include "libdg/backend/expect.hpp"
#include "libdg/finite_volume/cell_stage.hpp"
#include "libdg/finite_volume/find_slopes.hpp"
#include "libdg/finite_volume/patches.hpp"
#include "libdg/kernels/launch/range.hpp"

namespace dg {

/// For meshes of one zone with so many faces a cell, or, with Faces = 0, of any zones. A launcher runs phases 0 to
/// `phases` - 1 one after the other for each patch, each over its items in any order.
template <class Eq, int Faces, bool Straight>
struct PatchStage {
  using Real = typename Eq::Real;
  static constexpr int phases = 5;

  FiniteVolumeView<Eq> view;
  FiniteVolumePatches<Real> patches;
  Stage<Real> stage;
  Real* sums;  ///< see CellStage

  /// What the threads of a block share: [variable][cell] means, [side][variable][face] traces.
  int shared_numbers() const { return fv_variables * (patches.most_loaded + 2 * patches.most_faces); }

  /// From the first to one past the last.
  RKDG_FN static Range items(const PatchBounds& b, int phase) {
    if (phase == 2) return {0, b.inner};
    if (phase == 3) return {b.inner, b.faces};
    return {0, phase == 0 ? b.loaded : phase == 1 ? b.sloped : b.owned};
  }
  /// Whether a phase needs what the one before has left; fluxes on the boundary and inside need nothing of each other.
  static constexpr bool waits(int phase) { return phase != 0 && phase != 3; }

  template <int Phase>
  RKDG_FN void run(const PatchBounds& b, Index i, Real* shared) const {
    if constexpr (Phase == 0) load_means(b, i, shared);
    if constexpr (Phase == 1)
      at_cell(b, i, [&]<int F, bool S>(const FiniteVolumeZone<Real>& zone, Index first) {
        if (view.limiter == Limiter::venkatakrishnan)
          find_traces<F, S, Limiter::venkatakrishnan>(b, i, zone, first, shared);
        else if (view.limiter == Limiter::barth_jespersen)
          find_traces<F, S, Limiter::barth_jespersen>(b, i, zone, first, shared);
        else
          find_traces<F, S, Limiter::none>(b, i, zone, first, shared);
      });
    if constexpr (Phase == 2) find_flux<false>(b, i, shared);
    if constexpr (Phase == 3) find_flux<true>(b, i, shared);
    if constexpr (Phase == 4)
      at_cell(b, i, [&]<int F, bool S>(const FiniteVolumeZone<Real>& zone, Index first) {
        sum_fluxes<F, S>(b, i, zone, first, shared);
      });
  }

 private:
  RKDG_FN Real& mean(Real* shared, int n, Index i) const { return shared[n * patches.most_loaded + i]; }
  RKDG_FN Real& trace_at(Real* shared, int side, int n, Index face) const {
    return shared[fv_variables * patches.most_loaded + (side * fv_variables + n) * patches.most_faces + face];
  }

  /// Calls visit.operator()<faces, straight>(zone, cell in the zone) for a cell of a patch.
  template <class Visit>
  RKDG_FN void at_cell(const PatchBounds& b, Index i, const Visit& visit) const {
    const Index place = patches.place[b.cell_begin + i];
    if constexpr (Faces > 0) {
      visit.template operator()<Faces, Straight>(view.zone[0], place - view.zone[0].begin);
    } else {
      int z = 0;
      while (z + 1 < view.count && place >= view.zone[z + 1].begin) ++z;
      const FiniteVolumeZone<Real>& zone = view.zone[z];
      with_sides(zone, [&]<int F, bool S>() { visit.template operator()<F, S>(zone, place - zone.begin); });
    }
  }

  RKDG_FN void load_means(const PatchBounds& b, Index i, Real* shared) const {
    Real w[fv_variables];
    means_at(view, stage.in, IndexOf<Real>(patches.place[b.cell_begin + i]), w);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) mean(shared, n, i) = w[n];
    if (i < b.owned)
      at_cell(b, i,
              [&]<int F, bool S>(const FiniteVolumeZone<Real>& zone, Index first) { ask_for<F, S>(zone, first); });
  }

  /// Asks for what later phases read of a cell, while others are still at the means.
  template <int F, bool S>
  RKDG_FN void ask_for(const FiniteVolumeZone<Real>& zone, Index first) const {
    RKDG_UNROLL
    for (int k = 0; k < 2 * F; ++k) expect_in_cache(zone.gradient + std::int64_t(k) * zone.padded + first);
    RKDG_UNROLL
    for (int k = 0; k < (S ? 4 : 2 * F); ++k) expect_in_cache(zone.normal + std::int64_t(k) * zone.padded + first);
    const std::int64_t at = view.layout.cell(std::int64_t(zone.begin) + first);
    if (stage.n_history > 0) RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n)
      expect_in_cache(stage.history[0] + at + n * std::int64_t(view.layout.variable_stride));
    if (stage.local_dt) expect_in_cache(stage.dt + zone.begin + first);
  }

  /// One variable after the other, so that a thread holds little at a time.
  template <int F, bool S, Limiter L>
  RKDG_FN void find_traces(const PatchBounds& b, Index i, const FiniteVolumeZone<Real>& zone, Index first,
                           Real* shared) const {
    const CellSides<F, S, Real> sides(zone, first);
    Real gradient[F][2], way[F][2], w[fv_variables], threshold2[fv_variables];
    Index other[F], face[F];
    RKDG_UNROLL
    for (int f = 0; f < F; ++f) {
      load_vector(zone, zone.gradient, f, first, gradient[f]);
      sides.middle(zone, f, first, way[f]);
      other[f] = patches.stencil[b.side_begin + f * b.sloped + i];
      face[f] = patches.face[b.side_begin + f * b.sloped + i];
    }
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) w[n] = mean(shared, n, i);
    if constexpr (L == Limiter::venkatakrishnan)
      find_thresholds(view, zone.mean * sides.inverse_volume(zone, first), w, threshold2);
    else
      for (Real& x : threshold2) x = 0;
    bool gas[F];
    RKDG_UNROLL
    for (int f = 0; f < F; ++f) gas[f] = true;
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) {
      Real gx = 0, gy = 0, low = 0, high = 0;
      RKDG_UNROLL
      for (int f = 0; f < F; ++f) add_difference(gradient[f], mean(shared, n, other[f]) - w[n], gx, gy, low, high);
      if constexpr (L != Limiter::none) {
        Real part = 1;
        RKDG_UNROLL
        for (int f = 0; f < F; ++f) part = minimum(part, part_left(L, gx, gy, way[f], low, high, threshold2[n]));
        gx *= part;
        gy *= part;
      }
      RKDG_UNROLL
      for (int f = 0; f < F; ++f) {
        const Real value = w[n] + gx * way[f][0] + gy * way[f][1];
        if (n == 0 || n == 3) gas[f] = gas[f] && value > 0;
        if (face[f] != foreign_face) trace_at(shared, face[f] & 1, n, face[f] >> 1) = value;
      }
    }
    RKDG_UNROLL
    for (int f = 0; f < F; ++f)
      if (!gas[f] && face[f] != foreign_face)
        for (int n = 0; n < fv_variables; ++n) trace_at(shared, face[f] & 1, n, face[f] >> 1) = mean(shared, n, i);
  }

  /// In place of the trace on the minus side. Faces on the boundary are the last ones, in a phase of their own.
  template <bool OnBoundary>
  RKDG_FN void find_flux(const PatchBounds& b, Index i, Real* shared) const {
    Real minus[fv_variables], plus[fv_variables], normal[2], flux[fv_variables];
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) {
      minus[n] = trace_at(shared, 0, n, i);
      plus[n] = trace_at(shared, OnBoundary ? 0 : 1, n, i);
    }
    RKDG_UNROLL
    for (int d = 0; d < 2; ++d) normal[d] = patches.normal[2 * std::int64_t(b.face_begin) + d * b.faces + i];
    const IndexOf<Real> neighbour = OnBoundary ? patches.boundary[b.boundary_begin + i - b.inner] : 0;
    const Real length = scaled_flux(view, neighbour, OnBoundary, normal, minus, plus, flux);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) trace_at(shared, 0, n, i) = length * flux[n];
  }

  /// The last cell of a zone takes the stage of its padding, too.
  template <int F, bool S>
  RKDG_FN void sum_fluxes(const PatchBounds& b, Index i, const FiniteVolumeZone<Real>& zone, Index first,
                          Real* shared) const {
    Real sum[fv_variables];
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) sum[n] = Real(0);
    RKDG_UNROLL
    for (int f = 0; f < F; ++f) {
      const int face = patches.face[b.side_begin + f * b.sloped + i];
      const Real sign = (face & 1) == 1 ? Real(-1) : Real(1);
      RKDG_UNROLL
      for (int n = 0; n < fv_variables; ++n) sum[n] += sign * trace_at(shared, 0, n, face >> 1);
    }
    const Index end = first + 1 == zone.cells ? zone.padded : first + 1;
    for (Index cell = first; cell < end; ++cell) {
      Real fluxes[fv_variables];
      RKDG_UNROLL
      for (int n = 0; n < fv_variables; ++n) fluxes[n] = sum[n];
      finish_cells<F, S>(view, zone, stage, cell, sums, fluxes);
    }
  }
};

}  // namespace dg
