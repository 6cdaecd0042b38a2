/// How kernels are spread over threads of a CUDA device: threads for each item, and how many blocks must fit at once.
///
/// More threads for an item leave more registers for each; more blocks hide more latency and leave fewer. For affine
/// triangles up to degree 3 the shapes are those that ran fastest on an H200 (benchmarks/NOTES.md); beyond, a guess
/// from the registers that a cell takes.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

struct DeviceShape {
  int threads = 1;  ///< for each item, see backend/team.hpp
  int blocks = 1;   ///< that a multiprocessor must hold, which bounds the registers of a thread
};

/// For kernels that evaluate faces and volume of a cell with `modes` modes.
constexpr DeviceShape fused_shape(int modes) { return {modes <= 3 ? 1 : modes <= 6 ? 2 : 4, 1}; }

/// For kernels that need only the volume of a cell, or the traces of one face of cells with so many modes. Curved cells
/// hold more: the gradient in reference coordinates beside the lifting.
constexpr DeviceShape split_shape(int modes, bool curved = false) {
  return {modes <= 3 ? 1 : modes <= (curved ? 6 : 10) ? 2 : 4, modes <= 6 ? 3 : 2};
}

/// How kernels for tiles are spread (operator/tensor_tile.hpp): four lanes an item, 128 threads a block.
struct TileShape {
  int blocks = 4;      ///< that a multiprocessor must hold
  bool ahead = false;  ///< a warp takes several tiles, and reads the indices of the next one early
};

/// For the faces of degree p. With few points there is too little to do between one look-up and the next.
constexpr TileShape tile_face_shape(int p) { return {p <= 3 ? 4 : 3, p <= 1}; }

/// For cells with `modes` modes.
constexpr TileShape tile_cell_shape(int modes, bool curved) {
  const int slots = (modes + 3) / 4;
  return {slots <= 2 ? 4 : slots <= (curved ? 4 : 6) ? 3 : 2, slots == 1 && !curved};
}

}  // namespace dg
