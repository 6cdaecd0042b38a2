/// What threads do with the blocks of a matrix, a group of them for each cell: columns, and products with vectors of a
/// lower degree. The mathematics is that of p_multigrid.hpp.
#pragma once

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
