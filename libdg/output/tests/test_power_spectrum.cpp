// Power spectra of signals whose power is known.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

#include "libdg/output/power_spectrum.hpp"

using namespace dg;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

double power(const PowerSpectrum& s) { return std::accumulate(s.densities.begin(), s.densities.end(), 0.0) * s.width; }

std::vector<double> even_times(int count, double step) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(3.0 + i * step);
  return times;
}

template <class Signal>
std::vector<double> values_at(const std::vector<double>& times, const Signal& signal) {
  std::vector<double> values;
  for (const double t : times) values.push_back(signal(t));
  return values;
}

}  // namespace

TEST_CASE("waves have their power, half of the square of the amplitude, at their frequencies") {
  // Of 900 samples, 8 segments have 200 each: 10 units of time, of which both waves fit whole numbers.
  const std::vector<double> times = even_times(900, 0.05);
  const auto signal = [](double t) { return 7 + 0.3 * std::sin(two_pi * 1.2 * t) + 0.1 * std::cos(two_pi * 4 * t); };
  const PowerSpectrum s = power_spectrum(times, values_at(times, signal), 8);
  CHECK(s.width == Approx(0.1));
  REQUIRE(s.densities.size() == 101);
  CHECK(s.peak() == Approx(1.2));
  // A Hann window spreads a wave over three frequencies. The mean of all samples is not quite 7.
  const auto around = [&](int k) { return (s.densities[k - 1] + s.densities[k] + s.densities[k + 1]) * s.width; };
  CHECK(around(12) == Approx(0.3 * 0.3 / 2).epsilon(1e-9));
  CHECK(around(40) == Approx(0.1 * 0.1 / 2).epsilon(1e-9));
  CHECK(power(s) == Approx(0.05).epsilon(1e-4));
}

TEST_CASE("noise has the same density at all frequencies, and its variance in all") {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal(0.0, 2.0);
  const std::vector<double> times = even_times(40000, 0.25);
  const PowerSpectrum s = power_spectrum(times, values_at(times, [&](double) { return normal(generator); }), 400);
  CHECK(power(s) == Approx(4).epsilon(0.03));
  // One-sided, up to a frequency of 2: a density of 2. That of each frequency has a standard error of 1 / sqrt(400) or
  // less.
  const std::size_t last = s.densities.size() - 1;
  double low = 0, high = 0;
  for (std::size_t k = 2; k < last / 2; ++k) low += s.densities[k] / static_cast<double>(last / 2 - 2);
  for (std::size_t k = last / 2; k < last; ++k) high += s.densities[k] / static_cast<double>(last - last / 2);
  CHECK(low == Approx(2).epsilon(0.03));
  CHECK(high == Approx(2).epsilon(0.03));
}

TEST_CASE("samples at uneven times show the wave between them") {
  std::mt19937 generator(6);
  std::uniform_real_distribution<double> step(0.005, 0.015);
  std::vector<double> times{0.0};
  while (times.size() < 9000) times.push_back(times.back() + step(generator));
  const PowerSpectrum s =
      power_spectrum(times, values_at(times, [](double t) { return std::sin(two_pi * 0.7 * t); }), 4);
  CHECK(std::abs(s.peak() - 0.7) <= s.width);
  CHECK(power(s) == Approx(0.5).epsilon(0.01));
}

TEST_CASE("the fewest samples that so many segments need") {
  for (const int segments : {1, 3, 8}) {
    const std::vector<double> times = even_times(static_cast<int>(least_samples(segments)), 1.0);
    const PowerSpectrum s = power_spectrum(times, values_at(times, [](double t) { return t * t; }), segments);
    CHECK(s.densities.size() >= 3);
    for (const double density : s.densities) CHECK(std::isfinite(density));
  }
}
