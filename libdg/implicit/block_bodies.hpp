/// What threads do with the blocks of a matrix, a group of them for each cell: columns, incomplete factors, and their
/// solution. The mathematics is that of block_ilu.hpp and p_multigrid.hpp.
#pragma once

#include <cmath>
#include <cstdint>

#include "libdg/implicit/group.hpp"

namespace dg {

/// A BlockGraph, a BlockMatrix on it and its incomplete factors, where kernels run.
struct BlocksView {
  int n_var;
  Index cells;                ///< those with rows; ghosts come behind them
  const int* modes;           ///< [cell]
  const std::int64_t* begin;  ///< [cell] first unknown
  const Index* first;         ///< [cell + 1] first link
  const Index *neighbour, *reverse;
  const std::int64_t *diagonal_at, *link_at;  ///< where blocks begin
  const std::int64_t* inverse_at;             ///< [cell]
  float* numbers;
  float* inverse;  ///< of the blocks on the diagonal of the factors
  bool couples;    ///< the factors have links, see Smoother

  /// Behind the links of a cell that its factors have.
  RKDG_FN Index end_of_coupled(Index cell) const { return couples ? first[cell + 1] : first[cell]; }
  RKDG_FN bool has_row(Index cell) const { return cell < cells; }
  RKDG_FN int size(Index cell) const { return modes[cell] * n_var; }
  RKDG_FN float* diagonal(Index cell) const { return numbers + diagonal_at[cell]; }
  RKDG_FN float* link(Index l) const { return numbers + link_at[l]; }
};

/// Entry i of A x for a block of `rows` rows and its leading `columns` columns.
RKDG_FN float entry_of_product(const float* a, int rows, int columns, const float* x, int i) {
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += a[std::int64_t(j) * rows + i] * x[j];
  return sum;
}

/// moved = x + step for one unknown of each cell.
struct PerturbColumn {
  BlocksView blocks;
  const Index* cells;
  int column;
  double step;
  const double* x;
  double* moved;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const Index cell = cells[item];
    if (group.rank() > 0 || !blocks.has_row(cell) || column >= blocks.size(cell)) return;
    const std::int64_t at = blocks.begin[cell] + column;
    moved[at] = x[at] + step;
  }
};

/// Writes a column of the diagonal block of each cell, and of the links to it.
struct WriteColumn {
  BlocksView blocks;
  const Index* cells;
  int column;
  double step;
  const double *f, *there;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const Index cell = cells[item];
    if (column >= blocks.size(cell)) return;
    if (blocks.has_row(cell)) write(blocks.diagonal(cell), cell, group);
    for (Index l = blocks.first[cell]; l < blocks.first[cell + 1]; ++l)
      if (blocks.has_row(blocks.neighbour[l])) write(blocks.link(blocks.reverse[l]), blocks.neighbour[l], group);
  }

 private:
  template <class Group>
  RKDG_FN void write(float* block, Index cell, const Group& group) const {
    const int rows = blocks.size(cell);
    const std::int64_t at = blocks.begin[cell];
    for (int i = group.rank(); i < rows; i += group.size())
      block[std::int64_t(column) * rows + i] = static_cast<float>((f[at + i] - there[at + i]) / step);
  }
};

/// a = a^-1 by Gauss and Jordan with partial pivoting, in place; `swaps` takes n numbers.
template <class Group>
RKDG_FN void invert(float* a, int n, int* swaps, const Group& group) {
  const std::int64_t rows = n;
  for (int k = 0; k < n; ++k) {
    const int pivot_row = group.largest(a + k * rows, k, n);
    const float pivot = 1.0f / a[k * rows + pivot_row];
    group.sync();
    if (group.rank() == 0) swaps[k] = pivot_row;
    for (int j = group.rank(); j < n; j += group.size()) {
      float* column = a + j * rows;
      const float upper = column[pivot_row];
      column[pivot_row] = column[k];
      column[k] = j == k ? upper : upper * pivot;
    }
    group.sync();
    for_each_entry(n, n, group, [&](int i, int j) {
      if (i != k && j != k) a[j * rows + i] -= a[k * rows + i] * a[j * rows + k];
    });
    group.sync();
    for (int i = group.rank(); i < n; i += group.size()) a[k * rows + i] = i == k ? pivot : -pivot * a[k * rows + i];
    group.sync();
  }
  // Rows were swapped, which swaps the columns of the inverse; a thread keeps to its rows.
  for (int k = n; k-- > 0;)
    for (int i = group.rank(); swaps[k] != k && i < n; i += group.size()) {
      const float kept = a[k * rows + i];
      a[k * rows + i] = a[swaps[k] * rows + i];
      a[swaps[k] * rows + i] = kept;
    }
}

