/// Which cells the faces of a tile lie between.
#pragma once

#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

struct FaceIndices {
  Index minus_code, plus_code;  ///< of the tile
  Index minus, plus;            ///< cells of the lane's face

  /// Of a tile, and the face in its row `row` for the lane. Each lane loads one number, and gets the others from those
  /// that have them. With loads of its own, the compiler would put off each until it is used, and the tile would wait
  /// for one after the other.
  template <class Faces>
  __device__ static FaceIndices fetch(const Faces& faces, Index tile, int row, const TileLane& lane) {
    constexpr unsigned all = 0xffffffffu;
    constexpr int of_tile = 2 * tile_rows;
    const bool plus = lane.lane < of_tile ? lane.lane >= tile_rows : lane.lane > of_tile;
    const Index* cells = (plus ? faces.plus : faces.minus) + tile * tile_rows + lane.lane % tile_rows;
    const Index* codes = (plus ? faces.plus_code : faces.minus_code) + tile;
    const Index own = *(lane.lane < of_tile ? cells : codes);
    return {__shfl_sync(all, own, of_tile), __shfl_sync(all, own, of_tile + 1), __shfl_sync(all, own, row),
            __shfl_sync(all, own, tile_rows + row)};
  }
};

}  // namespace dg
