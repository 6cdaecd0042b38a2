/// A warp's part of shared memory for a tile of cells with Q^p, where each of the four lanes of a cell has one
/// variable; .cu files only.
///
/// It holds, one after the other in the same place: modes and what the faces have left; what the lanes of a cell show
/// each other; modes and those of a history. An access of 16 bytes is served for eight lanes at a time, one of eight
/// for sixteen, one of four for the whole warp, where they differ in their banks, 128 bytes in all. All rows are placed
/// so that lanes that are served together do: those of neighbouring rows, with a number of each variable or with
/// neighbouring pieces.
#pragma once

#include <algorithm>
#include <numeric>

#include "libdg/operator/tensor_tile.hpp"

namespace dg {

/// So many numbers, which are read or written at once.
template <class Real, int n>
struct alignas(n * sizeof(Real)) NumberPack {
  Real at[n];
};

template <class Real, int N>
__device__ __forceinline__ void read_packs(const Real* from, Real (&x)[N]) {
  constexpr int size = std::gcd(N, 16 / static_cast<int>(sizeof(Real)));
#pragma unroll
  for (int i = 0; i < N; i += size) {
    const auto pack = *reinterpret_cast<const NumberPack<Real, size>*>(from + i);
#pragma unroll
    for (int j = 0; j < size; ++j) x[i + j] = pack.at[j];
  }
}

template <class Real, int N>
__device__ __forceinline__ void write_packs(const Real (&x)[N], Real* to) {
  constexpr int size = std::gcd(N, 16 / static_cast<int>(sizeof(Real)));
#pragma unroll
  for (int i = 0; i < N; i += size) {
    NumberPack<Real, size> pack;
#pragma unroll
    for (int j = 0; j < size; ++j) pack.at[j] = x[i + j];
    *reinterpret_cast<NumberPack<Real, size>*>(to + i) = pack;
  }
}

/// Modes of the cells of a tile, [variable][mode] as CellState has them.
///
/// Counted in pieces of 16 bytes, variables are an odd number apart, or become so by one more. Then the variables of
/// two rows are in different banks, and so are four neighbouring pieces each. Where half a variable is odd, there would
/// be no moving four pieces at once: it stays as it is, rows are an odd number apart, and eight lanes move one.
template <class Real, int P>
class FactorisedModes {
  static constexpr int numbers = CellState<slot_count((P + 1) * (P + 1))>::numbers;
  static constexpr int piece = 16 / sizeof(Real), pieces = numbers / piece, own_pieces = pieces / n_var;
  static constexpr int apart = own_pieces % 4 == 0 ? own_pieces + 1 : own_pieces;
  static constexpr bool odd = apart % 2 == 1;
  static constexpr int row_lanes = odd ? 4 : 8, rows_at_once = warp_lanes / row_lanes;
  static constexpr int stride = (n_var * apart + (odd ? 0 : 1)) * piece;
  static_assert(numbers % (n_var * piece) == 0 && pieces % row_lanes == 0);
  static_assert(apart == own_pieces || own_pieces % row_lanes == 0, "lanes move pieces of one variable at a time");

 public:
  static constexpr int own_numbers = numbers / n_var;  ///< of a variable; those that are no modes are zero
  static constexpr int variable = apart * piece;       ///< distance of a variable from the last
  static constexpr int size = tile_rows * stride;

  /// Starts to copy those of a state.
  __device__ static void start(const TileLane& lane, const Real* state, Index tile, Real* shared) {
    start_from<0>(shared_place(shared + row(lane) * stride + column(lane)),
                  beyond(state + row(lane) * numbers + column(lane), tile, tile_rows * numbers));
  }

  /// Writes them to a state.
  __device__ static void store(const TileLane& lane, const Real* shared, Real* state, Index tile) {
    using Pack = NumberPack<Real, piece>;
    const Real* from = shared + row(lane) * stride + column(lane);
    Real* to = beyond(state + row(lane) * numbers + column(lane), tile, tile_rows * numbers);
#pragma unroll
    for (int i = 0; i < moves; ++i)
      *reinterpret_cast<Pack*>(to + place(i)) = *reinterpret_cast<const Pack*>(from + shared_place_of(i));
  }

  /// The lane's cell.
  __device__ static Real* cell(const TileLane& lane, Real* shared) { return shared + lane.row() * stride; }
  /// The lane's variable.
  __device__ static Real* own(const TileLane& lane, Real* shared) {
    return cell(lane, shared) + lane.quarter() * variable;
  }