/// Where invert() works faster than in the memory of matrices.
struct InverseScratch {
  static constexpr int few = 96;  ///< rows of matrices that fit

  float matrix[few * few];
  int swaps[few];
};

/// The same through `s` where the matrix fits.
template <class Group>
RKDG_FN void invert(float* a, int n, int* swaps, InverseScratch& s, const Group& group) {
  if (n > InverseScratch::few) return invert(a, n, swaps, group);
  for (int at = group.rank(); at < n * n; at += group.size()) s.matrix[at] = a[at];
  group.sync();
  invert(s.matrix, n, s.swaps, group);
  group.sync();
  for (int at = group.rank(); at < n * n; at += group.size()) a[at] = s.matrix[at];
}

/// The inverse of a cell's block on the diagonal of the incomplete factors.
struct FactorCell {
  using Scratch = InverseScratch;

  BlocksView blocks;
  const Index* cells;
  float shift;
  float* products;  ///< [item][stride]
  int* swaps;       ///< [item][stride of a row]
  int most;         ///< unknowns of a cell

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const Index cell = cells[item];
    const int n = blocks.size(cell);
    float* d = blocks.inverse + blocks.inverse_at[cell];
    const float* own = blocks.diagonal(cell);
    for_each_entry(n, n, group, [&](int i, int j) { d[j * n + i] = own[j * n + i] + (i == j ? shift : 0.0f); });
    float* product = products + std::int64_t(item) * most * most;
    for (Index l = blocks.first[cell]; l < blocks.end_of_coupled(cell); ++l) {
      const Index other = blocks.neighbour[l];
      if (other > cell) continue;
      const int m = blocks.size(other);
      const float *there = blocks.link(l), *back = blocks.link(blocks.reverse[l]);
      const float* inverse = blocks.inverse + blocks.inverse_at[other];
      for_each_entry(m, n, group,
                     [&](int i, int j) { product[j * m + i] = part_of_product(inverse, m, m, back + j * m, i, 0, 1); });
      group.sync();
      for_each_entry(n, n, group,
                     [&](int i, int j) { d[j * n + i] -= part_of_product(there, n, m, product + j * m, i, 0, 1); });
      group.sync();
    }
    group.sync();
    invert(d, n, swaps + std::int64_t(item) * most, *static_cast<Scratch*>(group.scratch()), group);
  }
};

/// One sweep of the incomplete factors, cell after cell: z = D^-1 (b - L z) forward, z = z - D^-1 U z backward; b is
/// used up.
template <bool forward>
struct Sweep {
  static constexpr int most_threads = 1024, most_links = 6;  ///< faces of a cell
  static constexpr int few = 64;  ///< rows of blocks that are fetched before it is their turn

  struct Link {
    Index cell;  ///< -1: takes no part
    int columns;
    const float *block, *x;
  };
  struct Scratch {
    float parts[most_threads];
    Link links[most_links];
    const float* inverse;
    float *rest, *own;
    int rows, count;
  };

  BlocksView blocks;
  const Index* cells;
  float *b, *z;

  RKDG_FN Index place(Index item) const { return cells[item]; }

  /// Finds all that does not depend on other items.
  template <class Group>
  RKDG_FN void prepare(Index item, const Group& group) const {
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    const Index cell = cells[item], first = blocks.first[cell];
    const auto count = static_cast<int>(blocks.end_of_coupled(cell) - first);
    for (int i = group.rank(); i < count; i += group.size()) {
      const Index other = blocks.neighbour[first + i];
      const bool couples = forward ? other < cell : other > cell && blocks.has_row(other);
      s.links[i] = {couples ? other : -1, blocks.size(other), blocks.link(first + i), z + blocks.begin[other]};
    }
    if (group.rank() == 0) {
      s.inverse = blocks.inverse + blocks.inverse_at[cell];
      s.rest = b + blocks.begin[cell];
      s.own = z + blocks.begin[cell];
      s.rows = blocks.size(cell);
      s.count = count;
    }
    group.sync();
    if (s.rows > few) return;
    for (int i = 0; i < count; ++i)
      if (s.links[i].cell >= 0) group.prefetch(s.links[i].block, s.rows * s.links[i].columns);
    group.prefetch(s.inverse, s.rows * s.rows);
  }

