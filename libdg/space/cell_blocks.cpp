#include "libdg/space/cell_blocks.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {
namespace {

/// The lists of one block.
template <int faces>
struct Lists {
  std::array<std::vector<Index>, faces> outer_cell;
  struct Face {
    Index cell, neighbour;  ///< minus, plus
    int face, neighbour_face, turn;
    Index minus, plus;  ///< places; those of sides elsewhere by place in outer_cell, less 1, from below zero
  };
  std::vector<Face> faces_inside;
  std::vector<Index> other, other_code, behind, behind_code, other_place;
};

/// Where a cell lies: in which block, and at which place of its room its sides begin.
struct CellPlace {
  Index block, side;
};

template <class Real, int dim>
class BlockMaker {
 public:
  static constexpr int faces = CellBlocks<Real, dim>::faces;
  using Lists = dg::Lists<faces>;

  BlockMaker(const ZoneView<Real>& zone, int number, int width, const std::vector<CellPlace>& places)
      : zone_(zone), number_(number), width_(width), places_(places) {}

  Lists operator()(const Index* first, const Index* last) const {
    Lists lists;
    for (; first != last; ++first)
      for (Index c = *first; c < *first + width_; ++c)
        for (int f = 0; f < faces; ++f) add(lists, c, f);
    for (std::vector<Index>& cells : lists.outer_cell) fill(cells);
    for (auto* list : {&lists.other, &lists.other_code, &lists.behind, &lists.behind_code, &lists.other_place})
      fill(*list);
    return lists;
  }

  /// See block_face_numbers().
  void geometry(const typename Lists::Face& face, Real* to) const {
    const FaceAxes<dim, Real> axes = axes_of(face.cell, face.face);
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
    put(of_face(face.cell, face.face, dim));
    put(of_face(face.neighbour, face.neighbour_face, dim));
  }

  /// See block_slope_numbers().
  void slopes(Index cell, int face, Real* to) const {
    const FaceAxes<dim, Real> axes = axes_of(cell, face);
    Real n[dim];
    for (int d = 0; d < dim; ++d) n[d] = of_face(cell, face, d);
    to[0] = of_face(cell, face, dim);
    for (int a = 0; a + 1 < dim; ++a) to[(1 + a) * width_] = dot(axes.tangent[a], n);
  }

