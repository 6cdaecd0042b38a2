/// Where a strategy stores cells and faces, and in which order it runs them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "benchmarks/face_loops/problem.hpp"
#include "reorder/colouring.hpp"
#include "reorder/ordering.hpp"

namespace dg::face_loops {

enum class Strategy {
  serial,          ///< one thread, face after face
  atomic,          ///< all faces at once, by atomic operations
  colour,          ///< the faces of one colour at once, by their numbers (algorithms 5 and 6 of the paper)
  colour_shared,   ///< likewise, what is read standing in shared memory in between (7, 8)
  colour_aligned,  ///< likewise, cells renumbered so that those of the largest colour stand in a row (9, 10)
  colour_sorted,   ///< likewise, the data of the faces stored in the order of the colours (11)
  block_colour,    ///< blocks of consecutive faces: those of one colour at once, within a block colour after colour
  gather           ///< all cells at once, each over its faces
};

/// Faces that may not run at once, in lists that run one after another.
struct LoopLayout {
  Strategy strategy = Strategy::serial;
  Ordering stored;  ///< from the cells and faces in memory to those of the problem

  std::vector<Index> minus, plus;  ///< cells of each stored face; plus -1 on a boundary
  std::vector<Index> run;          ///< stored faces in the order in which they run; empty: as they are stored
  std::vector<Index> part_begin;   ///< in `run`; of block_colour: in `blocks`

  // Of block_colour.
  std::vector<Index> blocks, block_begin;
  std::vector<Index> face_colours, block_colours;

  // Of gather: lists of the faces of 32 cells at a time, entry by entry, for a sum and for a maximum. The list of cells
  // [32 s, 32 s + 32) begins at slice_begin[s]; entry k of cell 32 s + i stands at slice_begin[s] + 32 k + i.
  std::vector<Index> slice_begin;
  std::vector<Index> slice_faces;       ///< f where the cell is the minus one, ~f where it is the plus one
  std::vector<Index> slice_neighbours;  ///< cells across; the cell itself where there is none

  int part_count() const { return static_cast<int>(part_begin.size()) - 1; }
};

inline constexpr Index slice_size = 32;
inline constexpr Index faces_per_block = 256;

/// Lays a problem out for a strategy; `colouring` is that of the problem's faces. Throws InputError if the faces of
/// blocks take too many colours, as in a random order.
LoopLayout make_layout(const Problem& problem, Strategy strategy, const FaceColouring& colouring);

/// Throws RunError if two faces that a layout runs at once without atomic operations share a cell.
void require_no_conflict(const LoopLayout& layout);

}  // namespace dg::face_loops
