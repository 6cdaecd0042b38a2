// Formulas that lose their meaning while a run goes on: it fails, and names formula, place and time.
#include <catch2/catch.hpp>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A gas at rest in a box; its time step is about 0.03.
const std::string box_case = R"([mesh]
generate = square
parameters = n=3 xmin=0 xmax=1 ymin=0 ymax=1
[space]
degree = 1
[gas]
model = navier-stokes
mu = 0.01
[boundary.left]
type = wall-isothermal
[boundary.right]
type = wall-isothermal
[boundary.bottom]
type = wall-adiabatic
[boundary.top]
type = farfield
[time]
end = 0.5
[output]
format = none
)";

/// The error of a run that fails by its data; checks how it ends.
std::string failure(const TemporaryFolder& folder, const std::string& settings) {
  const Outcome outcome = rkdg(folder, "run c.ini -q " + settings);
  INFO(settings);
  CHECK(outcome.status == 1);
  CHECK(is_one_error_line(outcome.err));
  CHECK(summary(folder)["status"] == "failed");
  return outcome.err;
}

}  // namespace

TEST_CASE("a value of a boundary that it cannot have ends a run with its formula, place and time") {
  const TemporaryFolder folder;
  folder.write("c.ini", box_case);
  CHECK_THAT(failure(folder, "--set 'boundary.left.temperature=1.1 - 5 * t'"),
             Contains("'temperature' of boundary 'left' is -") && Contains("at x = 0, y = ") && Contains(", t = 0.2") &&
                 Contains("it must be positive"));
  CHECK_THAT(failure(folder, "--set 'boundary.right.velocity=0, sqrt(0.2 - t)'"),
             Contains("'velocity' of boundary 'right' is not a number at x = 1, y = ") && Contains(", t = 0.2") &&
                 Contains("it must be finite"));
  CHECK_THAT(failure(folder, "--set 'boundary.top.pressure=p_inf * (1 - 5 * t)'"),
             Contains("'pressure' of boundary 'top' is -") && Contains(", y = 1, t = 0.2"));
  CHECK_THAT(failure(folder, "--set 'boundary.top.rho=t < 0.3 ? 1 : 0'"),
             Contains("'rho' of boundary 'top' is 0 at") && Contains(", t = 0.3"));
  CHECK_THAT(
      failure(folder, "--set boundary.top.type=outflow-pressure --set 'boundary.top.pressure=t < 0.3 ? 0.7 : -1'"),
      Contains("'pressure' of boundary 'top' is -") && Contains(", t = 0.3"));
  const std::string inflow = "--set boundary.top.type=inflow-total --set 'boundary.top.";
  CHECK_THAT(failure(folder, inflow + "direction=0, t < 0.2 ? -1 : 0'"),
             Contains("'direction' of boundary 'top' is 0 at") && Contains("a direction, not 0, 0"));
  CHECK_THAT(failure(folder, inflow + "total_temperature=1.1 - 5 * t' --set 'boundary.top.direction=0, -1'"),
             Contains("'total_temperature' of boundary 'top' is -"));
}

TEST_CASE("only where the value is bad, and only while") {
  const TemporaryFolder folder;
  folder.write("c.ini", box_case);
  // For a tenth of the run at one end of a wall.
  CHECK_THAT(failure(folder, "--set 'boundary.left.temperature=t > 0.2 && t < 0.25 && y > 0.9 ? -1 : 1'"),
             Contains("'temperature' of boundary 'left' is -1 at x = 0, y = 0.9"));
  CHECK(rkdg(folder, "run c.ini -q --set 'boundary.left.temperature=t > 0.6 ? -1 : 1'").status == 0);
}

TEST_CASE("the exact solution and a source are named, too") {
  const TemporaryFolder folder;
  folder.write("c.ini", box_case + "[exact]\nrho = 1\nu = 0\nv = 0\np = p_inf * (1 - 5 * t)\n");
  CHECK_THAT(failure(folder, "--set boundary.top.type=exact"), Contains("c.ini:25: [exact] on boundary 'top' is -") &&
                                                                   Contains("y = 1, t = 0.2") && Contains("positive"));
  folder.write("c.ini", box_case + "[source]\nrho = 0\nrhou = 0\nrhov = 0\nrhoE = sqrt(0.1 - t)\n");
  for (const std::string scheme : {"rk4", "esdirk3"})
    CHECK_THAT(failure(folder, "--set time.scheme=" + scheme),
               Contains("c.ini:25: 'rhoE' in [source] is not a number at x = ") && Contains(", t = 0.") &&
                   Contains("it must be finite"));
}

TEST_CASE("at the start such a formula is wrong input") {
  const TemporaryFolder folder;
  folder.write("c.ini", box_case + "[source]\nrho = 0\nrhou = 0\nrhov = 0\nrhoE = 1 / (x - x)\n");
  const Outcome outcome = rkdg(folder, "run c.ini -q");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("'rhoE' in [source] is inf at x = ") && Contains(", t = 0;"));
}
