/// What a run watches of a state, summed over a whole mesh.
#pragma once

#include <array>
#include <cmath>

#include "libdg/backend/reduce.hpp"
#include "libdg/kernels/integrands/sum_cells.hpp"

namespace dg {

/// Sums over a whole mesh, without rounding: of the same cells they are the same in any order, on any number of ranks.
template <int n_var>
class StateSums {
  static constexpr int added = added_sums(n_var);

 public:
  /// Adds the point_sums(n_var) numbers of some cells: integrals, squares, bad points, largest.
  void add(const double* numbers) {
    for (int i = 0; i < added; ++i) sum_[i].add(numbers[i]);
    for (int n = 0; n < n_var; ++n) keep_larger(n, numbers[added + n]);
  }

  void add(const StateSums& other) {
    for (int i = 0; i < added; ++i) sum_[i].add(other.sum_[i]);
    for (int n = 0; n < n_var; ++n) keep_larger(n, other.largest_[n]);
  }

  /// Makes them those of all ranks.
  void reduce(Communicator& communicator) {
    reduce_sums(communicator, sum_);
    reduce_sizes(communicator, largest_);
  }

  std::array<double, n_var> integrals() const {
    std::array<double, n_var> integrals;
    for (int n = 0; n < n_var; ++n) integrals[n] = sum_[n].value();
    return integrals;
  }
  std::array<double, n_var> l2_norms() const {
    std::array<double, n_var> norms;
    for (int n = 0; n < n_var; ++n) norms[n] = std::sqrt(sum_[n_var + n].value());
    return norms;
  }
  std::array<double, n_var> largest() const { return largest_; }
  bool is_admissible() const { return sum_[2 * n_var].value() == 0; }

 private:
  void keep_larger(int n, double size) {
    if (!(size <= largest_[n])) largest_[n] = size;
  }

  std::array<ExactSum, added> sum_{};
  std::array<double, n_var> largest_{};
};

}  // namespace dg
