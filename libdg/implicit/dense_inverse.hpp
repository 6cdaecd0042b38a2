/// The inverse of a dense matrix by a group of threads.
#pragma once

#include <cstdint>

#include "libdg/implicit/group.hpp"

namespace dg {

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

}  // namespace dg
