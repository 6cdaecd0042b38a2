/// The spectrum of the kinetic energy of a periodic box, by the discrete Fourier transform. E(k) is the sum of |u_k|^2
/// / 2 over the shell of wave vectors around k, over the width of the shell.
#pragma once

#include <array>
#include <vector>

namespace dg {

/// A grid of equal distances in a periodic box; the last direction is the fastest.
template <int Dim>
struct PeriodicGrid {
  std::array<int, Dim> points{};
  std::array<double, Dim> lengths{};
};

struct EnergySpectrum {
  double width = 0.0;                ///< of a shell: 2 pi over the longest side
  std::vector<double> energies;      ///< [n] E(n width); the sum times the width is the mean of |u|^2 / 2
  double mean_kinetic_energy = 0.0;  ///< of the grid, without a transform
};

/// Of velocities [component][point]. Wave vectors beyond the highest wave number of a direction lie in the corners of
/// the box of wave vectors.
template <int Dim>
EnergySpectrum energy_spectrum(const PeriodicGrid<Dim>& grid, const std::array<std::vector<double>, Dim>& velocity);

}  // namespace dg
