#include "libdg/space/cell_blocks.hpp"

#include <algorithm>
#include <cassert>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/block_growth.hpp"
#include "libdg/space/block_lists.hpp"

namespace dg {
namespace {

/// Workspace for the lists of all blocks, and where those of each begin.
template <class Real, int Dim>
void allocate(Backend& backend, const std::vector<BlockLists>& lists, CellBlocks<Real, Dim>& r) {
  const auto padded = [&](std::size_t n) { return static_cast<Index>((n + r.width - 1) / r.width * r.width); };
  r.outer_begin.push_back(0);
  for (const BlockLists& of_block : lists)
    for (const auto& outer : of_block.outer_cell)
      r.outer_begin.push_back(r.outer_begin.back() + static_cast<Index>(outer.size()));
  const std::size_t sides = std::size_t(r.first_cell.size()) * r.width * r.faces;
  r.length = Array<Real>(backend, sides);
  r.outer_cell = Array<Index>(backend, r.outer_begin.back());
  for (int kind = 0; kind < max_face_kinds; ++kind) {
    BlockFaces<Real>& inside = r.inside[kind];
    BlockOtherSides& other = r.other[kind];
    inside.begin.push_back(0);
    other.begin.push_back(0);
    for (const BlockLists& of_block : lists) {
      inside.begin.push_back(inside.begin.back() + padded(of_block.inside[kind].size()));
      other.begin.push_back(other.begin.back() + static_cast<Index>(of_block.other[kind].size()));
    }
    for (auto* list : {&inside.minus, &inside.plus, &inside.orientation})
      *list = Array<Index>(backend, inside.begin.back());
    inside.geometry = Array<Real>(backend, std::size_t(inside.begin.back()) * block_face_numbers(Dim));
    for (auto* list : {&other.own, &other.own_code, &other.behind, &other.behind_code, &other.place})
      *list = Array<Index>(backend, other.begin.back());
  }
}

/// Lists and geometry of block b.
template <class Real, int Dim>
void keep_block(const BlockListMaker<Real, Dim>& make, const BlockLists& from, Index b, CellBlocks<Real, Dim>& r) {
  const int width = r.width, faces = r.faces;
  constexpr std::size_t face_numbers = block_face_numbers(Dim);
  std::vector<Index> outer_place;
  for (int f = 0; f < faces; ++f) {
    const Index begin = r.outer_begin[faces * b + f];
    std::copy(from.outer_cell[f].begin(), from.outer_cell[f].end(), r.outer_cell.data() + begin);
    outer_place.push_back(r.own_sides(b) + begin - r.outer_begin[faces * b]);
  }
  for (Index i = r.register_begin[b]; i < r.register_begin[b + 1]; ++i)
    for (int f = 0; f < faces; ++f)
      for (int l = 0; l < width; ++l)
        r.length.data()[(std::size_t(i) * faces + f) * width + l] = make.length(r.first_cell.data()[i] + l, f);
  for (int kind = 0; kind < max_face_kinds; ++kind) {
    BlockFaces<Real>& inside = r.inside[kind];
    for (Index i = inside.begin[b]; i < inside.begin[b + 1]; ++i) {
      const std::size_t last = from.inside[kind].size() - 1;
      const BlockLists::Face& face = from.inside[kind][std::min<std::size_t>(i - inside.begin[b], last)];
      inside.minus.data()[i] = face.minus >= 0 ? face.minus : outer_place[face.face] - face.minus - 1;
      inside.plus.data()[i] = face.plus >= 0 ? face.plus : outer_place[face.neighbour_face] - face.plus - 1;
      inside.orientation.data()[i] = face.orientation;
      make.geometry(face, inside.geometry.data() + std::size_t(i / width) * width * face_numbers + i % width);
    }
    BlockOtherSides& other = r.other[kind];
    Index i = other.begin[b];
    for (const BlockLists::Side& side : from.other[kind]) {
      other.own.data()[i] = side.own;
      other.own_code.data()[i] = side.own_code;
      other.behind.data()[i] = side.behind;
      other.behind_code.data()[i] = side.behind_code;
      other.place.data()[i++] = side.place;
    }
  }
}

/// Which outer side of an earlier block is each that a block finds taken.
template <class Real, int Dim>
void find_taken(const std::vector<BlockLists>& lists, const std::vector<BlockPlace>& places, Index own_cells,
                CellBlocks<Real, Dim>& r) {
  // [block][place]: which one it is among the outer ones of the block that takes it.
  std::vector<std::vector<Index>> side(lists.size());
  for (std::size_t b = 0; b < lists.size(); ++b)
    if (!lists[b].taken.empty()) side[b].resize(static_cast<std::size_t>(r.own_sides(static_cast<Index>(b))));
  for (Index b = 0; b < r.blocks(); ++b) {
    const auto leave = [&](Index from, Index place, Index cell, int face) {
      if (place >= 0 || from >= own_cells || cell >= own_cells) return;
      const BlockPlace& to = places[cell];
      if (to.run == places[from].run && to.block > b)
        side[to.block][to.side + face] = r.outer_begin[r.faces * b + face] - place - 1;
    };
    for (const auto& of_kind : lists[b].inside)
      for (const BlockLists::Face& face : of_kind) {
        leave(face.cell, face.plus, face.neighbour, face.neighbour_face);
        leave(face.neighbour, face.minus, face.cell, face.face);
      }
  }
  r.taken_begin.push_back(0);
  for (std::size_t b = 0; b < lists.size(); ++b) {
    for (const Index place : lists[b].taken) {
      r.taken_place.push_back(place);
      r.taken.push_back(side[b][place]);
    }
    r.taken_begin.push_back(static_cast<Index>(r.taken.size()));
  }
}

}  // namespace

bool goes_in_blocks(CellShape shape, const SpaceOptions& o) {
  if (o.degree < 1) return false;
  const Space space = space_of(shape, o.quads);
  return space == simplex_space(dim_of(space)) ||
         ((is_tensor(space) || space == Space::prism_Q) && o.extra_quadrature == 0);
}

template <class Real, int Dim>
Index CellBlocks<Real, Dim>::most_sides() const {
  Index most = 0;
  for (Index b = 0; b < blocks(); ++b) most = std::max(most, sides(b));
  return most;
}

template <class Real, int Dim>
CellBlocks<Real, Dim> make_cell_blocks(Backend& backend, const ZoneView<Real>& zone, int number, Index cells, int width,
                                       int threads) {
  assert(dim_of(zone.space) == Dim && !zone.curved && zone_padding % width == 0);
  const int faces = face_count(shape_of(zone.space));
  CellBlocks<Real, Dim> r;
  r.width = width;
  r.faces = faces;
  std::vector<Index> first_cell;
  BlockGrowth<Real, Dim> grow(zone, number, width);
  r.register_begin.push_back(0);
  // As many for each thread, of which none waits.
  const auto grow_blocks = [&](Index begin, Index end) {
    const std::int64_t most = std::max<Index>(1, cells / width), of_thread = most * threads;
    const std::int64_t blocks = threads * ((end - begin + of_thread - 1) / of_thread);
    grow(begin, end, static_cast<Index>(std::min<std::int64_t>(blocks, end - begin)), first_cell, r.register_begin);
  };
  grow_blocks(0, zone.interface / width);
  r.interface = r.blocks();
  grow_blocks(zone.interface / width, zone.launched / width);
  r.first_cell = Array<Index>(backend, first_cell);
  for (int t = 0; t <= threads; ++t) r.run_begin.push_back(std::int64_t(r.interface) * t / threads);
  for (int t = 1; t <= threads; ++t)
    r.run_begin.push_back(r.interface + std::int64_t(r.blocks() - r.interface) * t / threads);
  const auto run_of = [&](Index b) {
    return static_cast<Index>(std::upper_bound(r.run_begin.begin(), r.run_begin.end(), b) - r.run_begin.begin());
  };
  std::vector<BlockPlace> places(zone.launched);
  for (Index b = 0; b < r.blocks(); ++b)
    for (Index i = r.register_begin[b]; i < r.register_begin[b + 1]; ++i)
      for (int l = 0; l < width; ++l)
        places[first_cell[i] + l] = {run_of(b), b, faces * (width * (i - r.register_begin[b]) + l)};

  const BlockListMaker<Real, Dim> make(zone, number, width, places);
  std::vector<BlockLists> lists(static_cast<std::size_t>(r.blocks()));
  parallel_for(r.blocks(), [&](std::ptrdiff_t b) {
    lists[b] = make(&first_cell[r.register_begin[b]], first_cell.data() + r.register_begin[b + 1]);
  });
  allocate(backend, lists, r);
  parallel_for(r.blocks(), [&](std::ptrdiff_t b) { keep_block(make, lists[b], static_cast<Index>(b), r); });
  find_taken(lists, places, zone.cells, r);
  return r;
}

template struct CellBlocks<float, 2>;
template struct CellBlocks<float, 3>;
template struct CellBlocks<double, 2>;
template struct CellBlocks<double, 3>;
template CellBlocks<float, 2> make_cell_blocks<float, 2>(Backend&, const ZoneView<float>&, int, Index, int, int);
template CellBlocks<float, 3> make_cell_blocks<float, 3>(Backend&, const ZoneView<float>&, int, Index, int, int);
template CellBlocks<double, 2> make_cell_blocks<double, 2>(Backend&, const ZoneView<double>&, int, Index, int, int);
template CellBlocks<double, 3> make_cell_blocks<double, 3>(Backend&, const ZoneView<double>&, int, Index, int, int);

}  // namespace dg
