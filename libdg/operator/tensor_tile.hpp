/// Products with operator matrices on the matrix units of a GPU, for tiles of cells or faces; .cu files only.
///
/// A warp works on a tile of eight cells, or eight faces or more. Lane 4 row + q holds quarter q of the item `row`: its
/// modes or points q, 4 + q, 8 + q, ... (element/fragments.hpp). What comes out of one product lies as the next one
/// wants it: values at points become fluxes where they are, and are projected without any exchange between lanes.
#pragma once

#include "libdg/backend/matrix_units.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/operator/zone.hpp"

namespace dg {

/// Where a lane stands in its tile.
struct TileLane {
  int lane;

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

/// Layout::tiled with all distances known to the compiler; K slots of modes.
template <int K>
struct TiledState {
  static constexpr int slot_stride = zone_padding * mode_group;
  static_assert(mode_group == quarters);

  /// Offset of the lane's first mode of a cell.
  __device__ static Index cell(Index c, int quarter) {
    return c / zone_padding * (n_var * K * slot_stride) + c % zone_padding * mode_group + quarter;
  }
  /// How much further the mode of a slot lies.
  __device__ static constexpr int mode(int variable, int slot) { return (variable * K + slot) * slot_stride; }
};

/// What a face leaves for its cells: [face][flux, jump][variable][point], seen from the minus side.
template <int P>
struct StoredFace {
  static constexpr int NG = P + 1, jump = n_var * NG, size = 2 * n_var * NG;
};

}  // namespace dg
