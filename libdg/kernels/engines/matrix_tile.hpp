/// Products with operator matrices on the matrix units of a GPU, for tiles of cells or faces.
///
/// A warp works on a tile of eight cells, or eight faces or more. Lane 4 row + q holds quarter q of the item `row`: its
/// modes or points q, 4 + q, 8 + q, ... (element/fragments.hpp). What comes out of one product lies as the next one
/// wants it. Values at points become fluxes where they are, and are projected without any exchange between lanes.
#pragma once

#include "libdg/backend/async_copy.hpp"
#include "libdg/backend/matrix_units.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Where a lane stands in its tile.
struct TileLane {
  int lane;
  int member = 0;  ///< of the warps that share the tile, see tile_team.hpp

  __device__ int quarter() const { return lane % quarters; }
  __device__ int row() const { return lane / quarters; }
};

template <class Real, int N, int M>
__device__ __forceinline__ void clear(Real (&x)[N][M]) {
#pragma unroll
  for (int n = 0; n < N; ++n)
#pragma unroll
    for (int m = 0; m < M; ++m) x[n][m] = Real(0);
}

/// Adds to c[i] the sum over N slots of a(slot, variable) times the fragments of pair_of(i), for the first Own of
/// these. Only the first M pairs count; their fragments lie in a row from the lane's entries at `b` on.
template <int N, int M, int Own, class Real, class A, class PairOf, int C, int V>
__device__ __forceinline__ void multiply_add_pairs(TileProduct<Real> (&c)[C][V], const A& a, const FactorPair<Real>* b,
                                                   const PairOf& pair_of) {
  static_assert(Own <= C);
#pragma unroll
  for (int s = 0; s < N; s += 2) {
    Real x[2][V] = {};
#pragma unroll
    for (int i = 0; i < 2 && s + i < N; ++i)
#pragma unroll
      for (int n = 0; n < V; ++n) x[i][n] = a(s + i, n);
#pragma unroll
    for (int i = 0; i < Own; ++i) {
      const int pair = pair_of(i);
      if (pair >= M) continue;
      const FactorPair<Real> factors = load(b + (pair * factor_pairs(N) + s / 2) * warp_lanes);
      if (s + 1 < N)
        multiply_add(c[i], x, factors);
      else
        multiply_add(c[i], x[0], factors);
    }
  }
}

/// The same for the first M pairs, each in its place.
template <int N, int M, class Real, class A, int C, int V>
__device__ __forceinline__ void multiply_add_all(TileProduct<Real> (&c)[C][V], const A& a, const FactorPair<Real>* b) {
  multiply_add_pairs<N, M, M>(c, a, b, [](int i) { return i; });
}

/// Two numbers beside each other, which one load brings.
template <class Real>
using NumberPair = std::conditional_t<sizeof(Real) == 8, double2, float2>;

/// Numbers of the 16 bytes that are copied at once, and so many numbers filled up to whole ones of these.
template <class Real>
inline constexpr int piece_numbers = 16 / sizeof(Real);
template <class Real>
using NumberPiece = std::conditional_t<sizeof(Real) == 8, double2, float4>;
template <class Real>
constexpr int whole_pieces(int numbers) {
  return (numbers + piece_numbers<Real> - 1) / piece_numbers<Real> * piece_numbers<Real>;
}

/// Layout::cellwise with all distances known to the compiler; K slots of modes.
template <int n_var, int K>
struct CellState {
  static constexpr int numbers = n_var * K * mode_group;  ///< of a cell
  static_assert(mode_group == quarters);

  __device__ static std::int64_t cell(Index c) { return std::int64_t(c) * numbers; }
  /// How much further the first mode of a slot lies.
  __device__ static constexpr int mode(int variable, int slot) { return (variable * K + slot) * mode_group; }
};

/// What a face leaves for its cells: [face][flux, jump][variable][point], seen from the minus side.
template <int n_var, int P>
struct StoredFace {
  static constexpr int NG = P + 1, jump = n_var * NG, size = 2 * n_var * NG;
};

/// What a face of a kind of 3-D cells leaves, seen from the minus side: [flux][face][piece] and then
/// [jump][face][piece]. A piece is [variable][point] and as many more as make 16 bytes. With Nodes, values at the nodes
/// of the face (element/face_nodes.hpp) take the place of those at its points.
template <class Eq, int Kind, int P, bool Nodes = false>
struct FacePiece3D {
  static constexpr int NG = Nodes ? face_node_count(P) : FaceOfKind<3, Kind, P>::n_points;
  static constexpr int numbers = whole_pieces<typename Eq::Real>(Eq::n_var * NG);
};

