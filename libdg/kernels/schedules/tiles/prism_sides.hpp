/// Assembly `tiles`, upright faces between prisms with triangle x line.
///
/// The triangle's modes go to the points of the edge at each place of the line, on the matrix units. Where the edge has
/// one place more than lanes, they take turns with its points.
#pragma once

#include "libdg/kernels/schedules/tiles/prism_faces.hpp"

namespace dg {

template <class Eq, int P, bool Viscous, bool Curved>
struct PrismSides : PrismFaces<Eq, 1, P, Viscous, Curved> {
  using Faces = PrismFaces<Eq, 1, P, Viscous, Curved>;
  using Faces::matrices, Faces::line, Faces::n_var, Faces::N, Faces::members;
  using typename Faces::Indices, typename Faces::Real;

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    if (!Faces::choice().between_prisms(at.minus_code, at.plus_code)) return;
    const Index view = Faces::choice().view(at.minus_code, at.plus_code);
    if (view == prism_side_across)
      return Faces::wait_for_start(lane, shared_place(shared));  // no warp ends before its copies
    const int edges[2] = {Faces::face_of_kind(at.minus_code), Faces::face_of_kind(at.plus_code)};
    const Work w{lane, at, shared_place(shared)};
    const PackedNumbers<N> points = points_of(edges[0], lane.quarter());
    Faces::wait_for_start(lane, shared);
    Values u[2];
    if (members == 1 || lane.member == 0) find_traces<0>(w, 0, edges[0], 0, u[0]);
    if (members == 1 || lane.member == 1) find_traces<0>(w, 1, edges[1], view, u[1]);
    if constexpr (in_rows) wait_for_team<members>();
#pragma unroll unrolled
    for (int c = lane.member; c < N; c += members) finish_place(w, item, edges[0], points.number(c), c, u);
    if constexpr (in_rows)
#pragma unroll 1
      for (int c = lane.member * quarters; c < N; c += members * quarters) finish_last(w, item, edges[0], c, u);
    Faces::store_rows(w, item);
  }

 private:
  using Work = typename Faces::Work;
  static constexpr int S = slot_count(N), T = Faces::mode_slots;

  /// Where an edge has more points than a slot, registers do not suffice for the values at all of a lane's. Some
  /// variables at a time take the space that a row has for the variable's modes, as derivatives across do.
  static constexpr bool in_rows = S > 1;
  static constexpr int at_once = in_rows ? 2 : n_var, unrolled = in_rows ? 1 : N;
  static_assert(members == 1 || in_rows);
  static_assert(!in_rows || (N == quarters + 1 && 2 * N * N <= Faces::State::mode(1, 0)));
  using Values = Real[in_rows ? 1 : N][n_var];

  /// Own numbers of the points of place q of an edge, by places of the line.
  __device__ PackedNumbers<N> points_of(int edge, int q) const {
    return load_numbers<N>(matrices.points + edge * prism_edge_stride(P) + q, prism_edge_slots(P) * quarters);
  }

  /// The value of a variable that a row keeps at place q of the edge and c of the line.
  __device__ static Real& in_row(const Work& w, int side, int q, int c, int n) {
    return Faces::row(w, side)[Faces::State::mode(n, 0) + c * N + q];
  }
  /// That of the lane, if the rows have none.
  __device__ static Real value(const Work& w, const Values (&u)[2], int side, int q, int c, int n) {
    if constexpr (in_rows)
      return in_row(w, side, q, c, n);
    else
      return u[side][c][n];
  }
  __device__ static Real& across(const Work& w, int side, int q, int c, int n) {
    if constexpr (in_rows)
      return (&in_row(w, side, q, c, n))[N * N];
    else
      return Faces::kept(w, side)[(c * n_var + n) * warp_lanes];
  }

