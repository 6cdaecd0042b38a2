/// Sizes of the fields of a gas in the mean over a domain.
#pragma once

#include <array>
#include <cmath>

namespace dg {

/// rho, sqrt(rho rhoE) for each momentum, and rhoE, from the integrals of the fields.
template <std::size_t N>
std::array<double, N> mean_scales(const std::array<double, N>& totals, double volume) {
  const double density = totals.front() / volume, energy = totals.back() / volume;
  std::array<double, N> scales;
  scales.fill(std::sqrt(density * energy));
  scales.front() = density;
  scales.back() = energy;
  return scales;
}

}  // namespace dg
