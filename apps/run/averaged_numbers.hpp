/// Which numbers [average] has of each place, in which order.
#pragma once

#include <array>
#include <cstddef>

namespace dg::app {

/// Pairs of components of the velocity, of which the products make the shear stresses.
template <int Dim>
inline constexpr int averaged_pairs = Dim == 2 ? 1 : 3;
inline constexpr std::array<std::array<int, 2>, 3> pair_components{{{0, 1}, {0, 2}, {1, 2}}};

/// What is averaged at a point of the flow: rho, u, v, (w,) p, and for the shear stresses u v (u w, v w).
template <int Dim>
inline constexpr std::size_t averages_per_point = Dim + 2 + averaged_pairs<Dim>;

/// And at a point of a surface: cp, and cf or its components.
template <int Dim>
inline constexpr std::size_t averages_per_surface_point = Dim == 2 ? 2 : 4;

}  // namespace dg::app