  /// Values of a side at the lane's points, and derivatives across, which are kept, of the variables from `First` on.
  template <int First>
  __device__ void find_traces(const Work& w, int side, int edge, Index view, Values& u) const {
    constexpr int count = n_var - First < at_once ? n_var - First : at_once, fragment = factor_pairs(T) * warp_lanes;
    const bool backward = view & prism_line_backward;
    const auto* from = matrices.edge + (2 * edge + (view & prism_edge_backward ? 1 : 0)) * S * fragment + w.lane.lane;
    TileProduct<Real> x[S][N][count] = {};
#pragma unroll
    for (int c = 0; c < N; ++c) {
      const Real* at[T];
#pragma unroll
      for (int t = 0; t < T; ++t) at[t] = Faces::mode(w, side, c, backward, t);
#pragma unroll
      for (int s = 0; s < S; ++s)
        multiply_add<T>(
            x[s][c], [&](int l, int n) { return at[l][Faces::State::mode(First + n, 0)]; }, from + s * fragment);
    }
    __syncwarp();
#pragma unroll
    for (int s = 0; s < S; ++s)
#pragma unroll
      for (int n = 0; n < count; ++n)
        leave_line(
            w, side, s, First + n, [&](int c) { return x[s][c][n]; }, u);
    if constexpr (First + count < n_var) find_traces<First + count>(w, side, edge, view, u);
  }

  /// What the places of the line have, x(c), both columns, for the lane's place of the edge in a slot.
  template <class Places>
  __device__ void leave_line(const Work& w, int side, int slot, int n, const Places& x, Values& u) const {
    const Real outward = side == 0 ? 1 : -1;
    const int q = quarters * slot + w.lane.quarter();
    const bool is_left = !in_rows || q < N;
#pragma unroll
    for (int c = 0; c < N; ++c) {
      if constexpr (!in_rows)
        u[c][n] = x(c)[0];
      else if (is_left)
        in_row(w, side, q, c, n) = x(c)[0];
      if (Viscous && is_left) across(w, side, q, c, n) = outward * x(c)[1];
    }
  }

  using OnEdge = TileProduct<Real>[2 * n_var];  ///< derivatives along the edge and liftings, of both sides

  /// At a place of the line and the lane's of the edge, where its point has this number.
  __device__ void finish_place(const Work& w, Index item, int edge, int point, int c, const Values (&u)[2]) const {
    OnEdge on_edge = {};
    add_on_edge(w, u, c, matrices.on_edge + edge * factor_pairs(S) * warp_lanes, on_edge);
    if (w.lane.quarter() < N) finish(w, item, point, w.lane.quarter(), c, u, on_edge);
  }

  /// At the last place of the edge, of which the lanes have a place of the line each from `begin` on.
  __device__ void finish_last(const Work& w, Index item, int edge, int begin, const Values (&u)[2]) const {
    OnEdge on_edge = {};
    for (int q = 0; q < quarters && begin + q < N; ++q)
      add_on_edge(w, u, begin + q, matrices.on_last + (edge * quarters + q) * factor_pairs(S) * warp_lanes, on_edge);
    const int c = begin + w.lane.quarter();
    if (c < N) finish(w, item, points_of(edge, N - 1).number(c), N - 1, c, u, on_edge);
  }

  /// Of what is at a place of the line, by these fragments.
  __device__ void add_on_edge(const Work& w, const Values (&u)[2], int c, const FactorPair<Real>* fragments,
                              OnEdge& on_edge) const {
    if constexpr (Viscous)
      multiply_add<S>(
          on_edge,
          [&](int l, int n) {
            const int q = quarters * l + w.lane.quarter();
            return value(w, u, n / n_var, in_rows ? min(q, N - 1) : q, c, n % n_var);
          },
          fragments + w.lane.lane);
  }

  /// At place q of the edge and c of the line, where the point has this number.
  __device__ void finish(const Work& w, Index item, int point, int q, int c, const Values (&u)[2],
                         const OnEdge& on_edge) const {
    const bool edge_first = matrices.edge_direction == 0;
    Real value[2][n_var];
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
      for (int k = 0; k < n_var; ++k) value[side][k] = PrismSides::value(w, u, side, q, c, k);
    Faces::leave(w, item, point, value, [&](int side, int k) {
      const Real lifted = jump_between_cells(on_edge[k][1], on_edge[n_var + k][1]), on = on_edge[side * n_var + k][0];
      Real up = 0;
#pragma unroll
      for (int l = 0; l < N; ++l) up += line.slope[c][l] * PrismSides::value(w, u, side, q, l, k);
      return
          typename Faces::Derivatives{across(w, side, q, c, k) + lifted, {edge_first ? on : up, edge_first ? up : on}};
    });
  }
};

}  // namespace dg
