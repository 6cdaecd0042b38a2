/// A block of the cubes of a structured box, or of the squares of a structured rectangle.
#pragma once

#include <array>

namespace dg {

/// The cubes from `first` up to `last` along each direction.
template <int Dim>
struct GridWindow {
  std::array<int, Dim> first, last;

  int along(int d) const { return last[d] - first[d]; }
};

}  // namespace dg
