#include <catch2/catch.hpp>
#include <limits>

#include "libdg/output/time_average.hpp"

using namespace dg;

TEST_CASE("an average over time weighs each sample by the time before it") {
  TimeAverage average(1);
  CHECK_FALSE(average.has_begun());
  for (const auto& [time, value] : {std::pair{1.0, 100.0}, {1.5, 2.0}, {3.0, 4.0}}) average.add(time, {{value}});
  CHECK(average.mean(0) == Approx((0.5 * 2 + 1.5 * 4) / 2));
  CHECK(average.rms(0) == Approx(std::sqrt((0.5 * 4 + 1.5 * 16) / 2 - 3.5 * 3.5)));
  CHECK(average.first_time() == 1.0);
  CHECK(average.last_time() == 3.0);
  CHECK(average.duration() == Approx(2.0));
  CHECK(average.samples() == 3);
}

TEST_CASE("skewness and flatness are those of moments about the mean") {
  // Values with weights that differ, far from 0: the direct sums know the mean.
  const std::vector<double> steps{0.5, 0.1, 0.25, 0.7, 0.05, 0.3, 0.4},
      values{1002, 1000.5, 1003, 999, 1007, 1001, 998.5};
  TimeAverage average(2, 4), first(2, 4);
  double time = 0;
  average.add(time, {{5.0, 1.0}});
  double duration = 0, mean = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    average.add(time += steps[i], {{values[i], 1.0}});
    duration += steps[i];
    mean += steps[i] * values[i];
    if (i == 2) REQUIRE(first.restore(average.state()));
    if (i > 2) first.add(time, {{values[i], 1.0}});
  }
  mean /= duration;
  double moments[5]{};
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (int n = 2; n <= 4; ++n) moments[n] += steps[i] / duration * std::pow(values[i] - mean, n);
  CHECK(average.rms(0) == Approx(std::sqrt(moments[2])));
  CHECK(average.skewness(0) == Approx(moments[3] / std::pow(moments[2], 1.5)));
  CHECK(average.flatness(0) == Approx(moments[4] / (moments[2] * moments[2])));
  CHECK(average.skewness(1) == 0.0);
  CHECK(average.flatness(1) == 0.0);
  CHECK(first.state() == average.state());  // in parts
  CHECK_FALSE(TimeAverage(2).restore(average.state()));
  CHECK_FALSE(TimeAverage(4, 4).restore(average.state()));
}

TEST_CASE("an average goes on from its state, and from no other numbers") {
  TimeAverage average(1), next(1);
  for (const double time : {1.0, 1.5}) average.add(time, {{time}});
  const std::vector<double> state = average.state();
  REQUIRE(next.restore(state));
  CHECK(next.state() == state);
  CHECK(next.samples() == 2);
  TimeAverage none(1);
  CHECK(none.restore({}));
  CHECK_FALSE(none.has_begun());
  CHECK_FALSE(TimeAverage(2).restore(state));
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [i, value] : {std::pair{0, 2.0},
                                 {0, nan},
                                 {0, -infinity},
                                 {1, infinity},
                                 {1, nan},
                                 {2, -1.0},
                                 {2, 9.0},
                                 {2, nan},
                                 {3, 0.0},
                                 {3, nan},
                                 {3, infinity}}) {
    INFO(i << " " << value);
    std::vector<double> other = state;
    other[static_cast<std::size_t>(i)] = value;
    CHECK_FALSE(none.restore(other));
    CHECK_FALSE(none.has_begun());
  }
}
