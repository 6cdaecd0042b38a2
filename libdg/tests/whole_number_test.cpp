#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>

#include "libdg/core/whole_number.hpp"

namespace dg {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("A real number becomes the nearest whole one that a type holds, or none") {
  CHECK(nearest_whole<int>(2.5) == 3);
  CHECK(nearest_whole<int>(-2.4) == -2);
  CHECK(nearest_whole<int>(2147483647.0) == 2147483647);
  CHECK(nearest_whole<int>(-2147483648.0) == -2147483647 - 1);
  for (const double beyond : {2147483647.5, 2147483648.0, -2147483649.0, 1e18, 1e300, infinite, -infinite, none})
    CHECK_FALSE(nearest_whole<int>(beyond));
  CHECK(nearest_whole<std::int64_t>(1e18) == 1'000'000'000'000'000'000);
  CHECK(nearest_whole<std::int64_t>(-9223372036854775808.0) == std::numeric_limits<std::int64_t>::min());
  CHECK_FALSE(nearest_whole<std::int64_t>(9223372036854775808.0));  // the largest one, rounded to a double
}

TEST_CASE("Between two ends it is the nearest of what is there") {
  CHECK(nearest_within(7.4, 1, 10) == 7);
  CHECK(nearest_within(0.2, 1, 10) == 1);
  CHECK(nearest_within(1e30, 1, 10) == 10);
  CHECK(nearest_within(infinite, 1L, 10L) == 10);
  CHECK(nearest_within(-infinite, 1L, 10L) == 1);
  CHECK(nearest_within(none, 1L, 10L) == 1);
}

TEST_CASE("Whole numbers in words have all digits while these mean something") {
  CHECK(whole_text(1234567.4) == "1234567");
  CHECK(whole_text(-3.0) == "-3");
  CHECK(whole_text(4e9) == "4000000000");
  CHECK(whole_text(1e30) == "1e+30");
  CHECK(whole_text(infinite) == "inf");
}

}  // namespace
}  // namespace dg
