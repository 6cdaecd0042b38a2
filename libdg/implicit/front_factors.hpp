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

/// Turns the diagonal block of a panel of pivots into its inverse: D_kk^-1, by partial pivoting within the block.
struct InvertPanel {
  static constexpr int width = 64;

  struct Scratch {
    float matrix[width * width];
    int swaps[width];
  };

  FrontsView view;
  const Index* fronts;
  int panel;  ///< its first pivot

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontPlace front = view.fronts[fronts[item]];
    const int p = front.pivots, n = p - panel < width ? p - panel : width;
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    float* block = view.factors + front.inverse + std::int64_t(panel) * p + panel;
    for_each_entry(n, n, group, [&](int i, int j) { s.matrix[j * n + i] = block[std::int64_t(j) * p + i]; });
    group.sync();
    invert(s.matrix, n, s.swaps, group);
    group.sync();
    for_each_entry(n, n, group, [&](int i, int j) { block[std::int64_t(j) * p + i] = s.matrix[j * n + i]; });
  }
};

/// What tiles are of. First come the steps of the inversion of D panel by panel, for a panel k and all others i, j.
/// Then come the other parts of a front.
enum class FrontPart : int {
  pivot_row,     ///< D_kj = D_kk^-1 D_kj
  pivot_update,  ///< D_ij -= D_ik D_kj
  pivot_column,  ///< D_ik = -D_ik D_kk^-1
  upper,         ///< D^-1 U
  lower,         ///< L D^-1
  update         ///< W -= (L D^-1) U
};

/// A square of a part of a front.
struct FrontTile {
  static constexpr int width = InvertPanel::width;

  Index front;
  FrontPart part;
  int row, column;
};

/// The product of two matrices that a tile is: each thread has 4 x 4 entries, whose rows and columns lie 16 apart.
struct MultiplyTile {
  static constexpr int width = FrontTile::width, side = 16, own = width / side, depth = 16;
  static constexpr int stride = width + 1;  ///< of columns that neighbouring threads write: no two in one bank
  static constexpr int threads = side * side;

  struct Scratch {
    float rows[depth * stride], columns[depth * stride];
  };

  FrontsView view;
  const FrontTile* tiles;
  int panel;  ///< where tiles are steps of the inversion: the first pivot of k

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    multiply(product_of(tiles[item]), group);
  }

 private:
  enum class Put { product, negative, difference };

  /// c = a b, -a b or c - a b, of m rows, n columns and sums of k products; strides are from column to column.
  struct Product {
    const float *a, *b;
    float* c;
    std::int64_t a_stride, b_stride, c_stride;
    int m, n, k;
    Put put;
  };

  RKDG_FN Product product_of(const FrontTile& tile) const {
    const FrontPlace f = view.fronts[tile.front];
    const std::int64_t p = f.pivots, r = f.rest, row = tile.row, column = tile.column;
    float *d = view.factors + f.inverse, *upper = view.factors + f.upper(), *lower = view.factors + f.lower();
    const float *raw_upper = view.work + f.raw + column * p, *raw_lower = view.work + f.raw_lower() + row;
    const int all = f.pivots, some = all - panel < width ? all - panel : width;
    const int rows = least(all - tile.row), columns = least(all - tile.column);
    const int rest_rows = least(f.rest - tile.row), rest_columns = least(f.rest - tile.column);
    switch (tile.part) {
      case FrontPart::pivot_row:
        return {d + panel * p + panel, d + column * p + panel, d + column * p + panel, p, p, p, some, columns, some,
                Put::product};
      case FrontPart::pivot_update:
        return {d + panel * p + row, d + column * p + panel, d + column * p + row, p, p, p, rows, columns, some,
                Put::difference};
      case FrontPart::pivot_column:
        return {d + panel * p + row, d + panel * p + panel, d + panel * p + row, p, p, p, rows, some, some,
                Put::negative};
      case FrontPart::upper:
        return {d + row, raw_upper, upper + column * p + row, p, p, p, rows, rest_columns, all, Put::product};
      case FrontPart::lower:
        return {raw_lower, d + column * p, lower + column * r + row, r, p, r, rest_rows, columns, all, Put::product};
      default:
        return {lower + row, raw_upper,      view.work + f.update + column * r + row, r, p, r, rest_rows, rest_columns,
                all,         Put::difference};
    }
  }

  RKDG_FN static int least(int count) { return count < width ? count : width; }

  /// c may be a or b where these are no larger than a tile: it is written when all has been read.
  template <class Group>
  RKDG_FN static void multiply(const Product& x, const Group& group) {
    constexpr int shares = Group::is_alone ? threads : 1;
    float sums[shares][own * own] = {};
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    for (int first = 0; first < x.k; first += depth) {
      group.sync();
      for (int at = group.rank(); at < depth * width; at += group.size()) {
        const int i = at % width, l = at / width;
        s.rows[l * stride + i] = first + l < x.k && i < x.m ? x.a[(first + l) * x.a_stride + i] : 0.0f;
      }
      for (int at = group.rank(); at < depth * width; at += group.size()) {
        const int l = at % depth, j = at / depth;
        s.columns[l * stride + j] = first + l < x.k && j < x.n ? x.b[j * x.b_stride + first + l] : 0.0f;
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
        const int i = thread % side + side * (at % own), j = thread / side + side * (at / own);
        if (i >= x.m || j >= x.n) continue;
        float& entry = x.c[j * x.c_stride + i];
        const float sum = sums[share][at];
        entry = x.put == Put::product ? sum : x.put == Put::negative ? -sum : entry - sum;
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
