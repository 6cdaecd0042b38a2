/// Assembly `tiles`, faces of a kind between straight 3-D cells: numerical fluxes and jumps. All products by matrices
/// that faces share are on the matrix units (face_products_3d.hpp).
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side_cells.hpp"
#include "libdg/kernels/schedules/tiles/face_frame_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"
#include "libdg/kernels/schedules/tiles/face_products_3d.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {

/// Tiles of such faces for a kernel; the base has their products by matrices.
template <class Eq, int Kind, int P, bool Boundary, bool Viscous>
struct FaceTiles3D : FaceProducts3D<Eq, Kind, P, Boundary, Viscous> {
  using Base = FaceProducts3D<Eq, Kind, P, Boundary, Viscous>;
  using Base::context, Base::store, Base::side_numbers, Base::first, Base::stored;
  using Base::dim, Base::n_var, Base::NG, Base::members;
  using typename Base::Face, typename Base::Indices, typename Base::Real;
  using Number = Real;
  static constexpr TileShape shape{.team = members};

  /// Geometry, modes of both sides, values at points, what the faces leave.
  __host__ __device__ int shared_numbers() const { return stored_begin() + (stores_at_once() ? 0 : stored_size); }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    return FaceIndices::fetch(context.tiles[Kind], first + item, lane.row(), lane);
  }

  /// Asks for what the tile reads.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    shared = shared_place(shared);
    start_modes<members>(lane, at, shared);
    if (lane.member == 0) start_geometry(item, lane, shared);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    Work w{lane,
           at,
           shared,
           shared + stored_begin(),
           (stored + item) * tile_rows + lane.row(),
           this->values(shared, lane)};
    wait_for_copies<0>();
    wait_for_team<members>();
    this->find_values(w, [&](int, int d) { return w.number(normal_3d + d); });
    this->for_each_pair(lane, [&](int pair) {
      this->finish(w, pair,
                   [&](int slot, const auto& across, const auto& along) { finish_point(w, slot, across, along); });
    });
    store_all(w);
  }

 protected:
  using Base::modes_begin, Base::geometry_size;
  using typename Base::Values, typename Base::Work;
  template <Space S>
  using Modes = typename Base::template Modes<S>;
  static constexpr int piece = FacePiece3D<Eq, Kind, P>::numbers;
  using Piece = TileRows<Real, piece>;
  static constexpr int stored_size = 2 * Piece::size;
  __host__ __device__ int stored_begin() const { return modes_begin + Base::sides * side_numbers + Values::numbers; }

  /// Whether each number that the faces leave goes to its place by itself. It does where shared memory has no space to
  /// collect them and for two blocks on a multiprocessor.
  __host__ __device__ bool stores_at_once() const {
    return P >= 3 && (stored_begin() + stored_size) * int(sizeof(Real)) > tile_shared_bytes(2) * members;
  }

  /// Stores what the faces of a tile have left, where it was collected.
  __device__ void store_all(const Work& w) const {
    if (stores_at_once()) return;
    wait_for_team<members>();
    const Real* row = w.left + w.lane.row() * Piece::stride;
    Piece::template store<members>(w.lane, beyond(store.flux[Kind], w.face, piece), row);
    if (Viscous) Piece::template store<members>(w.lane, beyond(store.jump[Kind], w.face, piece), row + Piece::size);
  }

  __device__ void start_geometry(Index item, const TileLane& lane, Real* shared) const {
    copy_piece_async<geometry_size>(lane, shared, beyond(context.tiles[Kind].geometry, first + item, geometry_size));
  }

  /// Asks for the modes of both sides, by the first and the last member.
  template <int Members>
  __device__ void start_modes(const TileLane& lane, const Indices& at, Real* shared) const {
    if (lane.member == 0) start_side(lane, at.minus_code, at.minus, shared + modes_begin);
    if (!Boundary && lane.member == Members - 1)
      start_side(lane, at.plus_code, at.plus, shared + modes_begin + side_numbers);
  }

  __device__ void start_side(const TileLane& lane, Index code, Index cell, Real* to) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_of<dim>(code)];
    with_space_of<Face>(zone, [&]<Space S>() {
      if constexpr (fits_beside_tiles(S, P))
        Modes<S>::template start<true>(lane, Modes<S>::place(lane, to), this->state + zone.state_begin, cell);
    });
  }

  __device__ void finish_point(const Work& w, int slot, const TileProduct<Real> (&across)[2][n_var],
                               const TileProduct<Real> (&along)[2 * n_var]) const {
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.number(normal_3d + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.trace(0, slot, k);
      f.plus[0][k] = w.trace(1, slot, k);
      f.viscous_boundary[0][k] = w.at_points.at_boundary(slot, k);
    }
    if constexpr (Viscous) {
      set_gradient(w, n, minus_axes_3d, slot & 1, across[0], along, 0, f.grad_minus);
      if constexpr (!Boundary)
        set_gradient(w, n, plus_axes_3d, slot & 1, across[1], along, n_var, f.grad_plus);
      else
        set_gradient(w, n, minus_axes_3d, slot & 1, across[0], along, 0, f.grad_plus);
    }
    const auto boundary =
        boundary_at_point<max_face_points(dim, P), Boundary>(context, w.at.plus_code, w.at.plus, w.point(slot));
    face_flux(context, beside_both<Boundary>(context, w.at), Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
    leave(w, slot, h);
  }

  /// Flux and jump at the lane's point of a slot.
  __device__ void leave(const Work& w, int slot, const Real (&h)[n_var]) const {
    const auto leave = [&](Real* flux, Real* jump) {
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        flux[k * NG] = h[k];
        if (Viscous) jump[k * NG] = Base::jump_at(w, slot, k);
      }
    };
    Real* row = w.left + w.lane.row() * Piece::stride + w.point(slot);
    if (stores_at_once())
      leave(beyond(store.flux[Kind], w.face, piece) + w.point(slot),
            beyond(store.jump[Kind], w.face, piece) + w.point(slot));
    else
      leave(row, row + Piece::size);
  }

  /// The gradient of a side; see FaceGeometry3D.
  __device__ static void set_gradient(const Work& w, const Real (&n)[dim], int axes, int j,
                                      const TileProduct<Real> (&across)[n_var],
                                      const TileProduct<Real> (&along)[2 * n_var], int first,
                                      Real (&grad)[dim][1][n_var]) {
    const Real axis = w.number(axes);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      const TileProduct<Real>& ab = along[first + k];
      const Real normal = normal_derivative(w, axes, axis * across[k][j], ab);
#pragma unroll
      for (int d = 0; d < dim; ++d)
        grad[d][0][k] = n[d] * normal + w.number(tangents_3d + d) * ab[0] + w.number(tangents_3d + dim + d) * ab[1];
    }
  }
};

}  // namespace dg
