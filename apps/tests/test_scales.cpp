// Scales of a case that do not fit what it says of its gas: warnings, and none where they fit.
#include <catch2/catch.hpp>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// Air at 288 K and 68 m/s in SI: gamma p / rho = 115800 m^2/s^2, rho |u|^2 / 2 = 2832.2 Pa.
const std::string si_case = R"([mesh]
generate = square
parameters = n=2
[gas]
model = euler
[reference]
mach = 0.2
[boundary.left]
type = farfield
rho = 1.225
velocity = 68, 0
pressure = 101325
[boundary.right]
type = outflow-pressure
pressure = 101325
[boundary.top]
type = wall-slip
[boundary.bottom]
type = wall-slip
[initial]
rho = 1.225
u = 68
v = 0
p = 101325
[time]
steps = 1
[output]
format = none
forces = bottom
)";

/// What a check warns of.
std::vector<std::string> warnings(const TemporaryFolder& folder, const std::string& settings = "") {
  const Outcome outcome = rkdg(folder, "check c.ini " + settings);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  std::vector<std::string> found = lines(outcome.err);
  for (const std::string& line : found) CHECK(line.starts_with("warning: "));
  return found;
}

}  // namespace

TEST_CASE("coefficients by a free stream that no boundary has are warned of, with both numbers") {
  const TemporaryFolder folder;
  folder.write("c.ini", si_case);
  const auto both = warnings(folder);
  REQUIRE(both.size() == 2);
  CHECK_THAT(both[0], Contains("c.ini:7: ") && Contains("mach^2 / 2 = 0.02") &&
                          Contains("is 2832.2 on boundary 'left'") && Contains("multiply them by 7.06165e-06"));
  CHECK_THAT(both[1], Contains("above 0.714286") && Contains("boundary 'left' has 101325"));
  CHECK(warnings(folder, "--set reference.pressure=101325").size() == 1);
  // mach^2 / 2 = rho |u|^2 / 2: so they are scaled by the stream.
  CHECK(warnings(folder, "--set reference.pressure=101325 --set 'reference.mach=68 * sqrt(1.225)'").empty());
  CHECK(rkdg(folder, "run c.ini -q").err.find("mach^2 / 2 = 0.02") != std::string::npos);
}

TEST_CASE("a free stream by formulas counts, and one that agrees somewhere is enough") {
  const TemporaryFolder folder;
  folder.write("c.ini", si_case);
  const std::string pressure = "--set reference.pressure=101325 ";
  const auto profile = warnings(folder, pressure + "--set 'boundary.left.velocity=60 + y, 0'");  // y from -10 to 10
  REQUIRE(profile.size() == 1);
  CHECK_THAT(profile[0], Contains("is 1531.25 to 3001.25 on boundary 'left'"));
  CHECK(warnings(folder, pressure + "--set 'boundary.left.velocity=68 * (y + 10) / 20, 0'").empty());
  CHECK(warnings(folder, pressure + "--set 'boundary.left.velocity=68 * tanh(t), 0'").empty());
  CHECK(warnings(folder, pressure + "--set 'boundary.left.velocity=0, 0'").empty());
}

TEST_CASE("a Reynolds number of another stream is warned of") {
  const TemporaryFolder folder;
  folder.write("c.ini", si_case);
  const std::string viscous = "--set gas.model=navier-stokes --set reference.pressure=101325 ";
  const auto found = warnings(folder, viscous + "--set reference.reynolds=1000");
  REQUIRE(found.size() == 2);
  // mu = 0.2 / 1000; rho |u| = 83.3.
  CHECK_THAT(found[1], Contains("'reynolds = 1000' gives mu = 0.0002") &&
                           Contains("rho |u| is 83.3 on boundary 'left'") && Contains("the Reynolds number is 416500"));
  CHECK(warnings(folder, viscous + "--set gas.mu=1.8e-5").size() == 1);
  const auto law = warnings(folder, viscous + "--set gas.mu=1.8e-5 --set gas.viscosity=sutherland");
  REQUIRE(law.size() == 2);
  CHECK_THAT(law[1], Contains("T = gamma p / rho = 1, but T is 115800 to 116725"));
}

TEST_CASE("temperatures and pressures in other units than the gas are warned of") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  CHECK(warnings(folder).empty());
  const std::string wall = "--set boundary.bottom.type=wall-isothermal --set boundary.bottom.temperature=";
  const auto kelvin = warnings(folder, wall + "288");
  REQUIRE(kelvin.size() == 1);
  CHECK_THAT(kelvin[0],
             Contains("boundary 'bottom' has the temperature (gamma p / rho) 288, but the initial state has "));
  CHECK(warnings(folder, wall + "3").empty());
  CHECK(warnings(folder, wall + "'1 + x / 10'").empty());
  CHECK(warnings(folder, wall + "'288 + x'").size() == 1);
  CHECK(warnings(folder, "--set boundary.right.type=inflow-total --set boundary.right.total_temperature=300").size() ==
        1);
  const auto pascal =
      warnings(folder, "--set boundary.right.type=outflow-pressure --set boundary.right.pressure=101325");
  REQUIRE(pascal.size() == 1);
  CHECK_THAT(pascal[0], Contains("boundary 'right' has the pressure 101325, but the initial state has 0.714286"));
}
