/// What a tile of curved solid cells reads, and where it lies in a warp's part of shared memory; .cu files only.
///
/// First come the modes; then three places for modes, which share their memory with three for what faces leave where
/// all of a pass fits into registers; then mass matrices, if there is room.
#pragma once

#include <algorithm>

#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"

namespace dg {

template <class Eq, Space S, int P, int blocks>
class CurvedSolidTile {
  using Real = typename Eq::Real;
  using Work = CellTile<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, axes = dim * dim;
  static constexpr int NK = Work::NK, K = Work::K;
  using Modes = typename Work::Modes;
  template <int Kind>
  static constexpr int piece_size_of() {
    if constexpr (Element<S, P>::faces(Kind).count > 0)
      return Piece<Kind>::size;
    else
      return 0;
  }

 public:
  static constexpr int pieces = 3;
  /// Directions whose liftings fit into registers at once.
  static constexpr int directions = factor_pairs(K) <= 3 ? dim : 1;
  template <int Kind>
  using Piece = TileRows<Real, SolidPiece<Eq, Kind, P>::numbers>;
  template <int Kind>
  static constexpr int points = SolidPiece<Eq, Kind, P>::NG;

 private:
  static constexpr int piece_size = std::max(piece_size_of<0>(), piece_size_of<1>());
  static constexpr bool shares = directions == dim;  ///< places for modes and for pieces are the same
  static constexpr int place_size = shares ? std::max(Modes::size, piece_size) : Modes::size;
  static constexpr int piece_begin = Modes::size + (shares ? 0 : dim * place_size);
  static constexpr int mass_begin = piece_begin + (shares ? dim * place_size : pieces * piece_size);
  static constexpr int mass_rows = NK * (NK + 1) / 2, mass_size = mass_rows * tile_rows;
  static constexpr bool keeps_mass = (mass_begin + mass_size) * int(sizeof(Real)) <= tile_shared_bytes(blocks);

 public:
  static constexpr int size = mass_begin + (keeps_mass ? mass_size : 0);  ///< numbers in shared memory

  __device__ CurvedSolidTile(const ZoneView<Real>& zone, const TileLane& lane, Index tile, Real* shared)
      : zone_(zone), lane_(lane), first_(tile * tile_rows), shared_(shared_place(shared)) {}

  /// Asks for modes and mass matrices.
  __device__ void start(const Real* state) const {
    Work::start_modes(lane_, first_ + lane_.row(), state, shared_);
    if (keeps_mass) copy_rows_async(lane_, shared_ + mass_begin, zone_.mass_inverse + first_, zone_.padded, mass_rows);
  }
  /// Asks for what a face has left.
  template <int Kind>
  __device__ void start_piece(const Real* from, Index face, Real* to) const {
    Piece<Kind>::template start<false>(lane_, Piece<Kind>::place(lane_, to), from, face);
  }

  __device__ const Real* modes() const { return shared_; }
  __device__ Real* place(int i) const { return shared_ + Modes::size + i * place_size; }
  __device__ Real* piece(int i) const { return shared_ + piece_begin + i * (shares ? place_size : piece_size); }

  /// Entry i of ZoneView::face at a point of local face f, in the cell's own order.
  template <int f>
  __device__ Real normal(int g, int i) const {
    constexpr int kind = kind_of_face(shape_of(S), f);
    constexpr int first = f * points<kind> + Element<S, P>::rows(kind).points;
    return __ldg(row(zone_.face, (first + g) * (dim + 1) + i));
  }

  struct AtPoint {
    Real metric[axes], inverse;  ///< ZoneView::metric, 1 / det J
  };

  /// At the lane's point of a slot; beyond the last point, which have no weight, at the first.
  __device__ AtPoint at_point(int slot) const {
    const int q = slot * quarters + lane_.quarter() < zone_.tables.n_points ? slot * quarters + lane_.quarter() : 0;
    AtPoint at;
#pragma unroll
    for (int i = 0; i < axes; ++i) at.metric[i] = __ldg(row(zone_.metric, q * axes + i));
    at.inverse = __ldg(row(zone_.jacobian, q));
    return at;
  }

  /// Writes the lane's modes to its row of the rows at `to`.
  __device__ void write(const Real (&x)[K][n_var], Real* to) const {
    Real* own = to + lane_.row() * Modes::stride + lane_.quarter();
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) own[Work::State::mode(n, s)] = x[s][n];
  }

  /// y: the lane's modes of M^-1 x with the stored symmetric inverse; those of x are in the rows at `from`.
  __device__ void apply_mass_inverse(const Real* from, Real (&y)[K][n_var]) const {
    const Real* x = from + lane_.row() * Modes::stride;
    clear(y);
#pragma unroll
    for (int l = 0; l < NK; ++l) {
      Real z[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) z[n] = x[Work::State::mode(n, l / quarters) + l % quarters];
#pragma unroll
      for (int s = 0; s < K; ++s) {
        const Real m = mass_inverse(s, l);
#pragma unroll
        for (int n = 0; n < n_var; ++n) y[s][n] += m * z[n];
      }
    }
#pragma unroll
    for (int n = 0; n < n_var; ++n)
      if (NK % quarters != 0 && lane_.quarter() >= NK % quarters) y[K - 1][n] = Real(0);
  }

 private:
  /// Row i of an array of the zone, at the lane's cell.
  __device__ const Real* row(const Real* array, int i) const {
    return array + std::int64_t(i) * zone_.padded + first_ + lane_.row();
  }

  /// Entry (mode of the lane in a slot, l) of the inverse; of modes beyond the last: anything.
  __device__ Real mass_inverse(int slot, int l) const {
    const int k = min(quarters * slot + lane_.quarter(), NK - 1);
    const bool lower = l <= quarters * slot || (l < quarters * (slot + 1) && l <= k);
    const int entry = lower ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
    if (keeps_mass) return shared_[mass_begin + entry * tile_rows + lane_.row()];
    return __ldg(row(zone_.mass_inverse, entry));
  }

  const ZoneView<Real>& zone_;
  TileLane lane_;
  Index first_;
  Real* shared_;
};

}  // namespace dg
