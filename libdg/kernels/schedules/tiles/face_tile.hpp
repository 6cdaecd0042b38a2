/// What a tile of faces reads and leaves, in a warp's part of shared memory.
///
/// The modes of both cells of each face come in pieces of 64 bytes. Of fluxes and jumps a lane has a few numbers of
/// each face; they are collected and go in such pieces.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/tile_faces.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P, bool Curved, bool Boundary>
class FaceTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;

 public:
  static constexpr int NG = P + 1, G = slot_count(NG);
  static constexpr int per_row = faces_per_row(NG), tile_size = tile_faces(NG);
  static constexpr bool keeps_geometry = !Curved;  ///< that of curved faces is several times as large as all else

  /// What else a warp looks up by.
  struct Indices {
    Index minus_code, plus_code;          ///< of the tile
    Index minus[per_row], plus[per_row];  ///< cells of the faces of the lane's row
  };

  /// Numbers for the modes of one side.
  template <Space S>
  static constexpr int side_numbers() {
    return per_row * Modes<S>::size;
  }

  /// Numbers in shared memory: what the faces leave; modes; twice the geometry, of the present tile and the next.
  __host__ __device__ static int size(int side_numbers) {
    return per_row * Stored::size + sides * side_numbers + (keeps_geometry ? 2 * geometry_size : 0);
  }

  __device__ FaceTile(const KernelContext<Eq>& context, const TileLane& lane, Real* shared, int side_numbers)
      : context_(context), lane_(lane), shared_(shared_place(shared)), side_numbers_(side_numbers) {}

  /// Asks for modes, and for the geometry of the tile.
  __device__ void start(const Indices& indices, const Real* state, const Real* geometry, int parity) const {
    start_side(indices.minus_code, indices.minus, state, modes(0));
    if (!Boundary) start_side(indices.plus_code, indices.plus, state, modes(1));
    if (keeps_geometry) copy_piece_async<geometry_size>(lane_, kept_geometry(parity), geometry);
  }

  /// Traces and normal derivatives of a side, minus or plus, at the lane's points.
  __device__ void traces(Index code, int side, TileProduct<Real> (&trace)[G][n_var]) const {
    const ZoneView<Real>& zone = context_.zones.zone[zone_of(code)];
    const FactorPair<Real>* fragments = zone.fragments.trace[side];
    with_space(zone.space, [&]<Space S>() { side_traces<S>(fragments, face_of(code), modes(side), trace); });
  }

  /// The lane's face in the tile.
  __device__ int face() const { return (per_row > 1 ? lane_.quarter() / NG : 0) * tile_rows + lane_.row(); }
  /// Geometry of the tile, asked for by tiles of this parity.
  __device__ Real* kept_geometry(int parity) const { return modes(sides) + parity * geometry_size; }
  /// Where the lane's face leaves its numbers.
  __device__ Real* row() const { return shared_ + face() * Stored::stride; }

  /// Stores what the faces have left.
  __device__ void store(Real* to, bool viscous) const {
#pragma unroll
    for (int i = 0; i < per_row; ++i) {
      const int row = i * tile_rows + lane_.row();
      Stored::store(lane_, to + row * stored_numbers, shared_ + row * Stored::stride,
                    viscous ? stored_numbers : StoredFace<n_var, P>::jump);
    }
  }

 private:
  static constexpr TileShape shape = tile_face_shape<Real>(P);
  static constexpr int stored_numbers = StoredFace<n_var, P>::size;
  using Stored = TileRows<Real, stored_numbers>;
  template <Space S>
  using Cells = CellState<n_var, slot_count(Element<S, P>::n_modes)>;
  template <Space S>
  using Modes = TileRows<Real, Cells<S>::numbers>;
  static constexpr int sides = Boundary ? 1 : 2, geometry_size = affine_face_numbers * tile_size;

  __device__ Real* modes(int side) const { return shared_ + per_row * Stored::size + side * side_numbers_; }

  /// Rows of the first face of each row of lanes, then of the second.
  __device__ void start_side(Index code, const Index (&cells)[per_row], const Real* state, Real* shared) const {
    const ZoneView<Real>& zone = context_.zones.zone[zone_of(code)];
    with_space(zone.space, [&]<Space S>() {
#pragma unroll
      for (int i = 0; i < per_row; ++i)
        Modes<S>::template start<shape.cached>(lane_, Modes<S>::place(lane_, shared + i * Modes<S>::size),
                                               state + zone.state_begin, cells[i]);
    });
  }

  template <Space S>
  __device__ void side_traces(const FactorPair<Real>* fragments, int face, const Real* shared,
                              TileProduct<Real> (&trace)[G][n_var]) const {
    constexpr int K = slot_count(Element<S, P>::n_modes), slots = per_row * K, pairs = factor_pairs(slots);
    const FactorPair<Real>* fragment = fragments + face * G * pairs * warp_lanes + lane_.lane;
    const Real* row = shared + lane_.row() * Modes<S>::stride + lane_.quarter();
#pragma unroll
    for (int l = 0; l < slots; l += 2) {
      Real c[2][n_var];
#pragma unroll
      for (int i = 0; i < 2 && l + i < slots; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          c[i][n] = row[(l + i) / K * tile_rows * Modes<S>::stride + CellState<n_var, K>::mode(n, (l + i) % K)];
#pragma unroll
      for (int s = 0; s < G; ++s) {
        const FactorPair<Real> b = load(fragment + (s * pairs + l / 2) * warp_lanes);
        if (l + 1 < slots)
          multiply_add(trace[s], c, b);
        else
          multiply_add(trace[s], c[0], b);
      }
    }
  }

  const KernelContext<Eq>& context_;
  TileLane lane_;
  Real* shared_;
  int side_numbers_;
};

}  // namespace dg
