#include "libdg/output/power_spectrum.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace dg {
namespace {

/// The largest even number up to n without prime factors above 5, which transforms take to quickly.
std::size_t fast_length(std::size_t n) {
  for (std::size_t length = n - n % 2; length > 2; length -= 2) {
    std::size_t rest = length;
    for (const std::size_t factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return length;
  }
  return 2;
}

/// The signal without its mean, at as many places of equal distance.
std::vector<double> evenly_spaced(std::span<const double> times, std::span<const double> values) {
  const std::size_t count = values.size();
  const double step = (times.back() - times.front()) / static_cast<double>(count - 1);
  std::vector<double> even(count);
  std::size_t after = 1;
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = times.front() + static_cast<double>(i) * step;
    while (after + 1 < count && times[after] < t) ++after;
    const double part = std::clamp((t - times[after - 1]) / (times[after] - times[after - 1]), 0.0, 1.0);
    even[i] = (1 - part) * values[after - 1] + part * values[after];
    sum += even[i];
  }
  for (double& x : even) x -= sum / static_cast<double>(count);
  return even;
}

}  // namespace

double PowerSpectrum::peak() const {
  const auto largest = std::max_element(densities.begin() + 1, densities.end());
  return static_cast<double>(largest - densities.begin()) * width;
}

std::size_t least_samples(int segments) { return 4 * (static_cast<std::size_t>(segments) + 1); }

PowerSpectrum power_spectrum(std::span<const double> times, std::span<const double> values, int segments) {
  assert(times.size() == values.size() && values.size() >= least_samples(segments));
  const std::vector<double> signal = evenly_spaced(times, values);
  const double step = (times.back() - times.front()) / static_cast<double>(signal.size() - 1);
  const std::size_t length = fast_length(2 * signal.size() / (static_cast<std::size_t>(segments) + 1));
  std::vector<double> window(length);
  double square = 0.0;
  for (std::size_t n = 0; n < length; ++n) {
    window[n] = 0.5 * (1 - std::cos(2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(length)));
    square += window[n] * window[n];
  }
  PowerSpectrum spectrum{1 / (step * static_cast<double>(length)), std::vector<double>(length / 2 + 1, 0.0)};
  Eigen::FFT<double> fft;
  std::vector<double> segment(length);
  std::vector<std::complex<double>> waves;
  int count = 0;
  for (std::size_t begin = 0; begin + length <= signal.size(); begin += length / 2, ++count) {
    for (std::size_t n = 0; n < length; ++n) segment[n] = window[n] * signal[begin + n];
    fft.fwd(waves, segment);
    for (std::size_t k = 0; k <= length / 2; ++k) spectrum.densities[k] += std::norm(waves[k]);
  }
  for (std::size_t k = 0; k <= length / 2; ++k)
    spectrum.densities[k] *= (k == 0 || k == length / 2 ? 1 : 2) * step / square / count;
  return spectrum;
}

}  // namespace dg
