/// Rows in shared memory for items of which each lane of a warp has one, and loads of 16 bytes.
#pragma once

#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

/// Rows of so many numbers in shared memory, of which each lane of a warp has one.
template <class Real, int numbers>
struct LaneRows {
  static constexpr int piece = piece_numbers<Real>, pieces = numbers / piece;
  /// Odd in pieces, so that eight lanes find a piece each in different banks.
  static constexpr int stride = (pieces + 1 - pieces % 2) * piece, size = warp_lanes * stride;
  using Piece = NumberPiece<Real>;
  static_assert(numbers % piece == 0);

  /// Calls visit(row, piece) for the pieces of all rows, which lanes take by turns in the order of memory.
  template <class Visit>
  __device__ static void each(int lane, const Visit& visit) {
#pragma unroll
    for (int i = 0; i < pieces; ++i) {
      const int at = i * warp_lanes + lane;
      visit(at / pieces, at % pieces);
    }
  }
  __device__ static int place(int row, int of_row) { return row * stride + of_row * piece; }
};

/// Numbers from an address that is a multiple of 16 bytes.
template <int numbers, bool constant, class Real>
__device__ __forceinline__ void load_pieces(const Real* from, Real (&to)[numbers]) {
  using Piece = NumberPiece<Real>;
  constexpr int piece = piece_numbers<Real>;
#pragma unroll
  for (int i = 0; i < numbers; i += piece) {
    const Piece* at = reinterpret_cast<const Piece*>(from + i);
    const Piece x = constant ? __ldg(at) : *at;
    to[i] = x.x;
    to[i + 1] = x.y;
    if constexpr (piece == 4) {
      to[i + 2] = x.z;
      to[i + 3] = x.w;
    }
  }
}

}  // namespace dg
