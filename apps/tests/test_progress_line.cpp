#include <catch2/catch.hpp>

#include "apps/run/progress_line.hpp"

using namespace dg::app;

TEST_CASE("times are written as a clock shows them") {
  CHECK(clock_text(0.2) == "0 s");
  CHECK(clock_text(42.4) == "42 s");
  CHECK(clock_text(185.0) == "3:05");
  CHECK(clock_text(3723.0) == "1:02:03");
}
