/// Power spectral density of a signal in time. It is the mean of the periodograms of segments that overlap by half,
/// each under a Hann window (Welch, IEEE Trans. Audio Electroacoust. 15 (1967) 70).
///
///     S(f) = 2 dt / sum w_n^2 < |sum_n w_n (x_n - <x>) exp(-2 pi i f t_n)|^2 >,   f = 0, 1/T, ..., 1/(2 dt)
///
/// T is the duration of a segment; at both ends of f the factor is 1. The sum of S(f) / T is about the variance.
#pragma once

#include <span>
#include <vector>

namespace dg {

struct PowerSpectrum {
  double width;                   ///< of the frequencies: entry i belongs to i * width
  std::vector<double> densities;  ///< in squares of the signal times units of time

  /// The frequency of the largest density beyond 0.
  double peak() const;
};

/// Number of samples that so many segments need at least.
std::size_t least_samples(int segments);

/// Of values at times that ascend. The signal is taken at equal distances, linear between its values. Precondition:
/// least_samples(segments) values or more.
PowerSpectrum power_spectrum(std::span<const double> times, std::span<const double> values, int segments);

}  // namespace dg
