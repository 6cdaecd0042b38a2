/// Fragments one after the other, as element/fragments.hpp describes them.
#pragma once

#include <vector>

#include "libdg/element/fragments.hpp"

namespace dg {

inline constexpr int fragment_columns = 2;  ///< for each quarter

/// Appends the fragment with entry(k, q, j) in row k of 4 and column j of quarter q.
template <class Entry>
void append_fragment(std::vector<double>& to, const Entry& entry) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int k = lane % quarters, n = lane / quarters;
    to.push_back(entry(k, n / fragment_columns, n % fragment_columns));
  }
}

/// Number q of slot j of a pair.
inline int number_of_pair(int pair, int q, int j) { return quarters * (fragment_columns * pair + j) + q; }

/// A matrix from numbers in `slots_in` slots to those in pairs of slots.
template <class Entry>
void append_matrix(std::vector<double>& to, int pairs_out, int slots_in, const Entry& entry) {
  for (int pair = 0; pair < pairs_out; ++pair)
    for (int l = 0; l < slots_in; ++l)
      append_fragment(to, [&](int k, int q, int j) { return entry(number_of_pair(pair, q, j), quarters * l + k); });
}

}  // namespace dg
