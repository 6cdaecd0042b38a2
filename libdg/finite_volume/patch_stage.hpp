/// A stage of finite volumes patch by patch. What the cells of a patch and those around them have is read once. All
/// between the means and the next state stays in memory that a block of threads shares.
///
/// Each face of a patch is evaluated once; both patches evaluate a face between them, from the same numbers in the same
/// order. So the result is the same bit for bit in every run.
#pragma once

#include "libdg/backend/prefetch.hpp"
#include "libdg/backend/prefetch_range.hpp"
#include "libdg/finite_volume/cell_stage.hpp"
#include "libdg/finite_volume/find_slopes.hpp"
#include "libdg/finite_volume/patch_cells.hpp"
#include "libdg/kernels/range.hpp"

namespace dg {

/// For patches with so many sides a cell at most. A launcher runs phases 0 to `phases` - 1 one after the other for each
/// patch, each over its items in any order. `OfPart`: of a mesh of several ranks, with ghosts among the cells.
template <class Eq, int Faces, bool Straight, bool OfPart>
struct PatchStage {
  using Real = typename Eq::Real;
  static constexpr int phases = 5;

  FiniteVolumeView<Eq> view;
  FiniteVolumePatches<Real> patches;
  Stage<Real> stage;
  Real* sums;  ///< see CellStage
  PatchSlopes<const Real> of_ghosts{};

  /// What the threads of a block share: means and the reciprocal density of each cell. Then traces on both sides of
  /// each face, the minus side first. The odd strides keep the cells that a warp reads at once in banks of their own.
  static constexpr int cell_stride = 5, face_stride = 9;
  int shared_numbers() const { return cell_stride * patches.most_loaded + face_stride * patches.most_faces; }

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
    if constexpr (Phase == 0) load_averages(b, i, shared);
    if constexpr (Phase == 1) {
      if (OfPart && i >= b.found) return trace_ghost(b, i, shared);
      with_limiter([&]<Limiter L>() { find_traces<L>(b, i, shared); });
    }
    if constexpr (Phase == 2) find_flux<false>(b, i, shared);
    if constexpr (Phase == 3) find_flux<true>(b, i, shared);
    if constexpr (Phase == 4) sum_fluxes(b, i, shared);
  }

 protected:
  template <class Use>
  RKDG_FN void with_limiter(const Use& use) const {
    if (view.limiter == Limiter::venkatakrishnan)
      use.template operator()<Limiter::venkatakrishnan>();
    else if (view.limiter == Limiter::barth_jespersen)
      use.template operator()<Limiter::barth_jespersen>();
    else
      use.template operator()<Limiter::none>();
  }

  static constexpr int pairs = patch_pairs(Faces, Straight);
  static constexpr int variables_at_once = 2;  ///< whose chains of operations a thread has under way

  RKDG_FN Real* traces(Real* shared, int side_of_face) const {
    return shared + cell_stride * patches.most_loaded + (side_of_face >> 1) * face_stride +
           (side_of_face & 1) * Eq::n_var;
  }

  /// The first pair of a cell.
  RKDG_FN const Real* numbers(const PatchBounds& b, Index i) const {
    return patches.of_cells + pair_of_cell(b, i, 0, pairs);
  }
  RKDG_FN static void load_pair(const Real* from, int k, Real (&x)[2]) {
    struct alignas(2 * sizeof(Real)) Pair {
      Real x, y;
    };
    const Pair pair = *reinterpret_cast<const Pair*>(from + k * 2 * patch_group);
    x[0] = pair.x;
    x[1] = pair.y;
  }
  RKDG_FN const PatchSides& around(const PatchBounds& b, Index i) const {
    return patches.around[std::int64_t(b.cell_group) * patch_group + i];
  }

