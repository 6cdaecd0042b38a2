// Finite volumes from outside: their keys, runs in parts, tables of errors, and what is refused.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "apps/tests/linear_gas_case.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string volumes =
    " --backend cpu --set space.degree=0 --set space.reconstruction=linear --set space.riemann=roe";
const std::string pseudo_time =
    " --set time.mode=steady --set time.scheme=multistage4 --set time.smoothing=0.6 --set time.sweeps=3"
    " --set time.tolerance=1e-30 --set output.surface=bottom";

/// Whether this build has degree 0, without which there are no finite volumes.
bool is_built() {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  return rkdg(folder, "check c.ini --set space.degree=0").status == 0;
}

}  // namespace

TEST_CASE("finite volumes run, check and go on from a checkpoint bit for bit") {
  if (!is_built()) return;
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome checked = rkdg(folder, "check c.ini" + volumes + pseudo_time);
  CHECK(checked.status == 0);
  CHECK_THAT(checked.out, Contains("degree 0"));
  REQUIRE(rkdg(folder, "run c.ini -q --output whole --set time.steps=90" + volumes + pseudo_time).status == 3);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --set time.steps=40" + volumes + pseudo_time).status == 3);
  REQUIRE(rkdg(folder,
               "run c.ini -q --output parts --restart parts/checkpoint.h5 --set time.steps=90" + volumes + pseudo_time)
              .status == 3);  // these steps do not suffice to converge
  for (const std::string name : {"history.csv", "forces.csv", "surface_bottom.csv", "fields_000000090.vtu"}) {
    INFO(name);
    REQUIRE_FALSE(folder.read("whole/" + name).empty());
    CHECK(folder.read("whole/" + name) == folder.read("parts/" + name));
  }
  CHECK(summary(folder, "whole")["reconstruction"] == "linear");
  CHECK(summary(folder, "whole")["limiter"] == "venkatakrishnan");
}

TEST_CASE("pressure along a wall and the force on it are those of the reconstruction") {
  if (!is_built()) return;
  const TemporaryFolder folder;
  folder.write("c.ini", linear_gas_case);
  struct Wall {
    double largest_error = 0, cl = 0;
  };
  const auto run = [&](const std::string& settings) {
    REQUIRE(rkdg(folder, "run c.ini -q --backend cpu --output o" + settings).status == 0);
    const auto rows = lines(folder.read("o/surface_bottom.csv"));
    REQUIRE(rows.size() == 9);
    Wall wall;
    for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
      double x = 0, y = 0, nx = 0, ny = 0, weight = 0, cp = 0, cf = 1;
      REQUIRE(std::sscanf(row->c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &x, &y, &nx, &ny, &weight, &cp, &cf) == 7);
      CHECK(cf == 0);
      wall.largest_error = std::max(wall.largest_error, std::abs(cp - (0.9 - 0.2 * x - 1 / 1.4) / 0.125));
    }
    wall.cl = summary(folder, "o")["forces"]["bottom"]["cl"];
    return wall;
  };
  const Wall linear = run(" --set space.reconstruction=linear --set space.limiter=none"), means = run("");
  // The mean of the pressure along the wall is 0.8; forces count it from the pressure of the reference state, 1 / 1.4.
  const double cl = -(0.8 - 1 / 1.4) / 0.125;
  CHECK(linear.largest_error < 1e-10);
  CHECK(linear.cl == Approx(cl).epsilon(1e-10));
  CHECK(means.largest_error > 0.01);
  CHECK(means.cl != Approx(cl).epsilon(1e-3));
}

TEST_CASE("the errors of finite volumes are those of the reconstruction") {
  if (!is_built()) return;
  const TemporaryFolder folder;
  // A wave of density carried along: the exact solution at all times.
  folder.write("c.ini",
               "[mesh]\ngenerate = square\nlevel = 2\nparameters = xmin=0, xmax=1, ymin=0, ymax=1\n"
               "[gas]\nmodel = euler\n[space]\ndegree = 0\n[boundary.left]\ntype = periodic\npartner = right\n"
               "[boundary.bottom]\ntype = periodic\npartner = top\n[exact]\nrho = 1 + 0.2 * sin(2 * pi * (x - t))\n"
               "u = 1\nv = 0\np = 1\n[initial]\ntype = exact\n[time]\nend = 0.1\n");
  const auto order = [&](const std::string& settings) {
    const Outcome outcome = rkdg(folder, "converge c.ini --degrees 0 --levels 2 --json t.json" + settings);
    REQUIRE(outcome.status == 0);
    return nlohmann::json::parse(folder.read("t.json"))["rows"][1]["order"]["rho"].get<double>();
  };
  CHECK(order(" --set space.reconstruction=linear --set space.limiter=none") > 1.7);
  CHECK(order("") < 1.2);
}

TEST_CASE("what finite volumes have no use for is refused in one line") {
  if (!is_built()) return;
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const auto refuses = [&](const std::string& settings, const std::string& reason) {
    const Outcome outcome = rkdg(folder, "run c.ini -q" + settings);
    INFO(settings);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(reason));
  };
  refuses(" --set space.reconstruction=linear", "needs 'degree = 0'; degree 1 has slopes of its own");
  refuses(volumes + " --set gas.model=navier-stokes --set gas.mu=0.01 --set space.assembly=patches",
          "'patches' has no viscous terms");
  refuses(" --set space.degree=0 --set space.limiter=none", "'limiter' needs 'reconstruction = linear'");
  refuses(volumes + " --set space.limiter=none --set space.limiter_constant=1", "needs 'limiter = venkatakrishnan'");
  refuses(volumes + " --set space.assembly=tiles", "assembled by");
  refuses(volumes + " --set time.smoothing=0.6", "needs 'mode = steady'");
  refuses(volumes + " --set time.mode=steady --set time.sweeps=2", "'sweeps' needs 'smoothing'");
  refuses(" --set time.scheme=multistage4", "is for 'degree = 0'");
  refuses(volumes + " --set time.mode=steady --set time.sequence=0", "stay below the degree of [space], which is 0");
}