/// By kind of faces, and of triangles those at nodes; see space/slabs.hpp.
template <class Real>
struct FaceStore3D {
  Real* flux[max_face_kinds];
  Real* jump[max_face_kinds];  ///< viscous only
  Real *node_flux, *node_jump;
};

/// Rows of so many numbers in a warp's part of shared memory, one for each item of a tile. The four lanes of an item
/// move its row together, 64 bytes at a time; they must wait for each other before they read.
template <class Real, int numbers>
struct TileRows {
  static constexpr int piece = piece_numbers<Real>, pieces = numbers / piece;
  static constexpr int stride = (numbers + 3) / 8 * 8 + 4;  ///< four rows have four neighbours each in different banks
  static constexpr int size = tile_rows * stride;
  static_assert(numbers % piece == 0 && stride >= numbers);

  /// Starts to copy the first `count` numbers of a row, one of those that begin at `rows`. The place of the lane's
  /// first piece is `shared`.
  template <bool cached>
  __device__ static void start(const TileLane& lane, Real* shared, const Real* rows, Index row, int count = numbers) {
    start_from<cached, 0>(lane, shared, beyond(rows + lane.quarter() * piece, row, numbers), count);
  }

  /// Asks the second-level cache for a row, by the four lanes of an item.
  __device__ static void prefetch(const TileLane& lane, const Real* rows, Index row) {
    constexpr int line = 128 / sizeof(Real);
    const Real* from = beyond(rows, row, numbers);
    for (int at = lane.quarter() * line; at < numbers + line - 1; at += quarters * line)
      prefetch_to_cache(from + (at < numbers ? at : numbers - 1));
  }

  /// Place of the lane's first piece of the row of its item.
  __device__ static Real* place(const TileLane& lane, Real* shared) {
    return shared_place(shared + lane.row() * stride + lane.quarter() * piece);
  }

  /// By one warp, or each member of a team a part.
  template <int Members = 1>
  __device__ static void store(const TileLane& lane, Real* row, const Real* shared, int count = numbers) {
    using Piece = NumberPiece<Real>;
    Piece* to = reinterpret_cast<Piece*>(row) + lane.quarter();
    const Piece* from = reinterpret_cast<const Piece*>(shared) + lane.quarter();
#pragma unroll
    for (int i = 0; i < slot_count(pieces); ++i)
      if (i % Members == lane.member && has_piece(lane, i, count)) to[i * quarters] = from[i * quarters];
  }

 private:
  /// The pieces from number `first` of each lane on; the compiler would work out an address for each.
  template <bool cached, int first>
  __device__ static void start_from(const TileLane& lane, Real* shared, const Real* row, int count) {
    if constexpr (first < slot_count(pieces)) {
      if (has_piece(lane, first, count)) copy_16_bytes_async<cached, first * quarters * 16>(shared, row);
      start_from<cached, first + 1>(lane, shared, row, count);
    }
  }

  /// Whether piece i of the lane is one of the first `count` numbers.
  __device__ static bool has_piece(const TileLane& lane, int i, int count) {
    return (i * quarters + lane.quarter()) * piece < count;
  }
};

/// Starts to copy so many numbers in a row, or the first `count` of them, by all lanes.
template <int numbers, class Real>
__device__ void copy_piece_async(const TileLane& lane, Real* shared, const Real* from, int count = numbers) {
  constexpr int piece = piece_numbers<Real>;
  shared += lane.lane * piece;
  from = beyond(from, lane.lane, piece);
#pragma unroll
  for (int i = 0; i < numbers; i += warp_lanes * piece)
    if (i + lane.lane * piece < count) copy_16_bytes_async(shared + i, from + i);
}

/// Starts to copy rows of one number for each cell of a tile, which lie `stride` apart. In shared memory they lie one
/// after the other.
template <class Real>
__device__ void copy_rows_async(const TileLane& lane, Real* shared, const Real* rows, Index stride, int count) {
  constexpr int numbers = piece_numbers<Real>, pieces = tile_rows / numbers;  // of a piece, of a row
  for (int i = lane.lane; i < count * pieces; i += warp_lanes)
    copy_16_bytes_async(shared + i * numbers, beyond(rows + i % pieces * numbers, i / pieces, stride));
}

}  // namespace dg
