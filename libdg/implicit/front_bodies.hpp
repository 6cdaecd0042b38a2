/// What threads do with the fronts of a direct solution, a group of them for each front (group_fronts.hpp).
#pragma once

#include <cstdint>

#include "libdg/implicit/group.hpp"

namespace dg {

/// A front in lists that all fronts share.
struct FrontPlace {
  int pivots, rest;          ///< rows that are eliminated here, and those that they are linked with
  std::int64_t rows;         ///< their unknowns; those of the front's own vector have the same places
  std::int64_t inverse;      ///< of the factors: inverse, upper and lower parts, one after the other
  std::int64_t first_child;  ///< in the list of children
  int children;
  std::int64_t rows_in_parent;  ///< for each row of the rest, in rising order
  std::int64_t raw;             ///< of the work: upper and lower parts before they are factors
  std::int64_t update;          ///< of the work: what elimination leaves of the rest, which the parent takes
  std::int64_t products;        ///< a vector of pivots for each chunk of MultiplyUpper

  RKDG_FN std::int64_t upper() const { return inverse + std::int64_t(pivots) * pivots; }
  RKDG_FN std::int64_t lower() const { return upper() + std::int64_t(pivots) * rest; }
  RKDG_FN std::int64_t raw_lower() const { return raw + std::int64_t(pivots) * rest; }
};

struct FrontsView {
  const FrontPlace* fronts;
  const std::int64_t* rows;
  const Index* children;
  const int* rows_in_parent;
  float* factors;
  float* vectors;  ///< [front's rows]
  float* work;     ///< while factors are found
  float* products;

  /// Entry of the whole matrix of a front.
  RKDG_FN float& entry(const FrontPlace& f, int i, int j) const {
    const std::int64_t p = f.pivots, r = f.rest;
    if (j < p) return i < p ? factors[f.inverse + j * p + i] : work[f.raw_lower() + j * r + (i - p)];
    return i < p ? work[f.raw + (j - p) * p + i] : work[f.update + (j - p) * r + (i - p)];
  }
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

/// Rows of a front that a group works on; where that goes through many columns, one chunk of these.
struct FrontSlice {
  static constexpr int most_rows = 128;

  Index front;
  int first, count, chunk;
};

/// Eliminates the rows of each front, and leaves to its parent what that changes in other rows: a slice of these.
struct EliminateSlice {
  static constexpr int most_pivots = 512, most_threads = 512, most_children = 64;

  struct Child {
    const float* change;  ///< in the rows of its rest
    const int* rows;      ///< these in the own front
    int count;
  };
  struct Scratch {
    float pivots[most_pivots], rest[FrontSlice::most_rows], parts[most_threads];
    Child children[most_children];
  };

  FrontsView view;
  const FrontSlice* slices;
  const float* b;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontSlice slice = slices[item];
    const FrontPlace front = view.fronts[slice.front];
    const int p = front.pivots, r = front.rest;
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    for (int i = group.rank(); i < p; i += group.size()) s.pivots[i] = b[view.rows[front.rows + i]];
    for (int i = group.rank(); i < slice.count; i += group.size()) s.rest[i] = 0;
    for (int first = 0; first < front.children; first += most_children) {
      const int left = front.children - first, count = left < most_children ? left : most_children;
      for (int c = group.rank(); c < count; c += group.size()) {
        const FrontPlace child = view.fronts[view.children[front.first_child + first + c]];
        s.children[c] = {view.vectors + child.rows + child.pivots, view.rows_in_parent + child.rows_in_parent,
                         child.rest};
      }
      group.sync();
      for (int c = 0; c < count; ++c) {
        add_child(s.children[c], 0, p, s.pivots, group);
        add_child(s.children[c], p + slice.first, slice.count, s.rest, group);
        group.sync();
      }
    }
    group.sync();
    float* own = view.vectors + front.rows;
    for (int i = group.rank(); slice.first == 0 && i < p; i += group.size()) own[i] = s.pivots[i];
    const float* lower = view.factors + front.lower() + slice.first;
    sum_parts(
        slice.count, s.parts, group,
        [&](int i, int part, int parts) { return part_of_product(lower, r, p, s.pivots, i, part, parts); },
        [&](int i, float sum) { own[p + slice.first + i] = s.rest[i] - sum; });
  }

 private:
  /// Adds what a child changes in the rows from `first` on.
  template <class Group>
  RKDG_FN static void add_child(const Child& child, int first, int count, float* rows, const Group& group) {
    const int begin = first_at_least(child.rows, child.count, first);
    for (int k = begin + group.rank(); k < child.count && child.rows[k] < first + count; k += group.size())
      rows[child.rows[k] - first] += child.change[k];
  }
};

/// The upper part of a front times the solution in its rest: a slice of rows, a chunk of columns.
struct MultiplyUpper {
  static constexpr int chunk = 512, most_threads = 512;

  struct Scratch {
    float there[chunk], parts[most_threads];
  };

  FrontsView view;
  const FrontSlice* slices;
  const float* z;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontSlice slice = slices[item];
    const FrontPlace front = view.fronts[slice.front];
    const int p = front.pivots, first = slice.chunk * chunk;
    const int count = front.rest - first < chunk ? front.rest - first : chunk;
    const std::int64_t* rows = view.rows + front.rows + p + first;
    Scratch& s = *static_cast<Scratch*>(group.scratch());
    for (int k = group.rank(); k < count; k += group.size()) s.there[k] = z[rows[k]];
    group.sync();
    const float* upper = view.factors + front.upper() + std::int64_t(first) * p + slice.first;
    float* product = view.products + front.products + std::int64_t(slice.chunk) * p + slice.first;
    sum_parts(
        slice.count, s.parts, group,
        [&](int i, int part, int parts) { return part_of_product(upper, p, count, s.there, i, part, parts); },
        [&](int i, float sum) { product[i] = sum; });
  }
};

/// Solves for the rows of each front, after MultiplyUpper: a slice of these.
struct SolveSlice {
  static constexpr int most_threads = 512;

  struct Scratch {
    float parts[most_threads];
  };

  FrontsView view;
  const FrontSlice* slices;
  float* z;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontSlice slice = slices[item];
    const FrontPlace front = view.fronts[slice.front];
    const int p = front.pivots;
    const std::int64_t* rows = view.rows + front.rows + slice.first;
    const float *own = view.vectors + front.rows, *inverse = view.factors + front.inverse + slice.first;
    sum_parts(
        slice.count, static_cast<Scratch*>(group.scratch())->parts, group,
        [&](int i, int part, int parts) { return part_of_product(inverse, p, p, own, i, part, parts); },
        [&](int i, float sum) {
          const float* product = view.products + front.products + slice.first + i;
          for (int first = 0; first < front.rest; first += MultiplyUpper::chunk, product += p) sum -= *product;
          z[rows[i]] = sum;
        });
  }
};

}  // namespace dg