 private:
  Real of_face(Index cell, int face, int i) const {
    return zone_.face[std::int64_t(face * (dim + 1) + i) * zone_.padded + cell];
  }
  FaceAxes<dim, Real> axes_of(Index cell, int face) const {
    Real m[dim * dim], frame[dim * dim];
    for (int i = 0; i < dim * dim; ++i) {
      m[i] = zone_.metric[std::int64_t(i) * zone_.padded + cell];
      frame[i] = zone_.tables.faces[0].frame[static_cast<int>(PointOrder::own)][i * code_slots(dim) + face];
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

  void add(Lists& lists, Index c, int f) const {
    const Index code_behind = code(c, f), behind = neighbour(c, f), own = places_[c].side + f;
    if (code_behind < 0 || zone_of<dim>(code_behind) != number_) {
      lists.other.push_back(c);
      lists.other_code.push_back(neighbour_code<dim>(number_, f));
      lists.behind.push_back(behind);
      lists.behind_code.push_back(code_behind);
      lists.other_place.push_back(own);
      return;
    }
    const int slot = static_cast<int>(code_behind) % code_slots(dim), face_behind = slot % face_slots(dim),
              turn = slot / face_slots(dim);
    // What fills the last register shows the face of another cell, which has its own partner.
    const bool inside = is_own(c) && is_own(behind) && places_[c].block == places_[behind].block;
    if (inside && std::pair(behind, face_behind) < std::pair(c, f)) return;  // has been, or will be listed from there
    Index place;
    if (inside) {
      place = places_[behind].side + face_behind;
    } else {
      std::vector<Index>& outer = lists.outer_cell[static_cast<std::size_t>(face_behind)];
      outer.push_back(behind);
      place = -static_cast<Index>(outer.size());
    }
    if (is_minus(c, f, behind, face_behind))
      lists.faces_inside.push_back({c, behind, f, face_behind, turn, own, place});
    else
      lists.faces_inside.push_back({behind, c, face_behind, f, turn, place, own});
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
  int number_, width_;
  const std::vector<CellPlace>& places_;
};

/// Makes blocks of registers, see CellBlocks.
template <class Real, int dim>
class Grower {
  static constexpr int faces = CellBlocks<Real, dim>::faces;

 public:
  Grower(const ZoneView<Real>& zone, int number, int width)
      : zone_(zone), number_(number), width_(width), taken_(zone.launched / width, false), links_(taken_.size(), 0) {}

  /// Of registers [begin, end), of at most so many each: appends them, and where each block ends.
  void operator()(Index begin, Index end, Index most, std::vector<Index>& first_cell, std::vector<Index>& bounds) {
    const Index blocks = (end - begin + most - 1) / most;
    Index seed = begin;
    for (Index b = 0; b < blocks; ++b) {
      const Index size = (end - begin) * std::int64_t(b + 1) / blocks - (end - begin) * std::int64_t(b) / blocks;
      for (Index i = 0; i < size; ++i) {
        while (taken_[seed]) ++seed;
        const Index next = candidates_.empty() ? seed : best();
        first_cell.push_back(next * width_);
        take(next, begin, end);
      }
      for (const Index r : candidates_) links_[r] = 0;
      candidates_.clear();
      bounds.push_back(static_cast<Index>(first_cell.size()));
    }
  }

 private:
  /// Removes from the candidates the one with most links to the block, and of those the first.
  Index best() {
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
      const Index a = candidates_[i], b = candidates_[best];
      if (links_[a] > links_[b] || (links_[a] == links_[b] && a < b)) best = i;
    }
    const Index r = candidates_[best];
    candidates_[best] = candidates_.back();
    candidates_.pop_back();
    return r;
  }

  void take(Index r, Index begin, Index end) {
    taken_[r] = true;
    for (int f = 0; f < faces; ++f)
      for (Index c = r * width_; c < (r + 1) * width_; ++c) {
        const Index code = zone_.code[std::int64_t(f) * zone_.padded + c];
        if (code < 0 || zone_of<dim>(code) != number_) continue;
        const Index other = zone_.neighbour[std::int64_t(f) * zone_.padded + c] / width_;
        if (other < begin || other >= end || taken_[other]) continue;
        if (links_[other]++ == 0) candidates_.push_back(other);
      }
    links_[r] = 0;
  }

  const ZoneView<Real>& zone_;
  int number_, width_;
  std::vector<bool> taken_;
  std::vector<int> links_;  ///< [register] faces that it shares with the block
  std::vector<Index> candidates_;
};

}  // namespace

template <class Real, int Dim>
Index CellBlocks<Real, Dim>::most_sides() const {
  Index most = 0;
  for (Index b = 0; b < blocks(); ++b) most = std::max(most, sides(b));
  return most;
}

template <class Real, int Dim>
CellBlocks<Real, Dim> make_cell_blocks(Backend& backend, const ZoneView<Real>& zone, int number, Index cells,
                                       int width) {
  assert(zone.space == simplex_space(Dim) && !zone.curved && zone_padding % width == 0);
  constexpr int faces = CellBlocks<Real, Dim>::faces, slope_numbers = block_slope_numbers(Dim),
                face_numbers = block_face_numbers(Dim);
  CellBlocks<Real, Dim> r;
  r.width = width;
  std::vector<Index> first_cell;
  Grower<Real, Dim> grow(zone, number, width);
  r.register_begin.push_back(0);
  const Index most = std::max<Index>(1, cells / width);
  grow(0, zone.interface / width, most, first_cell, r.register_begin);
  r.interface = r.blocks();
  grow(zone.interface / width, zone.launched / width, most, first_cell, r.register_begin);
  r.first_cell = Array<Index>(backend, first_cell);
  std::vector<CellPlace> places(zone.launched);
  for (Index b = 0; b < r.blocks(); ++b)
    for (Index i = r.register_begin[b]; i < r.register_begin[b + 1]; ++i)
      for (int l = 0; l < width; ++l) places[first_cell[i] + l] = {b, faces * (width * (i - r.register_begin[b]) + l)};

  const BlockMaker<Real, Dim> make(zone, number, width, places);
  std::vector<Lists<faces>> lists(static_cast<std::size_t>(r.blocks()));
  parallel_for(r.blocks(), [&](std::ptrdiff_t b) {
    lists[b] = make(&first_cell[r.register_begin[b]], first_cell.data() + r.register_begin[b + 1]);
  });
  const auto padded = [&](std::size_t n) { return static_cast<Index>((n + width - 1) / width * width); };
  r.outer_begin.push_back(0);
  r.face_begin.push_back(0);
  r.other_begin.push_back(0);
  for (const Lists<faces>& of_block : lists) {
    for (const auto& outer : of_block.outer_cell)
      r.outer_begin.push_back(r.outer_begin.back() + static_cast<Index>(outer.size()));
    r.face_begin.push_back(r.face_begin.back() + padded(of_block.faces_inside.size()));
    r.other_begin.push_back(r.other_begin.back() + static_cast<Index>(of_block.other.size()));
  }
  r.slopes = Array<Real>(backend, std::size_t(zone.launched) * faces * slope_numbers);
  r.outer_cell = Array<Index>(backend, r.outer_begin.back());
  r.outer_slopes = Array<Real>(backend, std::size_t(r.outer_begin.back()) * slope_numbers);
  for (auto* list : {&r.minus, &r.plus, &r.turn}) *list = Array<Index>(backend, r.face_begin.back());
  r.geometry = Array<Real>(backend, std::size_t(r.face_begin.back()) * face_numbers);
  for (auto* list : {&r.other, &r.other_code, &r.behind, &r.behind_code, &r.other_place})
    *list = Array<Index>(backend, r.other_begin.back());
  parallel_for(r.blocks(), [&](std::ptrdiff_t b) {
    const Lists<faces>& from = lists[b];
    std::array<Index, faces> outer_place;
    for (int f = 0; f < faces; ++f) {
      const Index begin = r.outer_begin[faces * b + f];
      std::copy(from.outer_cell[f].begin(), from.outer_cell[f].end(), r.outer_cell.data() + begin);
      outer_place[f] = r.own_sides(b) + begin - r.outer_begin[faces * b];
      for (Index i = begin; i < r.outer_begin[faces * b + f + 1]; ++i)
        make.slopes(r.outer_cell.data()[i], f,
                    r.outer_slopes.data() + std::size_t(i / width) * width * slope_numbers + i % width);
    }
    for (Index i = r.register_begin[b]; i < r.register_begin[b + 1]; ++i)
      for (int f = 0; f < faces; ++f)
        for (int l = 0; l < width; ++l)
          make.slopes(first_cell[i] + l, f, r.slopes.data() + (std::size_t(i) * faces + f) * slope_numbers * width + l);
    for (Index i = r.face_begin[b]; i < r.face_begin[b + 1]; ++i) {
      const std::size_t last = from.faces_inside.size() - 1;
      const auto& face = from.faces_inside[std::min<std::size_t>(i - r.face_begin[b], last)];
      r.minus.data()[i] = face.minus >= 0 ? face.minus : outer_place[face.face] - face.minus - 1;
      r.plus.data()[i] = face.plus >= 0 ? face.plus : outer_place[face.neighbour_face] - face.plus - 1;
      r.turn.data()[i] = face.turn;
      make.geometry(face, r.geometry.data() + std::size_t(i / width) * width * face_numbers + i % width);
    }
    const Index at = r.other_begin[b];
    std::copy(from.other.begin(), from.other.end(), r.other.data() + at);
    std::copy(from.other_code.begin(), from.other_code.end(), r.other_code.data() + at);
    std::copy(from.behind.begin(), from.behind.end(), r.behind.data() + at);
    std::copy(from.behind_code.begin(), from.behind_code.end(), r.behind_code.data() + at);
    std::copy(from.other_place.begin(), from.other_place.end(), r.other_place.data() + at);
  });
  return r;
}

template struct CellBlocks<float, 2>;
template struct CellBlocks<float, 3>;
template struct CellBlocks<double, 2>;
template struct CellBlocks<double, 3>;
template CellBlocks<float, 2> make_cell_blocks<float, 2>(Backend&, const ZoneView<float>&, int, Index, int);
template CellBlocks<float, 3> make_cell_blocks<float, 3>(Backend&, const ZoneView<float>&, int, Index, int);
template CellBlocks<double, 2> make_cell_blocks<double, 2>(Backend&, const ZoneView<double>&, int, Index, int);
template CellBlocks<double, 3> make_cell_blocks<double, 3>(Backend&, const ZoneView<double>&, int, Index, int);

}  // namespace dg
