#include "libdg/output/energy_spectrum.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace dg {
namespace {

/// The number of waves in a box that entry i of n in a transform stands for.
int wave_number(int i, int n) { return i <= n / 2 ? i : i - n; }

/// Of real numbers; the last direction of the result has its lower half alone.
template <int Dim>
std::vector<std::complex<double>> transformed(const PeriodicGrid<Dim>& grid, std::vector<double>& values) {
  std::vector<std::complex<double>> waves(values.size() / grid.points[Dim - 1] * (grid.points[Dim - 1] / 2 + 1));
  const fftw_plan plan = fftw_plan_dft_r2c(Dim, grid.points.data(), values.data(),
                                           reinterpret_cast<fftw_complex*>(waves.data()), FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  return waves;
}

}  // namespace

template <int Dim>
EnergySpectrum energy_spectrum(const PeriodicGrid<Dim>& grid, std::array<std::vector<double>, Dim> velocity) {
  EnergySpectrum spectrum;
  spectrum.width = 2 * std::numbers::pi / *std::ranges::max_element(grid.lengths);
  const auto points = static_cast<double>(velocity[0].size());
  const int last = grid.points[Dim - 1], half = last / 2 + 1;
  for (std::vector<double>& component : velocity) {
    for (const double u : component) spectrum.mean_kinetic_energy += u * u / 2 / points;
    const std::vector<std::complex<double>> waves = transformed(grid, component);
    for (std::size_t i = 0; i < waves.size(); ++i) {
      const int along_last = static_cast<int>(i % half);
      double square = 0.0;
      std::size_t rest = i;
      for (int d = Dim - 1; d >= 0; --d) {
        const auto count = static_cast<std::size_t>(d == Dim - 1 ? half : grid.points[d]);
        const double k =
            2 * std::numbers::pi * wave_number(static_cast<int>(rest % count), grid.points[d]) / grid.lengths[d];
        square += k * k;
        rest /= count;
      }
      const auto shell = static_cast<std::size_t>(std::lround(std::sqrt(square) / spectrum.width));
      if (spectrum.energies.size() <= shell) spectrum.energies.resize(shell + 1);
      const bool has_mirror = along_last > 0 && 2 * along_last != last;  // a wave of the half that is left out
      spectrum.energies[shell] += (has_mirror ? 2 : 1) * std::norm(waves[i] / points) / 2 / spectrum.width;
    }
  }
  return spectrum;
}

template EnergySpectrum energy_spectrum<2>(const PeriodicGrid<2>&, std::array<std::vector<double>, 2>);
template EnergySpectrum energy_spectrum<3>(const PeriodicGrid<3>&, std::array<std::vector<double>, 3>);

}  // namespace dg