  /// Calls use(place) for what each item waits for, which the threads share.
  template <class Group, class Use>
  RKDG_FN void for_each_awaited(Index /*item*/, const Group& group, const Use& use) const {
    const Scratch& s = *static_cast<const Scratch*>(group.scratch());
    for (int i = group.rank(); i < s.count; i += group.size())
      if (s.links[i].cell >= 0) use(s.links[i].cell);
  }

  template <class Group>
  RKDG_FN void operator()(Index /*item*/, const Group& group) const {
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    const int n = s.rows;
    const auto links = [&](int i, int part, int parts) {
      float sum = 0;
      for (int l = 0; l < s.count; ++l)
        if (s.links[l].cell >= 0)
          sum += part_of_product(s.links[l].block, n, s.links[l].columns, s.links[l].x, i, part, parts);
      return sum;
    };
    sum_parts(n, s.parts, group, links, [&](int i, float sum) { s.rest[i] = forward ? s.rest[i] - sum : sum; });
    group.sync();
    sum_parts(
        n, s.parts, group,
        [&](int i, int part, int parts) { return part_of_product(s.inverse, n, n, s.rest, i, part, parts); },
        [&](int i, float sum) { s.own[i] = forward ? sum : s.own[i] - sum; });
  }
};

/// b -= (shift I + A) P z for z of a lower degree.
struct SubtractCoarse {
  BlocksView blocks;
  const int* coarse_modes;
  const std::int64_t* coarse_begin;
  float shift;
  const float* z;
  float* b;

  template <class Group>
  RKDG_FN void operator()(Index cell, const Group& group) const {
    const int n = blocks.size(cell), own = coarse_modes[cell] * blocks.n_var;
    const float* low = z + coarse_begin[cell];
    for (int i = group.rank(); i < n; i += group.size()) {
      float sum = entry_of_product(blocks.diagonal(cell), n, own, low, i) + (i < own ? shift * low[i] : 0.0f);
      for (Index l = blocks.first[cell]; l < blocks.first[cell + 1]; ++l) {
        const Index other = blocks.neighbour[l];
        sum += entry_of_product(blocks.link(l), n, coarse_modes[other] * blocks.n_var, z + coarse_begin[other], i);
      }
      b[blocks.begin[cell] + i] -= sum;
    }
  }
};

/// b = x in single precision, and what a lower degree has of it.
struct NarrowAndCut {
  BlocksView blocks;
  const int* coarse_modes;
  const std::int64_t* coarse_begin;
  const double* x;
  float *b, *low;

  template <class Group>
  RKDG_FN void operator()(Index cell, const Group& group) const {
    const std::int64_t at = blocks.begin[cell];
    const int own = coarse_modes[cell] * blocks.n_var;
    for (int i = group.rank(); i < blocks.size(cell); i += group.size()) {
      b[at + i] = static_cast<float>(x[at + i]);
      if (i < own) low[coarse_begin[cell] + i] = b[at + i];
    }
  }
};

/// x = z + P low in double precision; P low alone where z is null.
struct WidenSum {
  BlocksView blocks;
  const int* coarse_modes;
  const std::int64_t* coarse_begin;
  const float *z, *low;
  double* x;

  template <class Group>
  RKDG_FN void operator()(Index cell, const Group& group) const {
    const std::int64_t at = blocks.begin[cell];
    const int own = coarse_modes[cell] * blocks.n_var;
    for (int i = group.rank(); i < blocks.size(cell); i += group.size())
      x[at + i] = (z ? z[at + i] : 0.0f) + (i < own ? low[coarse_begin[cell] + i] : 0.0f);
  }
};

}  // namespace dg
