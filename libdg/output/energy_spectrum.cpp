#include "libdg/output/energy_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace dg {
namespace {

/// The number of waves in a box that entry i of n in a transform stands for.
int wave_number(int i, int n) { return i <= n / 2 ? i : i - n; }

using Waves = std::vector<std::complex<double>>;

/// Transforms in place the lines of a direction in which `count` numbers lie `stride` apart.
void transform_lines(Waves& waves, std::size_t count, std::size_t stride, Eigen::FFT<double>& fft) {
  Waves line(count), transformed(count);
  for (std::size_t block = 0; block < waves.size(); block += count * stride)
    for (std::size_t first = block; first < block + stride; ++first) {
      for (std::size_t i = 0; i < count; ++i) line[i] = waves[first + i * stride];
      fft.fwd(transformed, line);
      for (std::size_t i = 0; i < count; ++i) waves[first + i * stride] = transformed[i];
    }
}

template <int Dim>
Waves transformed(const PeriodicGrid<Dim>& grid, const std::vector<double>& values) {
  Waves waves(values.begin(), values.end());
  Eigen::FFT<double> fft;
  std::size_t stride = 1;
  for (int d = Dim - 1; d >= 0; --d) {
    const auto count = static_cast<std::size_t>(grid.points[d]);
    transform_lines(waves, count, stride, fft);
    stride *= count;
  }
  return waves;
}

}  // namespace

template <int Dim>
EnergySpectrum energy_spectrum(const PeriodicGrid<Dim>& grid, const std::array<std::vector<double>, Dim>& velocity) {
  EnergySpectrum spectrum;
  spectrum.width = 2 * std::numbers::pi / *std::ranges::max_element(grid.lengths);
  const auto points = static_cast<double>(velocity[0].size());
  for (const std::vector<double>& component : velocity) {
    for (const double u : component) spectrum.mean_kinetic_energy += u * u / 2 / points;
    const Waves waves = transformed(grid, component);
    for (std::size_t i = 0; i < waves.size(); ++i) {
      double square = 0.0;
      std::size_t rest = i;
      for (int d = Dim - 1; d >= 0; --d) {
        const auto count = static_cast<std::size_t>(grid.points[d]);
        const double k =
            2 * std::numbers::pi * wave_number(static_cast<int>(rest % count), grid.points[d]) / grid.lengths[d];
        square += k * k;
        rest /= count;
      }
      const auto shell = static_cast<std::size_t>(std::lround(std::sqrt(square) / spectrum.width));
      if (spectrum.energies.size() <= shell) spectrum.energies.resize(shell + 1);
      spectrum.energies[shell] += std::norm(waves[i] / points) / 2 / spectrum.width;
    }
  }
  return spectrum;
}

template EnergySpectrum energy_spectrum<2>(const PeriodicGrid<2>&, const std::array<std::vector<double>, 2>&);
template EnergySpectrum energy_spectrum<3>(const PeriodicGrid<3>&, const std::array<std::vector<double>, 3>&);

}  // namespace dg
