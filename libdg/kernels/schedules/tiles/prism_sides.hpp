/// Assembly `tiles`, upright faces between prisms with triangle x line; .cu files only.
///
/// The triangle's modes go to the points of the edge for each mode of the line, on the matrix units, and from these
/// modes to points in registers.
#pragma once

#include "libdg/kernels/schedules/tiles/prism_faces.hpp"

namespace dg {

template <class Eq, int P, bool Viscous, bool Curved>
struct PrismSides : PrismFaces<Eq, 1, P, Viscous, Curved> {
  using Faces = PrismFaces<Eq, 1, P, Viscous, Curved>;
  using Faces::matrices, Faces::line, Faces::n_var, Faces::N;
  using typename Faces::Indices, typename Faces::Real;

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    if (!Faces::choice().between_prisms(at.minus_code, at.plus_code)) return;
    const Index view = Faces::choice().view(at.minus_code, at.plus_code);
    if (view == prism_side_across)
      return Faces::wait_for_start(shared_place(shared));  // no warp ends before its copies
    const int edges[2] = {Faces::face_of_kind(at.minus_code), Faces::face_of_kind(at.plus_code)};
    const Work w(*this, lane, at, shared_place(shared));
    const PackedNumbers points{__ldg(matrices.points + edges[0] * quarters + lane.quarter())};
    Faces::wait_for_start(shared);
    Real u[2][N][n_var];
    find_traces(w, 0, edges[0], 0, u[0]);
    find_traces(w, 1, edges[1], view, u[1]);
#pragma unroll
    for (int c = 0; c < N; ++c) finish(w, item, edges[0], points, c, u);
    Faces::store_rows(w, item);
  }

 private:
  using Work = typename Faces::Work;

  /// Values of a side at the lane's points, and derivatives across, which are kept.
  __device__ void find_traces(const Work& w, int side, int edge, Index view, Real (&u)[N][n_var]) const {
    constexpr int T = Faces::mode_slots, fragment = factor_pairs(T) * warp_lanes;
    const auto* from = matrices.edge + (2 * edge + (view & prism_edge_backward ? 1 : 0)) * fragment + w.lane.lane;
    TileProduct<Real> x[N][n_var] = {};
#pragma unroll
    for (int c = 0; c < N; ++c) {
      const Real* at[T];
#pragma unroll
      for (int s = 0; s < T; ++s) at[s] = Faces::mode(w, side, c, s);
      multiply_add<T>(
          x[c], [&](int l, int n) { return at[l][Faces::State::mode(n, 0)]; }, from);
    }
    __syncwarp();
    const Real odd = view & prism_line_backward ? -1 : 1, outward = side == 0 ? 1 : -1;
    Real* kept = Faces::kept(w, side);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real value[N], across[N];
#pragma unroll
      for (int c = 0; c < N; ++c) {
        value[c] = c % 2 == 0 ? x[c][n][0] : odd * x[c][n][0];
        across[c] = outward * (c % 2 == 0 ? x[c][n][1] : odd * x[c][n][1]);
      }
      line.matrices.to_points(value);
#pragma unroll
      for (int c = 0; c < N; ++c) u[c][n] = value[c];
      if constexpr (!Viscous) continue;
      line.matrices.to_points(across);
#pragma unroll
      for (int c = 0; c < N; ++c) kept[(c * n_var + n) * warp_lanes] = across[c];
    }
  }

  /// At the lane's point at a place of the line.
  __device__ void finish(const Work& w, Index item, int edge, const PackedNumbers& points, int c,
                         const Real (&u)[2][N][n_var]) const {
    TileProduct<Real> on_edge[2 * n_var] = {};  // derivatives and liftings of both sides
    if constexpr (Viscous)
      multiply_add<1>(
          on_edge, [&](int, int n) { return u[n / n_var][c][n % n_var]; },
          matrices.on_edge + edge * warp_lanes + w.lane.lane);
    if (w.lane.quarter() >= N) return;
    const bool edge_first = matrices.edge_direction == 0;
    Real value[2][n_var];
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
      for (int k = 0; k < n_var; ++k) value[side][k] = u[side][c][k];
    Faces::leave(w, item, points.number(c), value, [&](int side, int k) {
      const Real lifted = Real(-0.5) * (on_edge[k][1] - on_edge[n_var + k][1]), on = on_edge[side * n_var + k][0];
      Real up = 0;
#pragma unroll
      for (int l = 0; l < N; ++l) up += line.slope[c][l] * u[side][l][k];
      return typename Faces::Derivatives{Faces::kept(w, side)[(c * n_var + k) * warp_lanes] + lifted,
                                         {edge_first ? on : up, edge_first ? up : on}};
    });
  }
};

}  // namespace dg
