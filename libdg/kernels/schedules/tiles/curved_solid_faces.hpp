/// Assembly `tiles`, faces of a kind with a curved cell on a side: as solid_faces.hpp, with normals, axes and liftings
/// of their own at each point; .cu files only.
///
/// Liftings on a face differ from face to face: a lane sums over the points of its face what the others have left in
/// shared memory. Products that all faces share go through the matrix units.
#pragma once

#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

template <class Eq, int Kind, int P, bool Boundary, bool Viscous>
struct CurvedSolidFaceTiles : SolidFaceTiles<Eq, Kind, P, Boundary, Viscous> {
  using Base = SolidFaceTiles<Eq, Kind, P, Boundary, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::G, Base::pairs;
  using Base::first, Base::scheme, Base::store, Base::stored;
  using typename Base::Indices, typename Base::Real;

  /// Jumps are collected for all lanes of a face to read.
  __host__ __device__ int shared_numbers() const { return Base::stored_begin() + Base::stored_size; }

  /// Asks for the modes; geometry is read where it is needed, once each number.
  __device__ void start(Index, const TileLane& lane, const Indices& at, Real* shared, int) const {
    Base::start_modes(lane, at, shared_place(shared));
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    Work w{{lane, at, shared, shared + Base::stored_begin(), (stored + item) * tile_rows + lane.row()},
           geometry_of(first + item) + lane.row()};
    wait_for_copies<0>();
    __syncwarp();
    this->traces(w, 0, w.value[0]);
    if constexpr (Boundary)
      this->set_boundary(w, [&](int s, int d) { return w.at_point(w.own_point(s), solid_point_normal + d); });
    else
      this->traces(w, 1, w.value[1]);
    if constexpr (Viscous) show_jumps(w);
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair) finish(w, pair);
    __syncwarp();
    Base::store_all(w);
  }

 private:
  using Piece = typename Base::Piece;
  static constexpr int liftings = NG * solid_point_numbers;

  struct Work : Base::Work {
    const Real* geometry;  ///< of the lane's face

    __device__ Real number(int i) const { return __ldg(geometry + i * tile_rows); }
    __device__ Real at_point(int g, int i) const { return number(g * solid_point_numbers + i); }
    /// The lane's point of a slot; beyond the last, the last again.
    __device__ int own_point(int slot) const { return min(this->point(slot), NG - 1); }
    /// Where the jumps of the lane's face are, [variable][point].
    __device__ Real* jumps() const { return this->left + Piece::size + this->lane.row() * Piece::stride; }
  };

  __device__ const Real* geometry_of(Index tile) const {
    return scheme.tiles[Kind].geometry + curved_tile_begin(scheme.tiles[Kind], tile);
  }

  /// Jumps go to where they are stored from.
  __device__ static void show_jumps(const Work& w) {
#pragma unroll
    for (int s = 0; s < G; ++s)
      if (NG % quarters == 0 || w.point(s) < NG)
#pragma unroll
        for (int k = 0; k < n_var; ++k) w.jumps()[k * NG + w.point(s)] = Base::jump_at(w, s, k);
    __syncwarp();
  }

  /// Fluxes at the lane's points of a pair of slots.
  __device__ void finish(const Work& w, int pair) const {
    const SolidFaceFragmentsView<Real>& matrices =
        scheme.zones.zone[zone_of<dim>(w.at.minus_code)].solid_fragments.faces[Kind];
    TileProduct<Real> across[2][n_var] = {};
    if constexpr (Viscous)
#pragma unroll
      for (int side = 0; side < Base::sides; ++side) this->template trace_pair<true>(w, side, pair, across[side]);
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int slot = 2 * pair + j;
      if (slot >= G) continue;
      TileProduct<Real> along[2 * n_var] = {};  // of both sides
      if constexpr (Viscous)
        multiply_add<G>(
            along, [&](int l, int n) { return w.trace(n / n_var, l, n % n_var); },
            matrices.tangential + slot * factor_pairs(G) * warp_lanes + w.lane.lane);
      if (NG % quarters == 0 || w.point(slot) < NG) finish_point(w, slot, across, along);
    }
  }

  __device__ void finish_point(const Work& w, int slot, const TileProduct<Real> (&across)[2][n_var],
                               const TileProduct<Real> (&along)[2 * n_var]) const {
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.at_point(w.point(slot), solid_point_normal + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.trace(0, slot, k);
      f.plus[0][k] = w.trace(1, slot, k);
      f.viscous_boundary[0][k] = w.viscous_boundary[slot][k];
    }
    if constexpr (Viscous) {
      set_gradients(w, w.point(slot), slot % 2, across, along, f.grad_minus, f.grad_plus);
      lift(w, w.point(slot), f.grad_minus, f.grad_plus);
    }
    const BoundaryLanes<Eq, Real> boundary(scheme, w.at.plus_code, w.at.plus, Boundary);
    face_flux(scheme, Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
    Real* to = w.left + w.lane.row() * Piece::stride + w.point(slot);
#pragma unroll
    for (int k = 0; k < n_var; ++k) to[k * NG] = h[k];
  }

  using Gradient = Real[dim][1][n_var];

  /// The gradients of both sides at point g, which the lane has in column j; see CurvedSolidPoint.
  __device__ static void set_gradients(const Work& w, int g, int j, const TileProduct<Real> (&across)[2][n_var],
                                       const TileProduct<Real> (&along)[2 * n_var], Gradient& minus, Gradient& plus) {
    Real t[dim - 1][dim], n[dim];
#pragma unroll
    for (int i = 0; i < (dim - 1) * dim; ++i) t[i / dim][i % dim] = w.at_point(g, solid_point_tangents + i);
#pragma unroll
    for (int d = 0; d < dim; ++d)
      n[d] = t[0][(d + 1) % dim] * t[1][(d + 2) % dim] - t[0][(d + 2) % dim] * t[1][(d + 1) % dim];
    const auto set = [&](int axes, int side, Gradient& grad) {
      const Real axis[dim] = {w.at_point(g, axes), w.at_point(g, axes + 1), w.at_point(g, axes + 2)};
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const Real a = along[side * n_var + k][0], b = along[side * n_var + k][1];
        const Real normal = axis[0] * across[side][k][j] + axis[1] * a + axis[2] * b;
#pragma unroll
        for (int d = 0; d < dim; ++d) grad[d][0][k] = n[d] * normal + t[0][d] * a + t[1][d] * b;
      }
    };
    set(solid_point_minus_axes, 0, minus);
    if constexpr (!Boundary) set(solid_point_plus_axes, 1, plus);
  }

  /// Adds eta times the liftings at point g to the gradients of both sides.
  __device__ static void lift(const Work& w, int g, Gradient& minus, Gradient& plus) {
    const Real* jumps = w.jumps();
#pragma unroll(NG <= 9 ? NG : 4)
    for (int h = 0; h < NG; ++h) {
      const int entry = liftings + lifting_entry(g, h);
      const Real weight = w.at_point(h, solid_point_weight), a = weight * w.number(entry),
                 b = Boundary ? Real(0) : weight * w.number(entry + lifting_pairs(NG));
      Real n[dim];
#pragma unroll
      for (int d = 0; d < dim; ++d) n[d] = w.at_point(h, solid_point_normal + d);
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const Real jump = jumps[k * NG + h], x = a * jump, y = b * jump;
#pragma unroll
        for (int d = 0; d < dim; ++d) {
          minus[d][0][k] += n[d] * x;
          if constexpr (!Boundary) plus[d][0][k] += n[d] * y;
        }
      }
    }
  }
};

}  // namespace dg