  RKDG_FN void load_averages(const PatchBounds& b, Index i, Real* shared) const {
    const Index place = patches.place[b.cell_begin + i];
    if (i == 0) ask_for_geometry(b);
    Real u[Eq::n_var], w[Eq::n_var];
    load_variables(view.layout, stage.in, place, u);
    to_primitive(view.equations, u, mean_at<Real>(view, place), w);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) shared[i * cell_stride + n] = w[n];
    shared[i * cell_stride + Eq::n_var] = reciprocal(w[0]);
    if (i < b.owned) ask_for_past(place);
  }

  /// Asks for what later phases read, while the first ones are at the means.
  RKDG_FN void ask_for_geometry(const PatchBounds& b) const {
    const int cells = (b.sloped + patch_group - 1) & -patch_group, faces = (b.faces + patch_group - 1) & -patch_group;
    prefetch_range_to_cache(&around(b, 0), cells * int(sizeof(PatchSides)));
    prefetch_range_to_cache(numbers(b, 0), cells * 2 * pairs * int(sizeof(Real)));
    prefetch_range_to_cache(patches.of_faces + std::int64_t(b.face_group) * (3 * patch_group),
                            faces * 3 * int(sizeof(Real)));
  }
  RKDG_FN void ask_for_past(Index place) const {
    const std::int64_t at = view.layout.cell(std::int64_t(place));
    if (stage.n_history > 0) RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n)
      prefetch_to_cache(stage.history[0] + at + n * std::int64_t(view.layout.variable_stride));
    if (stage.local_dt) prefetch_to_cache(stage.dt + place);
  }

  /// Of cells with straight sides from two: those of a triangle add up to 0, a parallelogram's are opposite.
  RKDG_FN void load_ways(const Real* from, Real (&way)[Faces][2]) const {
    RKDG_UNROLL
    for (int f = 0; f < (Straight ? 2 : Faces); ++f) load_pair(from, Faces + f, way[f]);
    if constexpr (Straight) RKDG_UNROLL
    for (int d = 0; d < 2; ++d) {
      way[2][d] = Faces == 3 ? -(way[0][d] + way[1][d]) : -way[0][d];
      if constexpr (Faces == 4) way[3][d] = -way[1][d];
    }
  }

  /// What the slopes of a cell are found from.
  struct CellNumbers {
    PatchSides sides;
    Real gradient[Faces][2], way[Faces][2], threshold2[Eq::n_var];
  };
  template <Limiter L>
  RKDG_FN CellNumbers numbers_of_cell(const PatchBounds& b, Index i, const Real* w) const {
    const Real* own = numbers(b, i);
    CellNumbers cell;
    cell.sides = around(b, i);
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) load_pair(own, f, cell.gradient[f]);
    load_ways(own, cell.way);
    find_thresholds<L>(own, w, cell.threshold2);
    return cell;
  }

  /// A few variables after the other, so that a thread holds little at a time.
  template <Limiter L>
  RKDG_FN void find_traces(const PatchBounds& b, Index i, Real* shared) const {
    const Real* w = shared + i * cell_stride;
    const CellNumbers cell = numbers_of_cell<L>(b, i, w);
    bool gas[Faces];
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) gas[f] = true;
    RKDG_UNROLL
    for (int first = 0; first < Eq::n_var; first += variables_at_once) {
      Real value[variables_at_once][Faces];
      RKDG_UNROLL
      for (int k = 0; k < variables_at_once; ++k) find_values<L>(cell, shared, w[first + k], first + k, value[k]);
      RKDG_UNROLL
      for (int k = 0; k < variables_at_once; ++k) RKDG_UNROLL
      for (int f = 0; f < Faces; ++f) {
        const int n = first + k;
        if (n == 0 || n == 3) gas[f] = gas[f] && value[k][f] > 0;
        traces(shared, cell.sides.face[f])[n] = value[k][f];
      }
    }
    keep_gas(cell.sides, gas, w, shared);
  }

  /// The means where a trace is no gas.
  RKDG_FN void keep_gas(const PatchSides& sides, const bool (&gas)[Faces], const Real* w, Real* shared) const {
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f)
      if (!gas[f])
        for (int n = 0; n < Eq::n_var; ++n) traces(shared, sides.face[f])[n] = w[n];
  }

  /// As find_traces() of the rank that has the cell, from what that rank has found.
  RKDG_FN void trace_ghost(const PatchBounds& b, Index i, Real* shared) const {
    const Index place = patches.place[b.cell_begin + i];
    const PatchSides sides = around(b, i);
    const Real* w = shared + i * cell_stride;
    Real way[Faces][2], g[slope_count<Eq>], part[Eq::n_var];
    load_ways(numbers(b, i), way);
    load_variables(view.slope_layout, of_ghosts.gradients, place, g);
    load_variables(view.layout, of_ghosts.parts, place, part);
    bool gas[Faces];
    for (int f = 0; f < Faces; ++f) {
      gas[f] = true;
      for (int n = 0; n < Eq::n_var; ++n) {
        const Real change = g[2 * n] * way[f][0] + g[2 * n + 1] * way[f][1];
        const Real value = w[n] + part[n] * change;
        if (n == 0 || n == 3) gas[f] = gas[f] && value > 0;
        traces(shared, sides.face[f])[n] = value;
      }
    }
    keep_gas(sides, gas, w, shared);
  }

  /// Of variable n in the middles of the faces of a cell with this mean.
  template <Limiter L>
  RKDG_FN void find_values(const CellNumbers& cell, const Real* shared, Real mean, int n, Real (&value)[Faces]) const {
    Real gradient[2], change[Faces];
    const Real part = find_slopes<L>(cell, shared, mean, n, gradient, change);
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) value[f] = mean + part * change[f];
  }

  /// The gradient of variable n, what it changes from the centroid to the faces, and the part that the limiter leaves.
  template <Limiter L>
  RKDG_ON_ITS_OWN Real find_slopes(const CellNumbers& cell, const Real* shared, Real mean, int n, Real (&g)[2],
                                   Real (&change)[Faces]) const {
    Real gx = 0, gy = 0, part = 1, difference[Faces + 1];
    difference[Faces] = 0;
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) {
      difference[f] = shared[cell.sides.stencil[f] * cell_stride + n] - mean;
      gx += cell.gradient[f][0] * difference[f];
      gy += cell.gradient[f][1] * difference[f];
    }
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) change[f] = gx * cell.way[f][0] + gy * cell.way[f][1];
    if constexpr (L != Limiter::none) part = part_of_slopes<L>(difference, change, cell.threshold2[n]);
    g[0] = gx, g[1] = gy;
    return part;
  }

  template <Limiter L>
  RKDG_FN void find_thresholds(const Real* own, const Real* w, Real (&threshold2)[Eq::n_var]) const {
    RKDG_UNROLL
    for (Real& x : threshold2) x = 0;
    if constexpr (L == Limiter::venkatakrishnan) {
      Real volume[2], averages[Eq::n_var];
      load_pair(own, pairs - 1, volume);
      RKDG_UNROLL
      for (int n = 0; n < Eq::n_var; ++n) averages[n] = w[n];
      dg::find_thresholds(view, view.smooth_volume * volume[1], w[Eq::n_var], averages, threshold2);
    }
  }

  /// The ways of cells with straight sides add up to 0: of what the slopes change there, one is not above 0, one not
  /// below.
  template <Limiter L>
  RKDG_FN static Real part_of_slopes(const Real (&difference)[Faces + 1], const Real (&change)[Faces],
                                     Real threshold2) {
    Real low, high, least, most;
    find_range(difference, low, high);
    find_range(change, least, most);
    if (!Straight) {
      least = minimum(least, Real(0));
      most = maximum(most, Real(0));
    }
    return part_left(L, least, most, low, high, threshold2);
  }

  /// In place of the trace on the minus side. Faces on the boundary are the last ones, in a phase of their own.
  template <bool OnBoundary>
  RKDG_FN void find_flux(const PatchBounds& b, Index i, Real* shared) const {
    Real* trace = traces(shared, 2 * i);
    const Real* own = patches.of_faces + std::int64_t(b.face_group) * (3 * patch_group) +
                      (i / patch_group * (3 * patch_group) + i % patch_group);
    const Real normal[2] = {own[0], own[patch_group]}, length = own[2 * patch_group];
    Real minus[Eq::n_var], plus[Eq::n_var], flux[Eq::n_var], u_b[Eq::n_var];
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) {
      minus[n] = trace[n];
      plus[n] = trace[OnBoundary ? n : Eq::n_var + n];
    }
    const IndexOf<Real> neighbour = OnBoundary ? patches.boundary[b.boundary_begin + i - b.inner] : 0;
    face_flux(view, neighbour, OnBoundary, normal, minus, plus, flux, u_b);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) trace[n] = length * flux[n];
  }

  RKDG_FN void sum_fluxes(const PatchBounds& b, Index i, Real* shared) const {
    const Index place = patches.place[b.cell_begin + i];
    const PatchSides sides = around(b, i);
    const Real inverse_volume = numbers(b, i)[2 * patch_group * (pairs - 1)];
    Real sum[Eq::n_var];
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) sum[n] = Real(0);
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) {
      if (Faces == 4 && !Straight && sides.face[f] >= 2 * b.faces) continue;
      const Real sign = (sides.face[f] & 1) == 1 ? Real(-1) : Real(1);
      const Real* flux = traces(shared, sides.face[f] & ~1);
      RKDG_UNROLL
      for (int n = 0; n < Eq::n_var; ++n) sum[n] += sign * flux[n];
    }
    with_padding(view, place, [&](const FiniteVolumeZone<Real>& zone, Index cell) {
      Real fluxes[Eq::n_var];
      RKDG_UNROLL
      for (int n = 0; n < Eq::n_var; ++n) fluxes[n] = sum[n];
      finish_cells(view, zone, stage, cell, inverse_volume, sums, fluxes);
    });
  }
};

}  // namespace dg
