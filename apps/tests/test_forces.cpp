// Forces on open and closed surfaces from outside: the pressure and the center that they refer to.
#include <catch2/catch.hpp>
#include <cmath>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using nlohmann::json;

namespace {

/// A uniform stream over the bottom of a square of side 1.
const std::string floor_case = R"([mesh]
generate = square
parameters = n=3 xmin=0 xmax=1 ymin=0 ymax=1
[space]
degree = 1
[gas]
model = euler
[reference]
mach = 0.5
[boundary.bottom]
type = wall-slip
[boundary.right]
type = farfield
[boundary.top]
type = farfield
[boundary.left]
type = farfield
[time]
steps = 2
[output]
format = none
forces = bottom
surface = bottom
)";

const double q = 0.5 * 0.5 * 0.5, p_inf = 1 / 1.4;

json forces(const TemporaryFolder& folder, const std::string& settings, const std::string& boundary = "bottom") {
  const Outcome outcome = rkdg(folder, "run c.ini -q " + settings);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  return summary(folder)["forces"][boundary];
}

}  // namespace

TEST_CASE("a uniform stream has no force on a floor, by either method and on a table with its cp") {
  const TemporaryFolder folder;
  folder.write("c.ini", floor_case);
  for (const std::string method :
       {"", "--set space.degree=0", "--set space.degree=0 --set space.reconstruction=linear"}) {
    INFO(method);
    const json none = forces(folder, method);
    for (const char* key : {"cd", "cl", "cl_pressure", "cm"}) CHECK(std::abs(none[key].get<double>()) < 1e-12);
    for (const char* file : {"out/forces.csv", "out/surface_bottom.csv"}) {
      const std::vector<std::string> rows = lines(folder.read(file));
      REQUIRE(rows.size() > 2);
    }
  }
}

TEST_CASE("forces and cp are those of the pressure above that of reference, moments about its center") {
  const TemporaryFolder folder;
  folder.write("c.ini", floor_case);
  const json absolute = forces(folder, "--set reference.pressure=0");
  CHECK(absolute["cl"].get<double>() == Approx(-p_inf / q).epsilon(1e-12));
  CHECK(absolute["cm"].get<double>() == Approx(0.5 * p_inf / q).epsilon(1e-12));
  const std::string row = lines(folder.read("out/surface_bottom.csv"))[1];  // x, y, nx, ny, weight, cp
  std::size_t cp = 0;
  for (int comma = 0; comma < 5; ++comma) cp = row.find(',', cp) + 1;
  CHECK(std::stod(row.substr(cp)) == Approx(p_inf / q).epsilon(1e-12));

  const json about_middle = forces(folder, "--set reference.pressure=0 --set 'reference.center=0.5, 3'");
  CHECK(about_middle["cl"].get<double>() == Approx(-p_inf / q).epsilon(1e-12));
  CHECK(std::abs(about_middle["cm"].get<double>()) < 1e-12);
  const json half = forces(folder, "--set 'reference.pressure=1 / (2 * gamma)'");
  CHECK(half["cl"].get<double>() == Approx(-0.5 * p_inf / q).epsilon(1e-12));
}

TEST_CASE("the force on a closed body is the same above any pressure") {
  const TemporaryFolder folder;
  folder.write(
      "c.ini",
      "[mesh]\ngenerate = cylinder\nparameters = radius=10 cells=2500 around=64 layers=10 wake=0\n[space]\n"
      "degree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.4\nalpha = 20\n[boundary.wall]\ntype = wall-slip\n"
      "[boundary.farfield]\ntype = farfield\n[time]\nsteps = 20\n[output]\nformat = none\nforces = wall\n");
  const json above = forces(folder, "", "wall"), absolute = forces(folder, "--set reference.pressure=0", "wall");
  CHECK(above["cd"].get<double>() > 0.1);
  for (const char* key : {"cd", "cl", "cm"})
    CHECK(above[key].get<double>() == Approx(absolute[key].get<double>()).margin(1e-11));
}

TEST_CASE("a reference pressure below 0, and a center of another dimension, are refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", floor_case);
  for (const auto& [setting, said] :
       {std::pair{"reference.pressure=-1", "'pressure' in [reference] must not be negative"},
        {"reference.center=1", "'center' in [reference] needs 2 numbers"},
        {"reference.center=1, 2, 3", "'center' with three components"}}) {
    const Outcome outcome = rkdg(folder, std::string("run c.ini -q --set '") + setting + "'");
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(said));
  }
}

TEST_CASE("a run ends once the mean of a force has settled, and says so if it has not") {
  const TemporaryFolder folder;
  folder.write("c.ini", floor_case);
  // The lift of a uniform stream is constant: its mean has settled as soon as there are samples enough for an error.
  const std::string settled =
      "--set reference.pressure=0 --set time.steps=500 --set output.monitor=1 "
      "--set 'time.until=mean of cl settled to 0.1 %' ";
  const Outcome outcome = rkdg(folder, "run c.ini " + settled);
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("mean of cl on bottom"));
  json found = summary(folder);
  CHECK(found["steps"] < 500);
  CHECK(found["until"]["settled"] == true);
  CHECK(found["until"]["mean"].get<double>() == Approx(-p_inf / q).epsilon(1e-12));

  const Outcome short_run = rkdg(folder, "run c.ini -q " + settled + "--set time.steps=20");
  CHECK(short_run.status == 3);
  CHECK_THAT(short_run.err, Contains("c.ini: not settled: mean of cl on bottom: not known"));
  CHECK(summary(folder)["until"]["settled"] == false);
}

TEST_CASE("a condition on a mean that cannot be met is refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", floor_case);
  const auto refusal = [&](const std::string& settings) {
    const Outcome outcome = rkdg(folder, "run c.ini " + settings);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  const std::string until = "--set 'time.until=mean of cd settled to 1 %' ";
  CHECK_THAT(refusal(until + "--set output.forces="), Contains("'until' needs 'forces = NAME' in [output]"));
  CHECK_THAT(refusal(until + "--set time.mode=steady"), Contains("'until' ends unsteady runs"));
  CHECK_THAT(refusal("--set 'time.until=mean of cd on botom settled to 1 %'"), Contains("'bottom'"));
  CHECK_THAT(refusal("--set time.until=soon"), Contains("'until' reads 'mean of cd settled to 0.5 %'"));
}
