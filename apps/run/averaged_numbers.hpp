/// Which numbers [average] has of each place, in which order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "libdg/output/gas_state.hpp"

namespace dg::app {

/// rho, u, v, (w,) p and T = gamma p / rho.
template <int Dim>
inline constexpr std::size_t averaged_variables = Dim + 3;

template <int Dim>
std::array<std::string, averaged_variables<Dim>> averaged_names() {
  if constexpr (Dim == 2)
    return {"rho", "u", "v", "p", "T"};
  else
    return {"rho", "u", "v", "w", "p", "T"};
}

/// Pairs of them of which the products are averaged, too. They are two components of the velocity, for the shear
/// stresses, and one with T, for the heat fluxes.
template <int Dim>
inline constexpr std::size_t averaged_pairs = Dim == 2 ? 3 : 6;

template <int Dim>
constexpr std::array<std::array<std::size_t, 2>, averaged_pairs<Dim>> pairs_of_variables() {
  constexpr std::size_t temperature = Dim + 2;
  if constexpr (Dim == 2)
    return {{{1, 2}, {1, temperature}, {2, temperature}}};
  else
    return {{{1, 2}, {1, 3}, {2, 3}, {1, temperature}, {2, temperature}, {3, temperature}}};
}

/// What is averaged at a point of the flow.
template <int Dim>
inline constexpr std::size_t averages_per_point = averaged_variables<Dim> + averaged_pairs<Dim>;

/// The unit in which files have a variable, in units of the case, where that of temperatures is `kelvin`.
template <int Dim>
constexpr double unit_of_variable(std::size_t variable, double kelvin) {
  return variable == Dim + 2 ? kelvin : 1.0;
}
template <int Dim>
constexpr double unit_of_pair(std::size_t pair, double kelvin) {
  const auto [a, b] = pairs_of_variables<Dim>()[pair];
  return unit_of_variable<Dim>(a, kelvin) * unit_of_variable<Dim>(b, kelvin);
}

/// And over planes, for each polynomial, there is a reference, which stays. There are averages of what the variables
/// differ from it by, of its squares, and of its products in pairs. With a reference near the mean, products that are
/// no polynomials of the degree of the averages are small.
template <int Dim>
inline constexpr std::size_t deviations_per_plane = averages_per_point<Dim> + averaged_variables<Dim>;
template <int Dim>
inline constexpr std::size_t averages_per_plane = averaged_variables<Dim> + deviations_per_plane<Dim>;

/// And at a point of a surface: cp, and cf or its components.
template <int Dim>
inline constexpr std::size_t averages_per_surface_point = Dim == 2 ? 2 : 4;

/// The variables of a conservative state.
template <std::size_t N>
std::array<double, N + 1> averaged_values(const std::array<double, N>& state, double gamma) {
  const auto primitive = primitive_of(state, gamma);
  std::array<double, N + 1> values;
  std::copy(primitive.begin(), primitive.end(), values.begin());
  values.back() = gamma * primitive.back() / primitive.front();
  return values;
}

/// "uv_fluctuation", "uT_fluctuation" and so on.
template <int Dim>
std::string pair_name(std::size_t pair) {
  const auto [a, b] = pairs_of_variables<Dim>()[pair];
  return averaged_names<Dim>()[a] + averaged_names<Dim>()[b] + "_fluctuation";
}

}  // namespace dg::app
