#include "benchmarks/face_loops/layout.hpp"

#include <algorithm>
#include <limits>

#include "libdg/core/errors.hpp"
#include "reorder/block_colouring.hpp"

namespace dg::face_loops {
namespace {

int largest_colour(const FaceColouring& colouring) {
  const auto sizes = sizes_of(colouring.colour_begin);
  return static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

// Minus cells of the faces of a colour, then their plus cells, then all others; and these faces first.
Ordering aligned_to(const Problem& problem, const FaceColouring& colouring, int colour) {
  const auto first = colouring.faces.begin() + colouring.colour_begin[colour],
             last = colouring.faces.begin() + colouring.colour_begin[colour + 1];
  Ordering result;
  std::vector<bool> has_cell(problem.cell_count(), false), has_face(problem.face_count(), false);
  const auto add_cell = [&](Index cell) {
    if (cell < 0 || has_cell[cell]) return;
    has_cell[cell] = true;
    result.cells.push_back(cell);
  };
  for (auto f = first; f != last; ++f) {
    add_cell(problem.graph.faces[*f].minus);
    has_face[*f] = true;
  }
  for (auto f = first; f != last; ++f) add_cell(problem.graph.faces[*f].plus);
  for (Index cell = 0; cell < problem.cell_count(); ++cell) add_cell(cell);
  result.faces.assign(first, last);
  for (Index f = 0; f < problem.face_count(); ++f) {
    if (!has_face[f]) result.faces.push_back(f);
  }
  return result;
}

void add_block_colours(const Problem& problem, LoopLayout& layout) {
  BlockColouring colouring = colour_blocks(problem.graph, faces_per_block);
  layout.blocks = std::move(colouring.blocks);
  layout.block_begin = std::move(colouring.block_begin);
  layout.face_colours = std::move(colouring.face_colours);
  layout.block_colours = std::move(colouring.block_colours);
  layout.part_begin = std::move(colouring.colour_begin);
}

void add_slices(const Problem& problem, LoopLayout& layout) {
  const CellGraph& graph = problem.graph;
  layout.slice_begin = {0};
  for (Index first = 0; first < graph.cell_count(); first += slice_size) {
    const Index last = std::min(graph.cell_count(), first + slice_size);
    Index width = 0;
    for (Index cell = first; cell < last; ++cell)
      width = std::max(width, graph.cell_begin[cell + 1] - graph.cell_begin[cell]);
    const auto begin = layout.slice_faces.size();
    // Beyond the last face there is a number that is zero.
    layout.slice_faces.resize(begin + width * slice_size, graph.face_count());
    layout.slice_neighbours.resize(begin + width * slice_size, 0);
    for (Index i = 0; i < last - first; ++i) {
      const Index cell = first + i;
      const auto faces = graph.faces_of(cell), neighbours = graph.neighbours_of(cell);
      for (Index k = 0; k < width; ++k) {
        const std::size_t at = begin + k * slice_size + i;
        const bool there = k < static_cast<Index>(faces.size());
        layout.slice_neighbours[at] = there && neighbours[k] >= 0 ? neighbours[k] : cell;
        if (there) layout.slice_faces[at] = graph.faces[faces[k]].minus == cell ? faces[k] : ~faces[k];
      }
    }
    layout.slice_begin.push_back(static_cast<Index>(layout.slice_faces.size()));
  }
}

}  // namespace

LoopLayout make_layout(const Problem& problem, Strategy strategy, const FaceColouring& colouring) {
  LoopLayout layout;
  layout.strategy = strategy;
  layout.stored = {identity_permutation(problem.cell_count()), identity_permutation(problem.face_count())};
  layout.part_begin = {0, problem.face_count()};
  switch (strategy) {
    case Strategy::serial:
    case Strategy::atomic:
      break;
    case Strategy::colour_aligned:
      layout.stored = aligned_to(problem, colouring, largest_colour(colouring));
      [[fallthrough]];
    case Strategy::colour:
    case Strategy::colour_shared: {
      const auto stored_face = inverse(layout.stored.faces);
      for (const Index f : colouring.faces) layout.run.push_back(stored_face[f]);
      layout.part_begin = colouring.colour_begin;
      break;
    }
    case Strategy::colour_sorted:
      layout.stored.faces = colouring.faces;
      layout.part_begin = colouring.colour_begin;
      break;
    case Strategy::block_colour:
      add_block_colours(problem, layout);
      break;
    case Strategy::gather:
      add_slices(problem, layout);
      layout.part_begin = {0, problem.cell_count()};
      break;
  }
  const auto stored_cell = inverse(layout.stored.cells);
  for (const Index f : layout.stored.faces) {
    const GraphFace& face = problem.graph.faces[f];
    layout.minus.push_back(stored_cell[face.minus]);
    layout.plus.push_back(face.plus < 0 ? -1 : stored_cell[face.plus]);
  }
  return layout;
}

namespace {

/// Notes which of the things that run one after another came to a cell last, and which face that was.
class LastVisitor {
 public:
  explicit LastVisitor(const LoopLayout& layout)
      : layout_(layout), round_(layout.stored.cells.size(), -1), face_(round_) {}

