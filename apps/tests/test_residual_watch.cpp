#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "apps/run/residual_watch.hpp"

using dg::app::ResidualWatch;

TEST_CASE("a fall is measured from the largest residual") {
  ResidualWatch watch;
  watch.observe(0, 1.0);
  watch.observe(10, 4.0);
  watch.observe(20, 0.5);
  CHECK(watch.largest() == 4.0);
  CHECK(watch.last() == 0.5);
  CHECK(watch.fallen_by(0.125));
  CHECK_FALSE(watch.fallen_by(0.124));
}

TEST_CASE("a residual that falls, however slowly, has not stalled; one that hovers has") {
  ResidualWatch falling, hovering;
  for (long step = 0; step <= 100000; step += 100) {
    const double t = static_cast<double>(step);
    falling.observe(step, 1.0 / (1.0 + t));
    CHECK_FALSE(falling.stalled());
    hovering.observe(step, std::exp(-t / 1000.0) + 1e-3 * (1.5 + std::sin(t)));
    if (step <= 7000) CHECK_FALSE(hovering.stalled());
  }
  CHECK(hovering.stalled());
}

TEST_CASE("a residual has not fallen from one that is infinite") {
  ResidualWatch watch;
  watch.observe(0, std::numeric_limits<double>::infinity());
  CHECK_FALSE(watch.fallen_by(1e-9));
  watch.observe(1, 1.0);
  CHECK_FALSE(watch.fallen_by(1e-9));
}

TEST_CASE("a residual that is no number is no fall") {
  ResidualWatch watch;
  watch.observe(0, 1.0);
  watch.observe(1, std::nan(""));
  CHECK_FALSE(watch.fallen_by(0.5));
}
