/// Fields over the domain, and what is said of them: norms, and cells where they are no state.
#pragma once

#include <array>
#include <functional>

#include "libdg/core/index.hpp"

namespace dg {

/// Values of N fields at a point and time, f(x, y, t). What the fields are is said where one is used. It must allow
/// calls from several threads at once.
template <int N>
using FieldOf = std::function<std::array<double, N>(double x, double y, double t)>;

/// Norms of N fields over the domain: L2 is the root of the integral, not divided by the area.
template <int N>
struct NormsOf {
  std::array<double, N> l2{}, linf{};
};

/// Where a state is none: the first cell (in mesh order) with a NaN or values that the equations do not admit.
template <int N>
struct BadCellOf {
  Index cell = -1;  ///< -1: all is well
  std::array<double, 2> centroid{};
  std::array<double, N> mean{};   ///< of the state in the cell
  std::array<double, 2> point{};  ///< its first quadrature point where the state is none
  std::array<double, N> state{};  ///< there
  Index count = 0;                ///< of such cells
};

}  // namespace dg