  /// `turn` grows from one set of faces that run at once to the next; faces of one `group` take turns by themselves.
  void visit(Index face, Index round, Index group) {
    for (const Index cell : {layout_.minus[face], layout_.plus[face]}) {
      if (cell < 0 || (cell == layout_.minus[face] && face_[cell] == face)) continue;
      if (round_[cell] == round && group_of(face_[cell]) != group) {
        throw RunError("faces " + std::to_string(layout_.stored.faces[face_[cell]]) + " and " +
                       std::to_string(layout_.stored.faces[face]) + " run at once and share cell " +
                       std::to_string(layout_.stored.cells[cell]));
      }
      round_[cell] = round;
      face_[cell] = face;
    }
  }

  void set_groups(std::vector<Index> groups) { groups_ = std::move(groups); }

 private:
  Index group_of(Index face) const { return groups_.empty() ? face : groups_[face]; }

  const LoopLayout& layout_;
  std::vector<Index> round_, face_;
  std::vector<Index> groups_;  // by face; empty: each is one
};

void require_block_colours(const LoopLayout& layout) {
  // Blocks of one colour run at once; then, block by block, the faces of one colour.
  LastVisitor blocks(layout), faces(layout);
  std::vector<Index> block_of(layout.minus.size());
  for (const Index b : layout.blocks)
    for (Index f = layout.block_begin[b]; f < layout.block_begin[b + 1]; ++f) block_of[f] = b;
  blocks.set_groups(block_of);
  for (int part = 0; part < layout.part_count(); ++part)
    for (Index i = layout.part_begin[part]; i < layout.part_begin[part + 1]; ++i) {
      const Index b = layout.blocks[i];
      for (Index f = layout.block_begin[b]; f < layout.block_begin[b + 1]; ++f) blocks.visit(f, part, b);
    }
  Index round = 0;
  for (const Index b : layout.blocks)
    for (Index colour = 0; colour < layout.block_colours[b]; ++colour, ++round)
      for (Index f = layout.block_begin[b]; f < layout.block_begin[b + 1]; ++f)
        if (layout.face_colours[f] == colour) faces.visit(f, round, f);
}

}  // namespace

void require_no_conflict(const LoopLayout& layout) {
  switch (layout.strategy) {
    case Strategy::serial:
    case Strategy::atomic:
    case Strategy::gather:
      return;
    case Strategy::block_colour:
      return require_block_colours(layout);
    default:
      break;
  }
  LastVisitor visitor(layout);
  for (int part = 0; part < layout.part_count(); ++part)
    for (Index i = layout.part_begin[part]; i < layout.part_begin[part + 1]; ++i) {
      const Index face = layout.run.empty() ? i : layout.run[i];
      visitor.visit(face, part, face);
    }
}

}  // namespace dg::face_loops
