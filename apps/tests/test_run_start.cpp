// What a run says before its first step.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("an initial state whose projection undershoots is told with place, values and what to do") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q --set 'initial.rho=x < 0.5 ? 1 : 0.01'");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("c.ini:") && Contains("its projection onto polynomials is not: rho = -") &&
                              Contains("Beside a discontinuity they undershoot"));
  CHECK_FALSE(std::filesystem::exists(folder.file("out")));
}
