/// What the faces of one block of cells are, and the geometry of a face or side of it: on the way to CellBlocks.
#pragma once

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "libdg/space/cell_blocks.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {

/// The lists of one block.
struct BlockLists {
  std::vector<std::vector<Index>> outer_cell;  ///< [face]
  struct Face {
    Index cell, neighbour;  ///< minus, plus
    int face, neighbour_face, orientation;
    Index minus, plus;  ///< places; those of sides elsewhere by place in outer_cell, less 1, from below zero
  };
  std::vector<Face> inside[max_face_kinds];
  struct Side {
    Index own, own_code, behind, behind_code, place;
  };
  std::vector<Side> other[max_face_kinds];
  std::vector<Index> taken;  ///< places of own sides whose faces an earlier block takes
};

/// Where a cell lies: in which run of blocks and which block, and at which place of its workspace its sides begin.
struct BlockPlace {
  Index run, block, side;
};

template <class Real, int dim>
class BlockListMaker {
 public:
  BlockListMaker(const ZoneView<Real>& zone, int number, int width, const std::vector<BlockPlace>& places)
      : zone_(zone),
        shape_(shape_of(zone.space)),
        faces_(face_count(shape_)),
        number_(number),
        width_(width),
        places_(places) {}

  BlockLists operator()(const Index* first, const Index* last) const {
    BlockLists lists;
    lists.outer_cell.resize(static_cast<std::size_t>(faces_));
    for (; first != last; ++first)
      for (Index c = *first; c < *first + width_; ++c)
        for (int f = 0; f < faces_; ++f) add(lists, c, f);
    for (std::vector<Index>& cells : lists.outer_cell) fill(cells);
    for (auto& sides : lists.other) fill(sides);
    for (auto& of_kind : lists.inside)
      std::stable_sort(of_kind.begin(), of_kind.end(),
                       [](const auto& a, const auto& b) { return a.orientation < b.orientation; });
    return lists;
  }

  /// See block_face_numbers().
  void geometry(const BlockLists::Face& face, Real* to) const {
    const FaceAxes<dim, Real> axes = axes_of(face.cell, PointOrder::own, face.face, face.face),
                              axes_behind = axes_of(face.neighbour, PointOrder::neighbour, face.neighbour_face,
                                                    face.neighbour_face + face_slots(dim) * face.orientation);
    const auto put = [&](Real x) {
      *to = x;
      to += width_;
    };
    Real n[dim];
    for (int d = 0; d < dim; ++d) put(n[d] = of_face(face.cell, face.face, d));
    if constexpr (dim == 2)
      put(StraightAxes<Real>(axes, n).tangent);
    else
      for (const auto& tangent : axes.tangent) {
        const Real along = dot(tangent, n);
        for (int d = 0; d < dim; ++d) put(tangent[d] - along * n[d]);
      }
    put(length(face.cell, face.face));
    for (const auto& tangent : axes.tangent) put(dot(tangent, n));
    put(length(face.neighbour, face.neighbour_face));
    for (const auto& tangent : axes_behind.tangent) put(dot(tangent, n));
  }

  /// |J_f| / det J
  Real length(Index cell, int face) const { return of_face(cell, face, dim); }

 private:
  Real of_face(Index cell, int face, int i) const {
    return zone_.face[std::int64_t(face * (dim + 1) + i) * zone_.padded + cell];
  }
  FaceAxes<dim, Real> axes_of(Index cell, PointOrder order, int face, int slot) const {
    Real m[dim * dim], frame[dim * dim];
    for (int i = 0; i < dim * dim; ++i) {
      m[i] = zone_.metric[std::int64_t(i) * zone_.padded + cell];
      frame[i] =
          zone_.tables.faces[kind_of_face(shape_, face)].frame[static_cast<int>(order)][i * code_slots(dim) + slot];
    }
    return {m, frame};
  }
  static Real dot(const Real (&a)[dim], const Real (&b)[dim]) {
    Real sum = 0;
    for (int d = 0; d < dim; ++d) sum += a[d] * b[d];
    return sum;
  }
  Index code(Index cell, int face) const { return zone_.code[std::int64_t(face) * zone_.padded + cell]; }
  Index neighbour(Index cell, int face) const { return zone_.neighbour[std::int64_t(face) * zone_.padded + cell]; }

  template <class T>
  void fill(std::vector<T>& list) const {
    while (list.size() % static_cast<std::size_t>(width_) != 0) list.push_back(list.back());
  }

  void add(BlockLists& lists, Index c, int f) const {
    const Index code_behind = code(c, f), behind = neighbour(c, f), own = places_[c].side + f;
    const int kind = kind_of_face(shape_, f);
    const int slot = code_behind < 0 ? 0 : static_cast<int>(code_behind) % code_slots(dim),
              face_behind = slot % face_slots(dim), orientation = slot / face_slots(dim);
    const bool has_even_orientation =
        has_oriented_liftings(shape_, face_shape_of_kind(dim, kind)) && orientation % 2 == 0;
    if (code_behind < 0 || zone_of<dim>(code_behind) != number_ || has_even_orientation) {
      lists.other[kind].push_back({c, neighbour_code<dim>(number_, f), behind, code_behind, own});
      return;
    }
    // What fills the last register shows the face of another cell, which has its own partner.
    const bool inside = is_own(c) && is_own(behind) && places_[c].block == places_[behind].block;
    if (inside && std::pair(behind, face_behind) < std::pair(c, f)) return;  // has been, or will be listed from there
    if (is_own(c) && is_own(behind) && places_[behind].run == places_[c].run &&
        places_[behind].block < places_[c].block) {
      lists.taken.push_back(own);
      return;
    }
    Index place;
    if (inside) {
      place = places_[behind].side + face_behind;
    } else {
      std::vector<Index>& outer = lists.outer_cell[static_cast<std::size_t>(face_behind)];
      outer.push_back(behind);
      place = -static_cast<Index>(outer.size());
    }
    if (is_minus(c, f, behind, face_behind))
      lists.inside[kind].push_back({c, behind, f, face_behind, orientation, own, place});
    else
      lists.inside[kind].push_back({behind, c, face_behind, f, orientation, place, own});
  }

  bool is_own(Index cell) const { return cell < zone_.cells; }

  /// Which of two cells has the face as its own, by what does not depend on how cells are numbered. Two cells that
  /// share faces of the same number differ in the normal of it.
  bool is_minus(Index a, int f, Index b, int g) const {
    if (f != g) return f < g;
    for (int i = 0; i < dim; ++i)
      if (const Real x = of_face(a, f, i), y = of_face(b, g, i); x != y) return x < y;
    assert(false);
    return true;
  }

  const ZoneView<Real>& zone_;
  CellShape shape_;
  int faces_, number_, width_;
  const std::vector<BlockPlace>& places_;
};

}  // namespace dg
