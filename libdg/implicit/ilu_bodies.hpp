/// How threads find incomplete factors of a block matrix and solve with them, a group of them for each cell. The
/// mathematics is that of block_ilu.hpp.
#pragma once

#include "libdg/implicit/block_bodies.hpp"
#include "libdg/implicit/dense_inverse.hpp"

namespace dg {

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

}  // namespace dg
