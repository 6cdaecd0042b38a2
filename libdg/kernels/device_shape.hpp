/// How kernels are spread over threads of a CUDA device: threads for each item, and how many blocks must fit at once.
///
/// More threads for an item leave more registers for each; more blocks hide more latency and leave fewer. For affine
/// triangles up to degree 3 the shapes are those that ran fastest on an H200 (benchmarks/NOTES.md). Beyond, they are a
/// guess from the registers that a cell takes.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

inline constexpr int cuda_block = 128;  ///< threads of a block

/// Those that ran fastest with patches of 212 cells, see benchmarks/NOTES.md.
inline constexpr int patch_threads = 256, patch_blocks = 3;

struct DeviceShape {
  int threads = 1;  ///< for each item, see kernels/engines/team.hpp
  int blocks = 1;   ///< that a multiprocessor must hold, which bounds the registers of a thread
};

/// A team in which each thread holds as many of the variables. It has so many threads if that can be, otherwise one for
/// each variable or, where these are many, fewer.
constexpr int team_size(int wanted, int variables) {
  if (wanted > 1 && variables % wanted != 0 && variables <= max_team) return variables;
  while (variables % wanted != 0) wanted /= 2;
  return wanted;
}

/// For kernels that evaluate faces and volume of a cell with `modes` modes of each variable.
constexpr DeviceShape fused_shape(int modes, int variables) {
  return {team_size(modes <= 3 ? 1 : modes <= 6 ? 2 : 4, variables), 1};
}

/// For kernels that need only the volume of a cell, or the traces of one face of cells with so many modes. Curved cells
/// hold more: the gradient in reference coordinates beside the lifting.
constexpr DeviceShape split_shape(int modes, int variables, bool curved = false) {
  return {team_size(modes <= 3 ? 1 : modes <= (curved ? 6 : 10) ? 2 : 4, variables), modes <= 6 ? 3 : 2};
}

/// How kernels for tiles are spread (kernels/engines/matrix_tile.hpp): four lanes an item, 128 threads a block.
struct TileShape {
  int blocks = 4;          ///< that a multiprocessor must hold
  bool pipelined = false;  ///< a warp works through several tiles, and asks for the next one's numbers early
  bool shares = false;     ///< a warp works through several tiles where other kernels run beside this
  bool cached = false;     ///< what neighbours read, too, is kept in the first-level cache
  int team = 1;            ///< warps that share a tile (kernels/engines/tile_team.hpp)

  constexpr bool repeats() const { return pipelined || shares; }
};

inline constexpr int tile_warps = 4;  ///< of a block

/// For the faces of degree p.
template <class Real>
constexpr TileShape tile_face_shape(int p) {
  if (sizeof(Real) == 4) return {.blocks = p <= 3 ? 8 : 5, .cached = true};
  return {p <= 4 ? 3 : 2, true};
}

/// For cells with `modes` modes.
template <class Real>
constexpr TileShape tile_cell_shape(int modes, bool curved) {
  constexpr bool single = sizeof(Real) == 4;
  const int slots = (modes + 3) / 4;
  if (curved) {
    const int blocks = slots <= (single ? 2 : 1) ? 4 : slots <= (single ? 4 : 3) ? 3 : 2;
    return {.blocks = blocks, .shares = slots == 1};
  }
  if (single)
    return {.blocks = slots <= 2   ? 7 - slots
                      : slots <= 4 ? 4
                      : slots <= 6 ? 3
                                   : 2,
            .pipelined = slots <= 4,
            .cached = slots <= 2};
  return {slots <= 2 ? 4 : slots == 3 ? 3 : 2, slots == 1 || slots == 4};
}

/// For affine quadrilaterals with Q^p, by sum factorisation.
template <class Real>
constexpr TileShape factorised_cell_shape(int p) {
  if (sizeof(Real) == 4) return {p <= 3 ? 6 : p <= 4 ? 5 : 4};
  return {p <= 3 ? 4 : p <= 4 ? 3 : 2};
}
/// Whether that is faster than dense matrices on the matrix units.
constexpr bool factorised_pays(int p) { return p >= 2; }

