#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "apps/case/settled_mean.hpp"
#include "apps/run/mean_watch.hpp"
#include "meshes/errors.hpp"

using namespace dg::app;

TEST_CASE("a condition on a mean is read") {
  const SettledMean drag = parse_settled_mean("mean of cd settled to 0.5 %", "here");
  CHECK(drag.of == ForceCoefficient::drag);
  CHECK(drag.boundary.empty());
  CHECK(drag.relative);
  CHECK(drag.tolerance == Approx(0.005));
  const SettledMean lift = parse_settled_mean("mean of cl on the upper wall settled to 1e-3", "here");
  CHECK(lift.of == ForceCoefficient::lift);
  CHECK(lift.boundary == "the upper wall");
  CHECK_FALSE(lift.relative);
  CHECK(lift.tolerance == 1e-3);
  for (const char* wrong : {"", "cd", "mean of cd", "mean of cm settled to 1 %", "mean of cd settled to 0 %",
                            "mean of cd settled to -1", "mean of cd settled to 1e", "mean of cd settled to nan",
                            "mean of cd on  settled to 1 %", "mean of cd settled to 1 % soon"}) {
    INFO(wrong);
    CHECK_THROWS_AS(parse_settled_mean(wrong, "here"), dg::InputError);
  }
}

TEST_CASE("a mean has settled when two standard errors are within the tolerance") {
  // Independent values: the mean of n has the standard error 1 / sqrt(n), so that 0.1 is reached by n = 400.
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise;
  const SettledMean wanted{ForceCoefficient::drag, "wall", 0.1, false, ""};
  MeanWatch watch(wanted, 10.0);
  std::vector<double> times, values;
  std::size_t settled_at = 0;
  for (int i = 0; i < 2000 && settled_at == 0; ++i) {
    times.push_back(0.1 * i);  // the first hundred come before the time from which samples count
    values.push_back(times.back() < 10.0 ? 100.0 : 5.0 + noise(random));
    watch.observe(times, values);
    if (watch.settled()) settled_at = times.size() - 100;
  }
  CHECK(settled_at > 200);
  CHECK(settled_at < 800);
  REQUIRE(watch.mean());
  CHECK(std::abs(watch.mean()->mean - 5.0) < 0.2);

  // When it looks follows from the number of samples alone: one that begins later has seen the same.
  MeanWatch later(wanted, 10.0);
  later.observe(times, values);
  CHECK(later.settled());
}

TEST_CASE("a series that is too short has not settled") {
  MeanWatch watch({ForceCoefficient::drag, "wall", 1.0, true, ""}, 0.0);
  const std::vector<double> times{0, 1, 2}, values{1, 1, 1};
  watch.observe(times, values, true);
  CHECK_FALSE(watch.settled());
  CHECK(watch.text() == "mean of cd on wall: not known, as the series is too short");
}
