#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "apps/run/series_mean.hpp"

using namespace dg::app;

namespace {

struct Series {
  std::vector<double> times, values;
};

/// x' = phi x + noise of deviation 1: its mean over n has the variance 1 / (1 - phi)^2 / n.
Series correlated(double phi, std::size_t n) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  Series series;
  double x = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x = phi * x + noise(random);
    series.times.push_back(2 + 0.1 * static_cast<double>(i));
    series.values.push_back(3 + x);
  }
  return series;
}

}  // namespace

TEST_CASE("the error of a mean is that of correlated samples") {
  for (const double phi : {0.0, 0.8, 0.98}) {
    INFO(phi);
    constexpr std::size_t n = 1 << 16;
    const Series series = correlated(phi, n);
    const auto mean = mean_of_series(series.times, series.values);
    REQUIRE(mean);
    const double exact = 1 / (1 - phi) / std::sqrt(double(n));
    CHECK(mean->error == Approx(exact).epsilon(0.3));
    CHECK(std::abs(mean->mean - 3) < 4 * exact);
    if (phi > 0) CHECK(mean->batches < int(n / 2));
  }
}

TEST_CASE("the mean of a series in unequal steps is its integral over the time; a trend has none") {
  Series waves, trend;
  double t = 1, integral = 0;
  for (int i = 0; i < 400; ++i) {
    const double value = 2 + std::sin(40 * t);
    if (i > 0) integral += 0.5 * (value + waves.values.back()) * (t - waves.times.back());
    waves.times.push_back(t);
    waves.values.push_back(value);
    trend.values.push_back(5 * t);
    t += i % 3 == 0 ? 0.02 : 0.05;
  }
  const auto mean = mean_of_series(waves.times, waves.values);
  REQUIRE(mean);
  CHECK(mean->mean == Approx(integral / (waves.times.back() - 1)).epsilon(1e-12));
  CHECK_FALSE(mean_of_series(waves.times, trend.values));
}

TEST_CASE("a constant has no error, and a short series no mean") {
  const Series series = correlated(0, 64);
  const auto mean = mean_of_series(series.times, std::vector<double>(64, 1.5));
  REQUIRE(mean);
  CHECK(mean->mean == Approx(1.5).epsilon(1e-14));
  CHECK(mean->error < 1e-14);
  CHECK_FALSE(mean_of_series(std::span(series.times).first(31), std::span(series.values).first(31)));
}
