/// Assembly `tiles`, triangular faces between prisms with triangle x line.
///
/// What the places of the line have adds up at its end, in registers. On the matrix units, modes of the triangle go to
/// the points.
#pragma once

#include "libdg/kernels/schedules/tiles/prism_faces.hpp"

namespace dg {

template <class Eq, int P, bool Viscous, bool Curved>
struct PrismEnds : PrismFaces<Eq, 0, P, Viscous, Curved> {
  using Faces = PrismFaces<Eq, 0, P, Viscous, Curved>;
  using Faces::matrices, Faces::line, Faces::members, Faces::n_var, Faces::N, Faces::NG, Faces::context;
  using typename Faces::Indices, typename Faces::Real;

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    if (!Faces::choice().takes(at.minus_code, at.plus_code)) return;
    const Work w{lane, at, shared_place(shared)};
    Faces::wait_for_start(lane, shared);
    Values u[2] = {};
    if (members == 1 || lane.member == 0) find_traces(w, 0, matrix(at.minus_code, 0), u[0]);
    if (members == 1 || lane.member == 1)
      find_traces(w, 1, matrix(at.plus_code, 1 + orientation_of_code<Faces::dim>(at.plus_code)), u[1]);
    if constexpr (members > 1) wait_for_team<members>();
#pragma unroll unrolled
    for (int pair = lane.member; pair < pairs; pair += members) finish(w, item, pair, u);
    Faces::store_rows(w, item);
  }

 private:
  using Work = typename Faces::Work;
  static constexpr int G = slot_count(NG), pairs = factor_pairs(G), T = Faces::mode_slots,
                       unrolled = members == 1 ? pairs : 1;
  static_assert(members == 1 || (T + 2 * pairs) * n_var * warp_lanes <= Faces::Modes::size);
  using Values = TileProduct<Real>[pairs][n_var];
  using Fragment = const FactorPair<Real>*;

  /// Of a view of the face of a code.
  __device__ Fragment matrix(Index code, int view) const {
    return matrices.end + (2 * view + Faces::face_of_kind(code)) * pairs * factor_pairs(T) * warp_lanes;
  }

  /// The lane's value of a side at a slot: in its registers, or of a team kept behind the derivatives across.
  __device__ static Real& kept_value(const Work& w, int side, int slot, int n) {
    return Faces::kept(w, side)[((T + slot) * n_var + n) * warp_lanes];
  }
  __device__ static Real value(const Work& w, const Values (&u)[2], int side, int slot, int n) {
    if constexpr (members > 1)
      return kept_value(w, side, slot, n);
    else
      return u[side][slot / 2][n][slot % 2];
  }

  /// Values of a side, and modes on the triangle of the derivatives across, which are kept.
  __device__ void find_traces(const Work& w, int side, Fragment from, Values& u) const {
    const Index code = side == 0 ? w.at.minus_code : w.at.plus_code;
    const bool below = Faces::face_of_kind(code) == 0;
    const Real outward = side == 0 ? 1 : -1;
    Real value[T][n_var], across[T][n_var];
#pragma unroll
    for (int s = 0; s < T; ++s) {
      const Real* at[N];
#pragma unroll
      for (int c = 0; c < N; ++c) at[c] = Faces::mode(w, side, c, below, s);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        value[s][n] = across[s][n] = 0;
#pragma unroll
        for (int c = 0; c < N; ++c) {
          const Real x = at[c][Faces::State::mode(n, 0)];
          value[s][n] += line.matrices.end_from_points[c] * x;
          across[s][n] += outward * line.matrices.end_slope_from_points[c] * x;
        }
      }
    }
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
      multiply_add<T>(
          u[pair], [&](int l, int n) { return value[l][n]; }, own(w, from, pair));
    if constexpr (!Viscous && members == 1) return;
    __syncwarp();
    if constexpr (members > 1)
#pragma unroll
      for (int slot = 0; slot < 2 * pairs; ++slot)
#pragma unroll
        for (int n = 0; n < n_var; ++n) kept_value(w, side, slot, n) = u[slot / 2][n][slot % 2];
    if constexpr (!Viscous) return;
    Real* kept = Faces::kept(w, side);
#pragma unroll
    for (int s = 0; s < T; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) kept[(s * n_var + n) * warp_lanes] = across[s][n];
  }

  __device__ static Fragment own(const Work& w, Fragment from, int pair) {
    return from + pair * factor_pairs(T) * warp_lanes + w.lane.lane;
  }

  /// At the lane's points of a pair of slots.
  __device__ void finish(const Work& w, Index item, int pair, const Values (&u)[2]) const {
    const FaceFragmentsView3D<Real>& dense =
        context.zones.zone[zone_of<Faces::dim>(w.at.minus_code)].fragments_3d.faces[0];
    TileProduct<Real> across[2 * n_var] = {};
    if constexpr (Viscous) add_across(w, pair, u, dense, across);
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int slot = 2 * pair + j, g = quarters * slot + w.lane.quarter();
      if (slot >= G) continue;
      TileProduct<Real> along[2 * n_var] = {};
      if constexpr (Viscous)
        multiply_add<G>(
            along, [&](int l, int n) { return PrismEnds::value(w, u, n / n_var, l, n % n_var); },
            dense.tangential + slot * factor_pairs(G) * warp_lanes + w.lane.lane);
      if (NG % quarters != 0 && g >= NG) continue;
      Real value[2][n_var];
#pragma unroll
      for (int side = 0; side < 2; ++side)
#pragma unroll
        for (int k = 0; k < n_var; ++k) value[side][k] = PrismEnds::value(w, u, side, slot, k);
      Faces::leave(w, item, g, value, [&](int side, int k) {
        const int n = side * n_var + k;
        return typename Faces::Derivatives{across[n][j], {along[n][0], along[n][1]}};
      });
    }
  }

  /// Derivatives of both sides, with eta times the lifting.
  __device__ void add_across(const Work& w, int pair, const Values (&u)[2], const FaceFragmentsView3D<Real>& dense,
                             TileProduct<Real> (&across)[2 * n_var]) const {
    TileProduct<Real> lifted[n_var] = {};
    multiply_add<G>(
        lifted, [&](int l, int n) { return jump_between_cells(value(w, u, 0, l, n), value(w, u, 1, l, n)); },
        dense.face_lift[0] + pair * factor_pairs(G) * warp_lanes + w.lane.lane);
#pragma unroll
    for (int side = 0; side < 2; ++side) {
      const Index code = side == 0 ? w.at.minus_code : w.at.plus_code;
      TileProduct<Real> x[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int j = 0; j < 2; ++j) x[n][j] = lifted[n][j];
      multiply_add<T>(
          x, [&](int l, int n) { return Faces::kept(w, side)[(l * n_var + n) * warp_lanes]; },
          own(w, matrix(code, side == 0 ? 0 : 1 + orientation_of_code<Faces::dim>(code)), pair));
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int j = 0; j < 2; ++j) across[side * n_var + n][j] = x[n][j];
    }
  }
};

}  // namespace dg
