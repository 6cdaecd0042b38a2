/// Reductions over ranks of what is no plain number.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/exact_sum.hpp"

namespace dg {

/// Makes sums those of all ranks.
inline void reduce_sums(Communicator& communicator, std::span<ExactSum> sums) {
  std::vector<std::int64_t> integers;
  std::vector<double> not_finite;
  for (ExactSum& s : sums) {
    integers.insert(integers.end(), s.integer().begin(), s.integer().end());
    not_finite.push_back(s.not_finite());
  }
  communicator.reduce(integers, Reduction::sum);
  communicator.reduce(not_finite, Reduction::sum);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    ExactSum::Words words;
    std::copy_n(integers.begin() + i * ExactSum::words, ExactSum::words, words.begin());
    sums[i].set(words, not_finite[i]);
  }
}

/// Makes sizes the largest of all ranks; NaN where one is. Precondition: none is negative.
inline void reduce_sizes(Communicator& communicator, std::span<double> sizes) {
  std::vector<std::int64_t> bits;  // which order as the numbers do, and those of NaN above all
  for (const double x : sizes) bits.push_back(std::bit_cast<std::int64_t>(std::abs(x)));
  communicator.reduce(bits, Reduction::largest);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = std::bit_cast<double>(bits[i]);
}

}  // namespace dg
