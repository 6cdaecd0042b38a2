/// A warp's part of shared memory for a tile of cells with Q^p, where each of the four lanes of a cell has one
/// variable.
///
/// In one place it holds three things, one after the other. First are modes and what the faces have left, then what the
/// lanes of a cell show each other. Last come modes and those of a history.
///
/// The banks of shared memory serve 128 bytes at a time. That is accesses of 16 bytes by eight lanes, of 8 by sixteen,
/// or of 4 by all. Rows are placed such that lanes that are served together meet in no bank. That holds whether each
/// reads its variable or the lanes of a row read neighbouring pieces.
#pragma once

#include <algorithm>
#include <numeric>

#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

template <class Real>
inline constexpr int numbers_in_16_bytes = 16 / sizeof(Real);

/// So many numbers, which are read or written at once.
template <class Real, int n>
struct alignas(n * sizeof(Real)) NumberPack {
  Real at[n];
};

/// Reads an array by up to 16 bytes at once, to which `from` is aligned.
template <class Real, int N>
__device__ __forceinline__ void read_packs(const Real* from, Real (&x)[N]) {
  constexpr int size = std::gcd(N, numbers_in_16_bytes<Real>);
#pragma unroll
  for (int i = 0; i < N; i += size) {
    const auto pack = *reinterpret_cast<const NumberPack<Real, size>*>(from + i);
#pragma unroll
    for (int j = 0; j < size; ++j) x[i + j] = pack.at[j];
  }
}

template <class Real, int N>
__device__ __forceinline__ void write_packs(const Real (&x)[N], Real* to) {
  constexpr int size = std::gcd(N, numbers_in_16_bytes<Real>);
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
/// The banks hold eight pieces of 16 bytes. With the variables of a cell an odd number of pieces apart, the lanes of
/// two rows that read one piece each use all banks. So do lanes that copy four neighbours of one row and four of the
/// next. A variable of 4 n pieces gets one more for that. One of 4 n + 2 would be torn where four lanes copy. There
/// variables stay an even number apart, rows are an odd number apart, and eight lanes copy a row.
template <class Real, int P>
class FactorisedModes {
  static constexpr int numbers = CellState<quarters, slot_count((P + 1) * (P + 1))>::numbers;
  static constexpr int piece = numbers_in_16_bytes<Real>, pieces = numbers / piece, own_pieces = pieces / quarters;
  static constexpr int apart = own_pieces % 4 == 0 ? own_pieces + 1 : own_pieces;
  static constexpr bool odd = apart % 2 == 1;
  static constexpr int row_lanes = odd ? 4 : 8, rows_at_once = warp_lanes / row_lanes;
  static constexpr int stride = (quarters * apart + (odd ? 0 : 1)) * piece;
  static_assert(numbers % (quarters * piece) == 0 && pieces % row_lanes == 0, "a round of copies has all lanes");
  static_assert(odd ? stride / piece % 8 == 4 : apart % 4 == 2 && stride / piece % 2 == 1, "two rows use all banks");
  static_assert(apart == own_pieces || own_pieces % row_lanes == 0, "no round of copies tears a variable");

 public:
  static constexpr int own_numbers = numbers / quarters;  ///< of a variable; those that are no modes are zero
  static constexpr int variable = apart * piece;          ///< distance of a variable from the last
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
    for (int i = 0; i < rounds; ++i)
      *reinterpret_cast<Pack*>(to + offset(i)) = *reinterpret_cast<const Pack*>(from + shared_offset(i));
  }

  /// The lane's cell.
  __device__ static Real* cell(const TileLane& lane, Real* shared) { return shared + lane.row() * stride; }
  /// The lane's variable.
  __device__ static Real* own(const TileLane& lane, Real* shared) {
    return cell(lane, shared) + lane.quarter() * variable;
  }

 private:
  static constexpr int rounds = tile_rows * pieces / warp_lanes, row_rounds = pieces / row_lanes;

  /// What the lane copies in the first round.
  __device__ static int row(const TileLane& lane) { return lane.lane / row_lanes; }
  __device__ static int column(const TileLane& lane) { return lane.lane % row_lanes * piece; }

  /// How much further on it is in another, in a state and in shared memory.
  __host__ __device__ static constexpr int offset(int i) {
    return i / row_rounds * rows_at_once * numbers + i % row_rounds * row_lanes * piece;
  }
  __host__ __device__ static constexpr int shared_offset(int i) {
    const int first = i % row_rounds * row_lanes;
    return i / row_rounds * rows_at_once * stride + (first + first / own_pieces * (apart - own_pieces)) * piece;
  }

  /// Rounds from number i on; the compiler would work out an address for each.
  template <int i>
  __device__ static void start_from(Real* shared, const Real* state) {
    if constexpr (i < rounds) {
      copy_16_bytes_async<false, offset(i) * sizeof(Real), shared_offset(i) * sizeof(Real)>(shared, state);
      start_from<i + 1>(shared, state);
    }
  }
};

/// What the faces of the cells of a tile have left, [face] as StoredFace.
template <class Real, int P>
class FactorisedFaces {
  static constexpr int piece = numbers_in_16_bytes<Real>;
  static constexpr int N = P + 1, faces = 4, face = StoredFace<quarters, P>::size, numbers = faces * face;
  /// Next to each other, rows are half of the banks apart: the lanes of two that copy four pieces each use all.
  static constexpr int half_of_banks = 64 / sizeof(Real), stride = numbers + half_of_banks;
  static_assert(numbers % (2 * half_of_banks) == 0);
  /// Numbers that a lane reads at once. If N / access is odd, the four lanes of a row are in places that differ modulo
  /// 4. It is odd but for P = 3 in double precision. Further pairs of rows are shifted by 4 places each.
  static constexpr int access = std::gcd(N, piece);

  __device__ static int place(const TileLane& lane) {
    return lane.row() * stride + lane.row() / 2 * (quarters * access);
  }

 public:
  static constexpr int size = tile_rows * stride + (tile_rows / 2 - 1) * quarters * access;

  /// Starts to copy what face f of the lane's cell has left in `store`, or only the flux.
  template <bool cached>
  __device__ static void start(const TileLane& lane, int f, const Real* store, Index number, bool jump, Real* shared) {
    TileRows<Real, face>::template start<cached>(lane,
                                                 shared_place(shared + place(lane) + lane.quarter() * piece) + f * face,
                                                 store, number, jump ? face : StoredFace<quarters, P>::jump);
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
  static constexpr int variable = (1 + tile_dim) * direction, cell_numbers = quarters * variable;
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
