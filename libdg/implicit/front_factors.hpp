/// How threads find the factors of fronts, those of a level of the elimination tree at once (group_fronts.hpp).
///
/// A front [D U; L W] becomes D^-1, D^-1 U, L D^-1, and W - L D^-1 U, which its parent adds to its own matrix.
#pragma once

#include "libdg/implicit/dense_inverse.hpp"
#include "libdg/implicit/front_bodies.hpp"

namespace dg {

/// A block of the sparse matrix in some columns of a front.
struct FrontBlock {
  std::int64_t from;  ///< of the matrix's numbers
  int row, rows;      ///< in the front
};

/// The columns of a cell in a front.
struct FrontColumns {
  Index front;
  int column, columns;
  std::int64_t first_block;
  int blocks;
};

/// The first of rising numbers that is `least` or more; `count` if there is none.
RKDG_FN int first_at_least(const int* numbers, int count, int least) {
  int first = 0, end = count;
  while (first < end) {
    const int middle = (first + end) / 2;
    if (numbers[middle] < least)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/// Sums up the columns of a front: blocks of shift I + A, and what its children have left, one after the other. Groups
/// share the rows of columns, `slices` of them those of each cell.
struct AssembleColumns {
  FrontsView view;
  const FrontColumns* columns;
  int slices;
  const FrontBlock* blocks;
  const float* numbers;
  float shift;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontColumns own = columns[item / slices];
    const FrontPlace front = view.fronts[own.front];
    const std::int64_t n = front.pivots + front.rest, slice = item % slices;
    const auto first = static_cast<int>(slice * n / slices), end = static_cast<int>((slice + 1) * n / slices);
    for_each_entry(end - first, own.columns, group,
                   [&](int i, int j) { view.entry(front, first + i, own.column + j) = 0; });
    group.sync();
    for (int b = 0; b < own.blocks; ++b) {
      const FrontBlock block = blocks[own.first_block + b];
      for_each_entry(block.rows, own.columns, group, [&](int i, int j) {
        const int row = block.row + i, column = own.column + j;
        if (row < first || row >= end) return;
        view.entry(front, row, column) =
            numbers[block.from + std::int64_t(j) * block.rows + i] + (row == column ? shift : 0.0f);
      });
    }
    group.sync();
    for (int c = 0; c < front.children; ++c)
      add_child(front, view.fronts[view.children[front.first_child + c]], own, first, end, group);
  }

 private:
  template <class Group>
  RKDG_FN void add_child(const FrontPlace& front, const FrontPlace& child, const FrontColumns& own, int first, int end,
                         const Group& group) const {
    const int* rows = view.rows_in_parent + child.rows_in_parent;
    const int column = first_at_least(rows, child.rest, own.column);
    if (column == child.rest || rows[column] != own.column) return;
    const int row = first_at_least(rows, child.rest, first), behind = first_at_least(rows, child.rest, end);
    const float* update = view.work + child.update + std::int64_t(column) * child.rest + row;
    for_each_entry(behind - row, own.columns, group, [&](int i, int j) {
      view.entry(front, rows[row + i], own.column + j) += update[std::int64_t(j) * child.rest + i];
    });
    group.sync();
  }
};

/// D becomes D^-1.
struct InvertPivots {
  using Scratch = InverseScratch;

  FrontsView view;
  const Index* fronts;
  int* swaps;  ///< [item][most], for larger ones
  int most;    ///< pivots of a front

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontPlace front = view.fronts[fronts[item]];
    invert(view.factors + front.inverse, front.pivots, swaps + std::int64_t(item) * most,
           *static_cast<Scratch*>(group.scratch()), group);
  }
};

enum class FrontPart : int { upper, lower, update };

/// A square of a part of a front.
struct FrontTile {
  static constexpr int width = 64;

  Index front;
  FrontPart part;
  int row, column;
};

/// The product of two matrices of the work and the factors. It gives a tile of D^-1 U or L D^-1, or takes one of L D^-1
/// U from W. Each thread has 4 x 4 entries, whose rows and columns lie 16 apart.
struct MultiplyTile {
  static constexpr int width = FrontTile::width, side = 16, own = width / side, depth = 16;
  static constexpr int stride = width + 1;  ///< of columns that neighbouring threads write: no two in one bank
  static constexpr int threads = side * side;

  struct Scratch {
    float rows[depth * stride], columns[depth * stride];
  };

  FrontsView view;
  const FrontTile* tiles;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontTile tile = tiles[item];
    const FrontPlace f = view.fronts[tile.front];
    const int p = f.pivots, r = f.rest;
    float *factors = view.factors, *work = view.work;
    if (tile.part == FrontPart::upper)
      multiply(factors + f.inverse, work + f.raw, factors + f.upper(), p, r, p, tile, false, group);
    else if (tile.part == FrontPart::lower)
      multiply(work + f.raw_lower(), factors + f.inverse, factors + f.lower(), r, p, p, tile, false, group);
    else
      multiply(factors + f.lower(), work + f.raw, work + f.update, r, r, p, tile, true, group);
  }

 private:
  /// c = a b or c - a b, of m rows, n columns and sums of k products.
  template <class Group>
  RKDG_FN static void multiply(const float* a, const float* b, float* c, int m, int n, int k, const FrontTile& tile,
                               bool subtracts, const Group& group) {
    constexpr int shares = Group::is_alone ? threads : 1;
    float sums[shares][own * own] = {};
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    for (int first = 0; first < k; first += depth) {
      const int part = k - first < depth ? k - first : depth;
      group.sync();
      for (int at = group.rank(); at < depth * width; at += group.size()) {
        const int i = at % width, l = at / width, row = tile.row + i;
        s.rows[l * stride + i] = l < part && row < m ? a[std::int64_t(first + l) * m + row] : 0.0f;
      }
      for (int at = group.rank(); at < depth * width; at += group.size()) {
        const int l = at % depth, j = at / depth, column = tile.column + j;
        s.columns[l * stride + j] = l < part && column < n ? b[std::int64_t(column) * k + first + l] : 0.0f;
      }
      group.sync();
      for (int share = 0; share < shares; ++share) {
        const int thread = group.rank() + share;
        add_products(s.rows + thread % side, s.columns + thread / side, sums[share]);
      }
    }
    for (int share = 0; share < shares; ++share) {
      const int thread = group.rank() + share;
      for (int at = 0; at < own * own; ++at) {
        const int row = tile.row + thread % side + side * (at % own),
                  column = tile.column + thread / side + side * (at / own);
        if (row >= m || column >= n) continue;
        float& entry = c[std::int64_t(column) * m + row];
        entry = subtracts ? entry - sums[share][at] : sums[share][at];
      }
    }
  }

  RKDG_FN static void add_products(const float* rows, const float* columns, float* sums) {
    for (int l = 0; l < depth; ++l) {
      float left[own], right[own];
      for (int i = 0; i < own; ++i) left[i] = rows[l * stride + side * i];
      for (int j = 0; j < own; ++j) right[j] = columns[l * stride + side * j];
      for (int j = 0; j < own; ++j)
        for (int i = 0; i < own; ++i) sums[j * own + i] += left[i] * right[j];
    }
  }
};

}  // namespace dg
