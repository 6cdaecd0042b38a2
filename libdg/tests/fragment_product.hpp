/// Products with fragments, from the definition of the matrix instruction alone.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "libdg/element/fragments.hpp"

namespace dg::test {

/// What a lane gets in columns j = 0, 1 of a product of one row of `slots` x 4 numbers with consecutive fragments.
inline std::array<double, 2> product(const double* fragments, const std::vector<double>& row, int slots, int quarter) {
  std::array<double, 2> c{};
  for (int s = 0; s < slots; ++s)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 4; ++k) {
        const int column = 2 * quarter + j;
        c[j] += row[4 * s + k] * fragments[s * 32 + 4 * column + k];
      }
  return c;
}

/// Deterministic numbers, padded with zeros to whole slots.
inline std::vector<double> numbers(int n, double seed) {
  std::vector<double> x(4 * slot_count(n), 0.0);
  for (int i = 0; i < n; ++i) x[i] = std::sin(seed + 1.7 * i) + 0.3;
  return x;
}

}  // namespace dg::test
