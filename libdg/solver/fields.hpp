/// Fields over the domain, and what is said of them: norms, and cells where they are no state.
#pragma once

#include <array>
#include <functional>

#include "libdg/core/index.hpp"

namespace dg {

template <int N, int Dim>
struct FieldTypeOf;
template <int N>
struct FieldTypeOf<N, 2> {
  using Type = std::function<std::array<double, N>(double x, double y, double t)>;
};
template <int N>
struct FieldTypeOf<N, 3> {
  using Type = std::function<std::array<double, N>(double x, double y, double z, double t)>;
};

/// Values of N fields at a point and time, f(x, y, t) or f(x, y, z, t). What the fields are is said where one is used.
/// It must allow calls from several threads at once.
template <int N, int Dim = 2>
using FieldOf = typename FieldTypeOf<N, Dim>::Type;

/// A field at a point.
template <class Field, std::size_t Dim>
auto at(const Field& f, const std::array<double, Dim>& x, double t) {
  if constexpr (Dim == 2)
    return f(x[0], x[1], t);
  else
    return f(x[0], x[1], x[2], t);
}

/// Norms of N fields over the domain: L2 is the root of the integral, not divided by the area or volume.
template <int N>
struct NormsOf {
  std::array<double, N> l2{}, linf{};
};

/// Where a state is none: the first cell (in mesh order) with a NaN or values that the equations do not admit.
template <int N, int Dim = 2>
struct BadCellOf {
  Index cell = -1;  ///< -1: all is well
  std::array<double, Dim> centroid{};
  std::array<double, N> mean{};     ///< of the state in the cell
  std::array<double, Dim> point{};  ///< its first quadrature point where the state is none
  std::array<double, N> state{};    ///< there
  Index count = 0;                  ///< of such cells
};

}  // namespace dg
