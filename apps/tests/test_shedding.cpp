#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "apps/run/shedding.hpp"

using namespace dg::app;

namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

struct Signal {
  std::vector<double> times, lift, drag;

  template <class Lift>
  Signal(double end, int count, Lift function) {
    for (int i = 0; i < count; ++i) {
      // Uneven steps, as of a time step that varies.
      const double t = end * (i + 0.3 * std::sin(0.7 * i)) / count;
      times.push_back(t);
      lift.push_back(function(t));
      drag.push_back(1.3 + 0.01 * std::cos(2.0 * two_pi * 0.17 * t));
    }
  }

  auto estimate() const { return estimate_shedding(times, lift, drag); }
};

}  // namespace

TEST_CASE("a pure oscillation") {
  const Signal signal(60.0, 3000, [](double t) { return 0.05 + 0.33 * std::sin(two_pi * 0.17 * t + 0.4); });
  const auto shedding = signal.estimate();
  REQUIRE(shedding);
  CHECK(shedding->frequency == Approx(0.17).epsilon(1e-4));
  CHECK(shedding->lift_amplitude == Approx(0.33).epsilon(1e-2));
  CHECK(shedding->lift_rms == Approx(0.33 / std::sqrt(2.0)).epsilon(1e-2));
  CHECK(shedding->mean_lift == Approx(0.05).margin(2e-3));
  CHECK(shedding->mean_drag == Approx(1.3).epsilon(1e-4));
  CHECK(shedding->periods >= 9);
}

TEST_CASE("noise does not add crossings") {
  std::mt19937 generator(7);
  std::normal_distribution<double> noise(0.0, 0.03);
  const Signal signal(60.0, 4000, [&](double t) { return 0.33 * std::sin(two_pi * 0.17 * t) + noise(generator); });
  const auto shedding = signal.estimate();
  REQUIRE(shedding);
  CHECK(shedding->frequency == Approx(0.17).epsilon(5e-3));
  CHECK(shedding->periods >= 8);
  CHECK(shedding->periods <= 10);
}

TEST_CASE("a drift of the mean lift does not matter") {
  const Signal signal(60.0, 3000, [](double t) { return -0.4 + 0.01 * t + 0.33 * std::sin(two_pi * 0.17 * t); });
  const auto shedding = signal.estimate();
  REQUIRE(shedding);
  CHECK(shedding->frequency == Approx(0.17).epsilon(1e-3));
}

TEST_CASE("the transient is left out") {
  // Grows from nothing, at a lower frequency, and saturates at t = 80.
  const Signal signal(160.0, 6000, [](double t) {
    const double amplitude = 0.33 / (1.0 + std::exp(-(t - 60.0) / 5.0));
    const double phase = t < 60.0 ? 0.14 * t : 0.14 * 60.0 + 0.17 * (t - 60.0);
    return amplitude * std::sin(two_pi * phase);
  });
  const auto shedding = signal.estimate();
  REQUIRE(shedding);
  CHECK(shedding->frequency == Approx(0.17).epsilon(1e-3));
  CHECK(shedding->start > 60.0);
  CHECK(shedding->lift_amplitude == Approx(0.33).epsilon(0.02));
}

TEST_CASE("a slow approach to the last amplitude is left out too") {
  const Signal signal(400.0, 16000,
                      [](double t) { return 0.33 * (1.0 - 0.2 * std::exp(-t / 40.0)) * std::sin(two_pi * 0.17 * t); });
  const auto shedding = signal.estimate();
  REQUIRE(shedding);
  CHECK(shedding->start > 120.0);
  CHECK(shedding->lift_amplitude == Approx(0.33).epsilon(0.004));
  CHECK(shedding->periods > 30);
}

TEST_CASE("too little to tell") {
  CHECK_FALSE(Signal(10.0, 500, [](double t) { return std::sin(two_pi * 0.17 * t); }).estimate());
  CHECK_FALSE(Signal(60.0, 3000, [](double) { return 0.0; }).estimate());
  CHECK_FALSE(Signal(60.0, 3000, [](double t) { return 0.01 * t; }).estimate());
  CHECK_FALSE(Signal(60.0, 10, [](double t) { return std::sin(t); }).estimate());
  CHECK_FALSE(estimate_shedding({}, {}, {}));
}