/// For faces of 3-D cells, and for such cells with `modes` modes. In double precision to degree 2 the shapes are those
/// that ran fastest, beyond a guess from what they hold. A single takes half of the registers: as many more blocks as
/// the compiler fits without much more in local memory.
template <class Real>
constexpr TileShape face_shape_3d(int points) {
  if (sizeof(Real) == 8) return {.blocks = points <= 4 ? 3 : 2, .team = points <= 16 ? 1 : 2};
  return {.blocks = points <= 6 ? 4 : 2};
}
/// For faces of which a thread takes one alone: blocks for which all that it has fits into registers.
template <class Real>
constexpr TileShape thread_per_element_face_shape(int p) {
  return {.blocks = sizeof(Real) == 8 || p > 1 ? 2 : 4};
}
/// For other faces that leave values at nodes, and hold little in registers; a single has the points of two slots.
template <class Real>
constexpr TileShape nodal_face_shape(int p) {
  if (sizeof(Real) == 8) return {.blocks = p <= 2 ? 4 : p <= 3 ? 3 : 2};
  return {.blocks = 3};
}
template <class Real>
constexpr TileShape cell_shape_3d(int modes) {
  if (sizeof(Real) == 8) return {.blocks = modes <= 10 ? 3 : 2, .team = modes <= 20 ? 1 : 2};
  return {.blocks = modes <= 4 ? 5 : modes <= 10 ? 4 : modes <= 20 ? 3 : 2};
}

/// For cells between such faces.
template <class Real>
constexpr TileShape nodal_cell_shape(int modes) {
  if (sizeof(Real) == 8 && modes <= 4) return {.blocks = 5};
  return cell_shape_3d<Real>(modes);
}

/// For faces with curved cells, and for such cells: those whose liftings fit into registers.
template <class Real>
constexpr TileShape curved_face_shape_3d(int points) {
  if (sizeof(Real) == 8) return {.blocks = points <= 6 ? 3 : 2, .team = points <= 16 ? 1 : 2};
  return {.blocks = points <= 6 ? 4 : 3};
}
template <class Real>
constexpr TileShape curved_cell_shape_3d(int modes) {
  if (sizeof(Real) == 8) return {.blocks = modes <= 4 ? 3 : 2, .team = modes <= 20 ? 1 : 2};
  return {.blocks = modes <= 4 ? 5 : modes <= 10 ? 4 : modes <= 20 ? 3 : 2};
}

/// For cells of degree p with Q^p, and faces between them: those that ran fastest.
template <class Real>
constexpr TileShape sum_factorised_shape_3d(int p) {
  if (sizeof(Real) == 8) return {.blocks = p == 1 ? 4 : p <= 3 ? 3 : 2};
  return {.blocks = p <= 2 ? 6 : 4};
}
template <class Real>
constexpr TileShape sum_factorised_face_shape_3d(int p) {
  if (sizeof(Real) == 8) return {.blocks = p <= 3 ? 4 : 2};
  return {.blocks = p <= 2 ? 6 : 4};
}

/// For prisms with triangle x line, by sum factorisation. To degree 3 the shapes are those that ran fastest. At 4,
/// where shared memory has space for no more than four tiles, two warps share one. They do so with curved cells of
/// degree 3, too, whose geometry the first-level cache then has space for.
template <class Real>
constexpr TileShape sum_factorised_prism_shape(int p, bool curved) {
  return {.blocks = sizeof(Real) == 8 ? 2 : 3, .team = p <= (curved ? 2 : 3) ? 1 : 2};
}

/// For the faces between such prisms. In double precision there are two blocks, which are faster than three at degree
/// 2, and all that shared memory has space for at 3. At 4 two warps take a tile.
template <class Real>
constexpr TileShape sum_factorised_prism_face_shape(int p) {
  return {.blocks = sizeof(Real) == 8 ? 2 : p <= 2 ? 4 : 3, .team = p <= 3 ? 1 : 2};
}

/// For hexahedra with Q that are curved, and faces beside them.
template <class Real>
constexpr TileShape curved_sum_factorised_shape_3d(int p) {
  if (sizeof(Real) == 8) return {.blocks = p == 1 ? 3 : 2};
  return {.blocks = p == 1 ? 5 : p <= 3 ? 4 : 2};
}
template <class Real>
constexpr TileShape curved_sum_factorised_face_shape_3d(int p) {
  if (sizeof(Real) == 8) return {.blocks = p <= 3 ? 3 : 2};
  return {.blocks = p <= 2 ? 5 : 4};
}

/// Shared memory for a warp where so many blocks are to fit on a multiprocessor of an H100 or H200. That has 228 KB, of
/// which each block takes one for the system.
constexpr int tile_shared_bytes(int blocks) { return (228 / blocks - 1) * 1024 / tile_warps; }

}  // namespace dg
