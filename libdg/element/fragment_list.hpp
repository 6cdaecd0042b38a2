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

}  // namespace dg