 private:
  static constexpr int moves = tile_rows * pieces / warp_lanes;  ///< of each lane

  /// Where the lane stands that moves pieces.
  __device__ static int row(const TileLane& lane) { return lane.lane / row_lanes; }
  __device__ static int column(const TileLane& lane) { return lane.lane % row_lanes * piece; }

  /// How much further on number i of the lane's moves is.
  static constexpr int row_moves = pieces / row_lanes;
  __host__ __device__ static constexpr int place(int i) {
    return i / row_moves * rows_at_once * numbers + i % row_moves * row_lanes * piece;
  }
  __host__ __device__ static constexpr int shared_place_of(int i) {
    const int first = i % row_moves * row_lanes;
    return i / row_moves * rows_at_once * stride + (first + first / own_pieces * (apart - own_pieces)) * piece;
  }

  /// The lane's moves from number i on; the compiler would work out an address for each.
  template <int i>
  __device__ static void start_from(Real* shared, const Real* state) {
    if constexpr (i < moves) {
      copy_16_bytes_async<false, place(i) * sizeof(Real), shared_place_of(i) * sizeof(Real)>(shared, state);
      start_from<i + 1>(shared, state);
    }
  }
};

/// What the faces of the cells of a tile have left, [face] as StoredFace.
template <class Real, int P>
class FactorisedFaces {
  static constexpr int piece = 16 / sizeof(Real);
  static constexpr int N = P + 1, faces = 4, face = StoredFace<P>::size, numbers = faces * face;
  /// The four lanes of two cells that copy have pieces in different halves of the banks.
  static constexpr int half_of_banks = 64 / sizeof(Real), stride = numbers + half_of_banks;
  static_assert(numbers % (2 * half_of_banks) == 0);
  /// A lane reads its N numbers by `access` at once, the next lane N / access further on. Where that is odd, four lanes
  /// differ in the remainder by four, and the next pair of rows by the four that follow.
  static constexpr int access = std::gcd(N, 16 / static_cast<int>(sizeof(Real)));

  __device__ static int place(const TileLane& lane) {
    return lane.row() * stride + lane.row() / 2 * (quarters * access);
  }

 public:
  static constexpr int size = tile_rows * stride + tile_rows / 2 * quarters * access;

  /// Starts to copy what face f of the lane's cell has left in `store`, or only the flux.
  template <bool cached>
  __device__ static void start(const TileLane& lane, int f, const Real* store, Index number, bool jump, Real* shared) {
    TileRows<Real, face>::template start<cached>(lane,
                                                 shared_place(shared + place(lane) + lane.quarter() * piece) + f * face,
                                                 store, number, jump ? face : StoredFace<P>::jump);
  }

  /// Where face f has left the flux of the lane's variable, and StoredFace::jump further on its jump.
  __device__ static const Real* own(const TileLane& lane, int f, const Real* shared) {
    return shared + place(lane) + f * face + lane.quarter() * N;
  }
};

/// What the lanes of a cell show each other: [variable][value, derivatives or fluxes along x and y][point]. With an odd
/// number of points, lanes that have one variable each, or one point each, are in different banks.
template <class Real, int P>
struct FactorisedPoints {
  static constexpr int points = (P + 1) * (P + 1);
  static constexpr int direction = points / 2 * 2 + 1;  ///< distance of what belongs to one direction from the last
  static constexpr int variable = (1 + dim) * direction, cell_numbers = n_var * variable;
  static constexpr int size = tile_rows * cell_numbers;
  static_assert(variable % 2 == 1 && cell_numbers % 8 == 4, "the places of eight rows differ by multiples of four");

  __device__ static Real* cell(const TileLane& lane, Real* shared) { return shared + lane.row() * cell_numbers; }
  /// The lane's variable.
  __device__ static Real* own(const TileLane& lane, Real* shared) {
    return cell(lane, shared) + lane.quarter() * variable;
  }
};

/// Numbers in shared memory for a tile.
template <class Real, int P>
constexpr int factorised_tile_numbers() {
  constexpr int modes = FactorisedModes<Real, P>::size;
  return std::max({modes + FactorisedFaces<Real, P>::size, FactorisedPoints<Real, P>::size, 2 * modes});
}

}  // namespace dg
