// Runs with turbulent inflow and modelled walls from outside: what users see of them.
#include <catch2/catch.hpp>
#include <cmath>

#include "apps/tests/csv_table.hpp"
#include "apps/tests/program.hpp"
#include "libdg/equations/navier_stokes/wall_law.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string channel = R"([mesh]
generate = square
parameters = kind=quads, nx=6, ny=4, xmin=0, xmax=3, ymin=0, ymax=1
[space]
degree = 2
[gas]
mu = 1e-5
[reference]
mach = 0.2
length = 1
[boundary.left]
type = inflow-velocity
velocity = 0.2, 0
stresses = 0.0004, 0.0002, -0.0001
integral_length = 0.2
[boundary.right]
type = outflow-pressure
[boundary.bottom]
type = wall-modelled
[boundary.top]
type = wall-modelled
temperature = 1.1
[time]
steps = 30
[output]
forces = bottom
surface = bottom
monitor = 10
)";

/// The one line that a case with these changes ends with.
std::string error_of(const std::string& changes) {
  const TemporaryFolder folder;
  folder.write("c.ini", channel);
  const Outcome outcome = rkdg(folder, "run c.ini -q " + changes);
  CAPTURE(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  return outcome.err;
}

}  // namespace

TEST_CASE("forces and surfaces have the friction of a modelled wall, and its y+") {
  const TemporaryFolder folder;
  folder.write("c.ini", channel);
  const Outcome outcome = rkdg(folder, "run c.ini -q");
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  // By the law, from a uniform stream at the height of a cell, 1/4; the wall is 3 long, and eddies are a tenth of it.
  constexpr double height = 0.25, speed = 0.2, viscosity = 1e-5;
  const double friction_velocity = WallLaw::place(speed * height / viscosity) * viscosity / height;
  const double drag = summary(folder)["forces"]["bottom"]["cd_viscous"];
  CHECK(drag == Approx(3 * 2 * std::pow(friction_velocity / speed, 2)).epsilon(0.1));
  const CsvTable table = csv_table(folder.read("out/surface_bottom.csv"));
  CHECK(table.size() > 10);
  for (const auto& row : table) {
    CHECK(row.at("cf") > 0);
    CHECK(row.at("yplus") > 30);
  }
}

TEST_CASE("a run with a turbulent inflow in parts is the run in one go") {
  const TemporaryFolder folder;
  folder.write("c.ini", channel);
  REQUIRE(rkdg(folder, "run c.ini -q --output whole").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --set time.steps=10").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --restart parts/checkpoint.h5").status == 0);
  CHECK(folder.read("whole/history.csv") == folder.read("parts/history.csv"));
  CHECK(folder.read("whole/surface_bottom.csv") == folder.read("parts/surface_bottom.csv"));
  REQUIRE(rkdg(folder, "run c.ini -q --output other --set boundary.left.seed=2").status == 0);
  CHECK(folder.read("whole/history.csv") != folder.read("other/history.csv"));
}

TEST_CASE("a turbulence without meaning ends with one line that says where") {
  CHECK_THAT(
      error_of("--set 'boundary.left.stresses=1e-4, 1e-4, 2e-4 * y'"),
      Contains("the turbulence of boundary 'left' at x = 0, y = ") && Contains("has the stresses 0.0001, 0.0001"));
  CHECK_THAT(error_of("--set 'boundary.left.integral_length=y - 0.5'"), Contains("has the integral length -0."));
  CHECK_THAT(error_of("--set 'boundary.left.period=0, 0.5'"),
             Contains("the period 0.5 of a turbulent inflow is shorter than two of its eddies"));
  CHECK_THAT(error_of("--set 'boundary.left.stresses=1, 1, 1, 0, 0, 0'"), Contains("6 'stresses'"));
  CHECK_THAT(error_of("--set time.mode=steady --set time.solver=march"), Contains("boundary 'left' varies in time"));
}

TEST_CASE("a modelled wall is refused where it makes no sense") {
  CHECK_THAT(error_of("--set time.scheme=esdirk3"), Contains("'wall-modelled' needs explicit steps"));
  CHECK_THAT(error_of("--set space.degree=0"), Contains("'wall-modelled' needs 'degree = 1' or more"));
  CHECK_THAT(error_of("--set boundary.top.temperature=-1"), Contains("'temperature'") && Contains("positive"));
  CHECK_THAT(error_of("--set 'boundary.top.temperature=1 + x'"), Contains("'temperature'"));
  CHECK_THAT(error_of("--set 'boundary.top.velocity=1, 0'"), Contains("velocity"));
}
