/// What follows from a conservative state rho, rho u, ..., rho E of a gas.
#pragma once

#include <array>
#include <cstddef>

namespace dg {

template <std::size_t N>
double pressure_of(const std::array<double, N>& state, double gamma) {
  double momentum2 = 0.0;
  for (std::size_t i = 1; i + 1 < N; ++i) momentum2 += state[i] * state[i];
  return (gamma - 1.0) * (state[N - 1] - 0.5 * momentum2 / state[0]);
}

/// rho, u, ..., p.
template <std::size_t N>
std::array<double, N> primitive_of(const std::array<double, N>& state, double gamma) {
  std::array<double, N> primitive{};
  primitive[0] = state[0];
  for (std::size_t i = 1; i + 1 < N; ++i) primitive[i] = state[i] / state[0];
  primitive[N - 1] = pressure_of(state, gamma);
  return primitive;
}

}  // namespace dg
