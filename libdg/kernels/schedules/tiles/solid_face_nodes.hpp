/// Assembly `tiles`, faces between straight tetrahedra, which leave fluxes and jumps by their values at nodes
/// (element/face_nodes.hpp); .cu files only.
///
/// Traces at the nodes of both sides, and derivatives across the face with the lifting, lie in shared memory, where
/// each lane keeps its own numbers. Points are taken slot by slot and side by side, so that little is in registers at
/// once and more warps fit than with all traces at the points.
#pragma once

#include <algorithm>

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct NodalFaceTiles : SolidFaceTiles<Eq, 0, P, Boundary, Viscous> {
  using Base = SolidFaceTiles<Eq, 0, P, Boundary, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::G, Base::pairs;
  using Base::first, Base::scheme, Base::store, Base::stored;
  using typename Base::Indices, typename Base::Real;
  static constexpr TileShape shape{};  ///< a warp for each tile, whatever the base takes
  static constexpr int nodes = face_node_count(P), N = slot_count(nodes), node_pairs = factor_pairs(N);

  __host__ __device__ static constexpr int shared_numbers() { return barrier_begin + barrier_numbers<Real>; }

  /// Asks for what the tile reads.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    shared = shared_place(shared);
    if constexpr (by_rows) return start_rows(item, lane, at, shared);
    start_modes(lane, at.minus_code, at.minus, shared + modes_begin(0));
    if (!Boundary) start_modes(lane, at.plus_code, at.plus, shared + modes_begin(1));
    Base::start_geometry(item, lane, shared);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    const auto& zone = scheme.zones.zone[zone_of<dim>(at.minus_code)];
    const FaceNodesView<Real>& matrices = zone.solid_fragments.faces[0].nodes;
    const Work w{lane, at, shared, matrices};
    const int slots = slot_count(zone.tables.faces[0].weighted_points);
    if constexpr (by_rows)
      barrier(shared).wait();
    else
      wait_for_copies<0>();
    __syncwarp();
    show_traces(w, slots);
    if constexpr (Viscous) add_liftings(w);
    TileProduct<Real> flux[node_pairs][n_var];
#pragma unroll
    for (int i = 0; i < node_pairs; ++i) clear(flux[i]);
#pragma unroll 1
    for (int slot = 0; slot < slots; slot += 2) {
      SecondSlopes second;
      if constexpr (keeps_slopes)
#pragma unroll
        for (int side = 0; side < sides; ++side) second_slopes(w, slot, side, second[side]);
      add_fluxes<0>(w, slot, second, flux);
      if (slot + 1 < slots) add_fluxes<1>(w, slot + 1, second, flux);
    }
    leave(w, flux);
    __syncwarp();
    store_pieces(w, stored + item);
  }

 private:
  using Modes = typename Base::template Modes<Space::tetrahedron_P>;
  using State = typename Base::template State<Space::tetrahedron_P>;
  static constexpr int K = slot_count(Element<Space::tetrahedron_P, P>::n_modes), sides = Base::sides;
  static constexpr int piece = SolidPiece<Eq, 0, P, true>::numbers;
  using Piece = TileRows<Real, piece>;
  static constexpr int geometry_size = solid_face_numbers * tile_rows, work_begin = geometry_size;
  static constexpr int kinds = Viscous ? 2 : 1, side_size = kinds * N * n_var * warp_lanes;
  /// Of each side in turn, what is kept takes the place of the modes, and leaves those of the other.
  static constexpr int modes_begin(int side) {
    return work_begin + std::max(side_size, Modes::size) - (side == 0 ? Modes::size : 0);
  }
  static constexpr int left_size = kinds * Piece::size, modes_end = modes_begin(sides - 1) + Modes::size - work_begin,
                       work_size = std::max({modes_end, 2 * side_size, left_size});
  static constexpr int barrier_begin = whole_pieces<Real>(work_begin + work_size);
  static constexpr bool by_rows = has_bulk_copies;  ///< whether the copy engine brings modes and geometry

  /// What lanes keep at the nodes.
  enum Kept { trace = 0, normal = 1 };

  struct Work {
    TileLane lane;
    const Indices& at;
    Real* shared;
    const FaceNodesView<Real>& matrices;

    __device__ Real number(int i) const { return shared[i * tile_rows + lane.row()]; }
    __device__ int point(int slot) const { return quarters * slot + lane.quarter(); }
    /// A number of the lane at its node of a slot. On a boundary, that of the plus side is the jump.
    __device__ Real& kept(Kept what, int side, int slot, int n) const {
      return shared[work_begin + (((side * kinds + what) * N + slot) * n_var + n) * warp_lanes + lane.lane];
    }
    /// Right-hand side of the lifting, see lifting_jump().
    __device__ Real jump(int slot, int n) const {
      return Boundary ? kept(trace, 1, slot, n) : Real(-0.5) * (kept(trace, 0, slot, n) - kept(trace, 1, slot, n));
    }
  };

  __device__ void start_modes(const TileLane& lane, Index code, Index cell, Real* to) const {
    Modes::template start<true>(lane, Modes::place(lane, to),
                                this->state + scheme.zones.zone[zone_of<dim>(code)].state_begin, cell);
  }

  __device__ static BulkBarrier& barrier(Real* shared) {
    return *reinterpret_cast<BulkBarrier*>(shared + barrier_begin);
  }

  /// By one lane. The cells on each side of a tile are of one zone.
  __device__ void start_rows(Index item, const TileLane& lane, const Indices& at, Real* shared) const {
    constexpr unsigned all = 0xffffffffu;
    constexpr int row = State::numbers * sizeof(Real), geometry = geometry_size * sizeof(Real);
    BulkBarrier& bulk = barrier(shared);
    bulk.expect(lane.lane, sides * tile_rows * row + geometry);
    Index cell[sides][tile_rows];
#pragma unroll
    for (int side = 0; side < sides; ++side)
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        cell[side][r] = __shfl_sync(all, side == 0 ? at.minus : at.plus, r * quarters);
    if (!BulkBarrier::elect()) return;
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      const Index code = side == 0 ? at.minus_code : at.plus_code;
      const Real* from = this->state + scheme.zones.zone[zone_of<dim>(code)].state_begin;
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        bulk.copy(shared + modes_begin(side) + r * Modes::stride, beyond(from, cell[side][r], State::numbers), row);
    }
    bulk.copy(shared, beyond(scheme.tiles[0].geometry, first + item, geometry_size), geometry);
  }

  /// Traces and derivatives across the face take the place of the modes.
  __device__ void show_traces(const Work& w, int slots) const {
    constexpr int out = factor_pairs(kinds * N);
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      TileProduct<Real> both[out][n_var];
#pragma unroll
      for (int i = 0; i < out; ++i) clear(both[i]);
      const Index code = side == 0 ? w.at.minus_code : w.at.plus_code;
      const int number =
          face_of<dim>(code) + (side == 0 ? 0 : face_count(CellShape::tetrahedron) * turn_of_code<dim>(code));
      const Real* row = w.shared + modes_begin(side) + w.lane.row() * Modes::stride + w.lane.quarter();
      multiply_add_all<K, out>(
          both, [&](int l, int n) { return row[State::mode(n, l)]; },
          w.matrices.trace[side] + number * N * factor_pairs(K) * warp_lanes + w.lane.lane);
      __syncwarp();
#pragma unroll
      for (int i = 0; i < kinds * N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) w.kept(i < N ? trace : normal, side, i % N, n) = both[i / 2][n][i % 2];
    }
    if constexpr (Boundary && Viscous) show_boundary_jump(w, slots);
  }

  /// The jump at the nodes from that at the points.
  __device__ void show_boundary_jump(const Work& w, int slots) const {
    TileProduct<Real> jump[node_pairs][n_var];
#pragma unroll
    for (int i = 0; i < node_pairs; ++i) clear(jump[i]);
#pragma unroll 1
    for (int slot = 0; slot < slots; ++slot) {
      TileProduct<Real> inside[n_var];
      at_points(
          w, slot, [&](int l, int n) { return w.kept(trace, 0, l, n); }, inside);
      Real x[n_var], ghost[n_var], viscous[n_var];
      Real at_point[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) at_point[n] = inside[n][0];
      boundary_states(w, slot, at_point, ghost, viscous);
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[n] = viscous[n] - at_point[n];
      project(w, slot, x, jump);
    }
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) w.kept(trace, 1, i, n) = jump[i / 2][n][i % 2];
  }

  /// At the lane's point of a slot; beyond the last, at the first.
  __device__ void boundary_states(const Work& w, int slot, const Real (&inside)[n_var], Real* ghost,
                                  Real (&viscous)[n_var]) const {
    const int g = w.point(slot) < NG ? w.point(slot) : 0;
    Real n[dim], outside[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.number(solid_normal + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) outside[k] = viscous[k] = inside[k];
    const Real* data = scheme.boundary_data + (std::int64_t(w.at.plus) * max_face_points(dim, P) + g) * n_var;
    scheme.equations.boundary_states(scheme.conditions[-1 - w.at.plus_code], inside, n, data, outside, viscous);
#pragma unroll
    for (int k = 0; k < n_var; ++k) ghost[k] = outside[k];
  }

  /// The derivatives across the face become `axis` times their sums with eta times the lifting.
  __device__ void add_liftings(const Work& w) const {
    TileProduct<Real> lifted[node_pairs][n_var];
#pragma unroll
    for (int i = 0; i < node_pairs; ++i) clear(lifted[i]);
    multiply_add_all<N, node_pairs>(
        lifted, [&](int l, int n) { return w.jump(l, n); }, w.matrices.face_lift + w.lane.lane);
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      const Real axis = w.number(side == 0 ? solid_minus_axes : solid_plus_axes);
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          Real& x = w.kept(normal, side, i, n);
          x = axis * (x + lifted[i / 2][n][i % 2]);
        }
    }
  }

  /// The lane's part of FaceNodesView::point of a pair of slots, from number `matrix` on.
  __device__ static const FactorPair<Real>* point_matrix(const Work& w, int pair, int matrix) {
    return w.matrices.point + (face_point_matrices * pair + matrix) * factor_pairs(N) * warp_lanes + w.lane.lane;
  }

  /// At the points of a slot, from what has the values x(slot, n) at the nodes: values and derivatives along the first
  /// direction of the face.
  template <class X, int V>
  __device__ static void at_points(const Work& w, int slot, const X& x, TileProduct<Real> (&to)[V]) {
    clear(to);
    multiply_add<N>(to, x, point_matrix(w, slot / 2, slot % 2));
  }

  /// Derivatives of traces along the second direction of the face come at the points of two slots at once. To keep them
  /// for the second slot spares a product, and takes registers that a warp of low degree does not have.
  static constexpr bool keeps_slopes = Viscous && P >= 3;
  using SecondSlopes = TileProduct<Real>[keeps_slopes ? sides : 1][n_var];

  __device__ static void second_slopes(const Work& w, int slot, int side, TileProduct<Real> (&to)[n_var]) {
    clear(to);
    multiply_add<N>(
        to, [&](int l, int k) { return w.kept(trace, side, l, k); }, point_matrix(w, slot / 2, 2));
  }

  /// sum += the projection of what is x at the points of a slot.
  __device__ static void project(const Work& w, int slot, const Real (&x)[n_var],
                                 TileProduct<Real> (&sum)[node_pairs][n_var]) {
    const FactorPair<Real>* from = w.matrices.project + slot / 2 * warp_lanes + w.lane.lane;
#pragma unroll
    for (int i = 0; i < node_pairs; ++i)
      multiply_add(sum[i], x, load_alone(from + i * factor_pairs(G) * warp_lanes, slot % 2));
  }

  /// What a side has at a point: its state, and the viscous flux.
  struct Side {
    Real state[n_var];
    typename Eq::template NormalFlux<Real> viscous{};
  };

  /// At the points of a slot, the j-th of two; on a boundary with the viscous flux of the state there.
  template <int j>
  __device__ void set_side(const Work& w, int slot, int number, const Real (&n)[dim], SecondSlopes& second, Side& to,
                           Real* ghost) const {
    TileProduct<Real> low[kinds * n_var];
    at_points(
        w, slot, [&](int l, int k) { return w.kept(k < n_var ? trace : normal, number, l, k % n_var); }, low);
    Real inside[n_var];
#pragma unroll
    for (int k = 0; k < n_var; ++k) inside[k] = to.state[k] = low[k][0];
    if constexpr (Boundary) boundary_states(w, slot, to.state, ghost, inside);
    if constexpr (Viscous) {
      TileProduct<Real>(&slopes)[n_var] = second[keeps_slopes ? number : 0];
      if constexpr (!keeps_slopes) second_slopes(w, slot, number, slopes);
      Real grad[dim][n_var];
      const int axes = number == 0 ? solid_minus_axes : solid_plus_axes;
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        grad[1][k] = low[k][1];
        grad[2][k] = slopes[k][j];
        grad[0][k] = normal_derivative(w, axes, low[n_var + k][0], {grad[1][k], grad[2][k]});
      }
      to.viscous = viscous_side_flux<Frame::face>(scheme.equations, inside, scheme.equations.point(inside), grad, n,
                                                  face_tangents<dim, Real>(w));
    }
  }

  /// Fluxes through the points of a slot.
  template <int j>
  __device__ void add_fluxes(const Work& w, int slot, SecondSlopes& second,
                             TileProduct<Real> (&sum)[node_pairs][n_var]) const {
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.number(solid_normal + d);
    Side minus, plus;
    set_side<j>(w, slot, 0, n, second, minus, plus.state);
    __syncwarp();  // keeps the compiler from taking both sides at once, for which there are not registers enough
    if constexpr (Boundary)
      plus.viscous = minus.viscous;
    else
      set_side<j>(w, slot, 1, n, second, plus, nullptr);
    const BoundaryLanes<Eq, Real> boundary(scheme, w.at.plus_code, w.at.plus, Boundary);
    scheme.equations.riemann_flux(scheme.riemann, minus.state, scheme.equations.point(minus.state), plus.state,
                                  scheme.equations.point(plus.state), n, h);
    if constexpr (Viscous)
      scheme.equations.subtract_viscous_flux(minus.viscous, plus.viscous, n, Boundary, boundary.factors, h);
    project(w, slot, h, sum);
  }

  /// Fluxes and jumps take the place of what lanes have kept.
  __device__ static void leave(const Work& w, const TileProduct<Real> (&flux)[node_pairs][n_var]) {
    Real jump[N][n_var];
    if constexpr (Viscous)
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) jump[i][n] = w.jump(i, n);
    __syncwarp();
    Real* row = w.shared + work_begin + w.lane.row() * Piece::stride;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (nodes % quarters != 0 && w.point(i) >= nodes) continue;
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        row[n * nodes + w.point(i)] = flux[i / 2][n][i % 2];
        if (Viscous) row[Piece::size + n * nodes + w.point(i)] = jump[i][n];
      }
    }
  }

  __device__ void store_pieces(const Work& w, Index tile) const {
    const Index face = tile * tile_rows + w.lane.row();
    const Real* row = w.shared + work_begin + w.lane.row() * Piece::stride;
    Piece::store(w.lane, beyond(store.node_flux, face, piece), row);
    if (Viscous) Piece::store(w.lane, beyond(store.node_jump, face, piece), row + Piece::size);
  }
};

}  // namespace dg
