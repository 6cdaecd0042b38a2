/// Straight triangles or tetrahedra in blocks that a core works through in its cache: their faces, each once in a
/// block.
///
/// A block is made of registers: cells that follow each other in memory, as many as a SIMD register has lanes. It grows
/// by the register that shares most faces with it, so that it is compact in whatever order the cells lie. A side is a
/// cell with one of its F faces. The sides of cell `lane` of the i-th register of a block have the places F * (width *
/// i
/// + lane) + face in a room of the block; behind them stand the sides of cells elsewhere that share a face with them.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Bytes of the sides of the cells of a block: with those of cells beside it and with the cells themselves, most of a
/// second-level cache of a megabyte.
inline constexpr std::size_t block_side_bytes = 512 << 10;

/// Numbers of the geometry of a face: the unit normal out of the minus cell, what the directions of its reference face
/// have of the gradient, |J_f| / det J of the minus and of the plus cell. Of a direction, in the plane, the derivative
/// along the normal turned by 90 degrees; in space the part of the gradient in the face.
constexpr int tangent_numbers(int dim) { return dim == 2 ? 1 : dim; }
constexpr int block_face_numbers(int dim) { return dim + (dim - 1) * tangent_numbers(dim) + 2; }

/// Numbers that a side needs for the derivative along its outward normal: the parts of the derivative along the normal
/// of the reference cell's face, over its |N| so that the first is |J_f| / det J, and along the directions of that
/// face.
constexpr int block_slope_numbers(int dim) { return dim; }

/// Lists by block, of whole registers: begin[b] to begin[b + 1]. Registers are filled up with copies of what they hold.
template <class Real, int Dim>
struct CellBlocks {
  static constexpr int faces = face_count(shape_of(simplex_space(Dim)));

  int width = 1;                      ///< entries in a register
  std::vector<Index> register_begin;  ///< [block] in first_cell; the last entry is its size
  Array<Index> first_cell;
  Array<Real> slopes;   ///< [register][face][slope_numbers][width]
  Index interface = 0;  ///< blocks before this one have the cells before ZoneView::interface

  std::vector<Index> outer_begin;  ///< [faces * block + face]: sides of cells elsewhere
  Array<Index> outer_cell;
  Array<Real> outer_slopes;  ///< [register][slope_numbers][width]

  std::vector<Index> face_begin;  ///< between two cells of the zone
  Array<Index> minus, plus;       ///< places of the two sides
  Array<Index> turn;              ///< how the plus cell sees the face
  Array<Real> geometry;           ///< [register][block_face_numbers][width]

  std::vector<Index> other_begin;                       ///< on a boundary, and beside cells of other zones
  Array<Index> other, other_code, behind, behind_code;  ///< as in FaceList: own cell, what is behind
  Array<Index> other_place;                             ///< of the side

  Index blocks() const { return static_cast<Index>(register_begin.size()) - 1; }
  /// Sides of the cells of a block, and of all that have a place in its room.
  Index own_sides(Index block) const { return faces * width * (register_begin[block + 1] - register_begin[block]); }
  Index sides(Index block) const {
    return own_sides(block) + outer_begin[faces * (block + 1)] - outer_begin[faces * block];
  }
  Index most_sides() const;
};

/// Of zone `number`, in blocks of at most so many cells, but at least a register, for registers of `width` lanes.
/// Precondition: the zone is one of straight simplices, the backend a CPU, and `width` divides zone_padding.
template <class Real, int Dim>
CellBlocks<Real, Dim> make_cell_blocks(Backend& backend, const ZoneView<Real>& zone, int number, Index cells,
                                       int width);

}  // namespace dg
