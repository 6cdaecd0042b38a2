/// Straight cells of a zone in blocks that a core works through in its cache: their faces, each once in a block.
///
/// A block is made of registers: cells that follow each other in memory, as many as a SIMD register has lanes. It grows
/// by the register near its start that shares most faces with it, so that it is compact in whatever order the cells
/// lie. A side is a cell with one of its F faces. The sides of cell `lane` of the i-th register of a block have the
/// places `F * (width * i + lane) + face` in a workspace of the block. Behind them stand the sides of cells elsewhere
/// that share a face with them.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/space/space_options.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Bytes of the sides of the cells of a block. With those of cells beside it and with the cells themselves, they take
/// most of a second-level cache of a megabyte.
inline constexpr std::size_t block_side_bytes = 512 << 10;

/// Whether straight cells of a shape go in blocks. Simplices do by the modes of faces, and what is taken line by line
/// does by the points of faces.
bool goes_in_blocks(CellShape shape, const SpaceOptions& options);

/// Numbers of the geometry of a face. First come the unit normal out of the minus cell, and what the directions of its
/// reference face have of the gradient. Then for the minus and the plus cell: `|J_f| / det J` and what these directions
/// have of the derivative along the normal. Of the gradient, in 2-D, the derivative along the normal rotated by 90
/// degrees; in 3-D its part in the face.
constexpr int tangent_numbers(int dim) { return dim == 2 ? 1 : dim; }
constexpr int block_face_numbers(int dim) { return dim + (dim - 1) * tangent_numbers(dim) + 2 * dim; }

/// Numbers of a variable on a side of a cell of the shape. They are modes of lines and triangles, and elsewhere values
/// at points. A face of a simplex and the triangles of a prism have no more modes than points. Workspace is
/// kept for the largest side.
constexpr int block_side_size(CellShape shape, int p) {
  const int dim = dim_of(shape);
  int most = 0;
  for (int kind = 0; kind < face_kinds(dim); ++kind) {
    if (faces_of_kind(shape, kind).count == 0) continue;
    const FaceShape face = face_shape_of_kind(dim, kind);
    const int size = face == FaceShape::triangle ? (p + 1) * (p + 2) / 2 : face_point_count(face, p);
    if (size > most) most = size;
  }
  return most;
}

/// Faces of one kind between two cells of the zone; lists by block, of whole registers: begin[b] to begin[b + 1].
/// Registers are filled up with copies of what they hold.
template <class Real>
struct BlockFaces {
  std::vector<Index> begin;
  Array<Index> minus, plus;  ///< places of the two sides
  Array<Index> orientation;  ///< how the plus cell sees the face; faces seen alike follow each other
  Array<Real> geometry;      ///< [register][block_face_numbers][width]
};

/// The same of sides on a boundary, beside cells of other zones, and of those with one of oriented_liftings().
struct BlockOtherSides {
  std::vector<Index> begin;
  Array<Index> own, own_code, behind, behind_code;  ///< as in FaceList: own cell, what is behind
  Array<Index> place;                               ///< of the side
};

template <class Real, int Dim>
struct CellBlocks {
  int width = 1;                      ///< entries in a register
  int faces = 0;                      ///< of a cell
  std::vector<Index> register_begin;  ///< [block] in first_cell; the last entry is its size
  Array<Index> first_cell;
  Array<Real> length;   ///< |J_f| / det J: [register][face][width]
  Index interface = 0;  ///< blocks before this one have the cells before ZoneView::interface

  /// Blocks that one thread takes one after the other: begin[t] to begin[t + 1] of those before `interface`, and
  /// likewise behind.
  std::vector<Index> run_begin;
  /// Faces to a later block of the same run are taken here, and what they give to the side there is left for it. These
  /// are the sides that a block finds so among the outer ones of all blocks, and their places.
  std::vector<Index> taken_begin, taken, taken_place;

  std::vector<Index> outer_begin;  ///< [faces * block + face]: sides of cells elsewhere
  Array<Index> outer_cell;

  BlockFaces<Real> inside[max_face_kinds];
  BlockOtherSides other[max_face_kinds];

  Index blocks() const { return static_cast<Index>(register_begin.size()) - 1; }
  /// Sides of the cells of a block, and of all that have a place in its workspace.
  Index own_sides(Index block) const { return faces * width * (register_begin[block + 1] - register_begin[block]); }
  Index sides(Index block) const {
    return own_sides(block) + outer_begin[faces * (block + 1)] - outer_begin[faces * block];
  }
  Index most_sides() const;
};

/// Of zone `number`, in blocks of at most so many cells, but at least a register, for registers of `width` lanes. Each
/// of so many threads has as many blocks as registers allow.
/// Precondition: the zone is one of straight cells, the backend a CPU, and `width` divides zone_padding.
template <class Real, int Dim>
CellBlocks<Real, Dim> make_cell_blocks(Backend& backend, const ZoneView<Real>& zone, int number, Index cells, int width,
                                       int threads);

}  // namespace dg
