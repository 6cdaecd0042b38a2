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
  std::int64_t rows_in_parent;  ///< for each row of the rest

  RKDG_FN std::int64_t upper() const { return inverse + std::int64_t(pivots) * pivots; }
  RKDG_FN std::int64_t lower() const { return upper() + std::int64_t(pivots) * rest; }
};

struct FrontsView {
  const FrontPlace* fronts;
  const std::int64_t* rows;
  const Index* children;
  const int* rows_in_parent;
  const float* factors;
  float* vectors;  ///< [front's rows]
};

/// Eliminates the rows of each front, and leaves to its parent what that changes in other rows.
struct EliminateFront {
  FrontsView view;
  const Index* fronts;
  const float* b;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontPlace front = view.fronts[fronts[item]];
    const int p = front.pivots, r = front.rest;
    float* own = view.vectors + front.rows;
    for (int i = group.rank(); i < p + r; i += group.size()) own[i] = i < p ? b[view.rows[front.rows + i]] : 0.0f;
    group.sync();
    for (int c = 0; c < front.children; ++c) {
      const FrontPlace child = view.fronts[view.children[front.first_child + c]];
      const float* change = view.vectors + child.rows + child.pivots;
      for (int i = group.rank(); i < child.rest; i += group.size())
        own[view.rows_in_parent[child.rows_in_parent + i]] += change[i];
      group.sync();
    }
    const float* lower = view.factors + front.lower();
    for (int i = group.rank(); i < r; i += group.size()) {
      float sum = 0;
      for (int j = 0; j < p; ++j) sum += lower[std::int64_t(j) * r + i] * own[j];
      own[p + i] -= sum;
    }
  }
};

/// Solves for the rows of each front, given those of its ancestors.
struct SolveFront {
  FrontsView view;
  const Index* fronts;
  float* z;

  template <class Group>
  RKDG_FN void operator()(Index item, const Group& group) const {
    const FrontPlace front = view.fronts[fronts[item]];
    const int p = front.pivots, r = front.rest;
    const std::int64_t* rows = view.rows + front.rows;
    float* own = view.vectors + front.rows;
    for (int k = group.rank(); k < r; k += group.size()) own[p + k] = z[rows[p + k]];
    group.sync();
    const float *inverse = view.factors + front.inverse, *upper = view.factors + front.upper();
    for (int i = group.rank(); i < p; i += group.size()) {
      float sum = 0;
      for (int j = 0; j < p; ++j) sum += inverse[std::int64_t(j) * p + i] * own[j];
      for (int k = 0; k < r; ++k) sum -= upper[std::int64_t(k) * p + i] * own[p + k];
      z[rows[i]] = sum;
    }
  }
};

}  // namespace dg
