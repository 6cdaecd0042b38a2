// Averages over planes, [average] profile, against fields whose averages are known.
#include <catch2/catch.hpp>
#include <cmath>

#include "apps/tests/csv_table.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A box that is periodic along x, with a state that stays for three steps of 1e-12.
const std::string frozen = R"([mesh]
generate = square
parameters = kind=quads, nx=8, ny=3, xmin=0, xmax=1, ymin=-1, ymax=1
[space]
degree = 2
quads = Q
[gas]
model = euler
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = wall-slip
[boundary.top]
type = wall-slip
[initial]
rho = 1
u = 0.3 * (1 - y^2) + 0.1 * sin(2 * pi * x)
v = 0.2 * (1 - y^2) * sin(2 * pi * x)
p = (1 + 0.1 * y + 0.05 * cos(2 * pi * x)) / gamma
[time]
steps = 3
dt = 1e-12
[output]
format = none
[average]
every = 1
profile = y
)";

}  // namespace

TEST_CASE("a profile has the means and second moments over planes") {
  const TemporaryFolder folder;
  folder.write("c.ini", frozen);
  for (const std::string kind : {"quads", "triangles"}) {
    INFO(kind);
    const Outcome run = rkdg(
        folder, "run c.ini -q --set 'mesh.parameters=kind=" + kind + ", nx=8, ny=3, xmin=0, xmax=1, ymin=-1, ymax=1'");
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const CsvTable rows = csv_table(folder.read("out/profile_mean.csv"));
    REQUIRE(rows.size() == 11);  // three places in each layer, and both ends
    CHECK(rows.front().at("y") == -1);
    CHECK(rows.back().at("y") == 1);
    for (const auto& row : rows) {
      const double y = row.at("y"), bulge = 1 - y * y;
      INFO(y);
      CHECK(row.at("u_mean") == Approx(0.3 * bulge).margin(1e-4));
      CHECK(row.at("v_mean") == Approx(0).margin(1e-4));
      CHECK(row.at("rho_mean") == Approx(1).epsilon(1e-6));
      CHECK(row.at("T_mean") == Approx(1 + 0.1 * y).epsilon(1e-4));
      CHECK(row.at("u_rms") == Approx(0.1 / std::sqrt(2)).epsilon(2e-2));
      CHECK(row.at("T_rms") == Approx(0.05 / std::sqrt(2)).epsilon(2e-2));
      CHECK(row.at("uv_fluctuation") == Approx(0.01 * bulge).margin(1e-4));
      CHECK(row.at("uT_fluctuation") == Approx(0).margin(1e-4));
      CHECK(row.at("samples") == 4);
    }
  }
}

TEST_CASE("a profile of slices has the means over them") {
  const TemporaryFolder folder;
  folder.write("c.ini", frozen);
  const Outcome run = rkdg(folder,
                           "run c.ini -q --set average.profile_points=4 --set 'mesh.parameters=kind=quads, "
                           "nx=8, ny=4, xmin=0, xmax=1, ymin=-1, ymax=1'");
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const CsvTable rows = csv_table(folder.read("out/profile_mean.csv"));
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const double a = -1 + 0.5 * static_cast<double>(i), b = a + 0.5;
    CHECK(rows[i].at("y") == Approx(0.5 * (a + b)).margin(1e-15));
    CHECK(rows[i].at("u_mean") == Approx(0.3 * (1 - (b * b * b - a * a * a) / 1.5)).epsilon(1e-5));
  }
}

TEST_CASE("wall units are those of the friction of the walls") {
  const TemporaryFolder folder;
  folder.write("c.ini", R"([mesh]
generate = square
parameters = kind=quads, nx=2, ny=4, xmin=0, xmax=1, ymin=0, ymax=1
[space]
degree = 2
[gas]
mu = 0.05
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = wall-isothermal
[boundary.top]
type = wall-isothermal
[initial]
rho = 1
u = 0.06 * y * (1 - y)
v = 0
p = 1 / gamma
[forcing]
pressure_gradient = -0.006
[time]
steps = 60
[output]
format = none
[average]
every = 20
profile = y
)");
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  const double friction = std::sqrt(0.5 * 0.006);
  const auto found = summary(folder)["average"]["friction_velocity"];
  REQUIRE(found.size() == 2);
  for (const double u : found) CHECK(u == Approx(friction).epsilon(1e-4));
  for (const auto& row : csv_table(folder.read("out/profile_mean.csv"))) {
    const double y = row.at("y");
    CHECK(row.at("yplus") == Approx(std::min(y, 1 - y) * friction / 0.05).epsilon(1e-4));
    CHECK(row.at("u_rms") < 1e-6);  // of u^2, no polynomial of the degree of the averages, nothing is left
    CHECK(row.at("uplus") == Approx(0.06 * y * (1 - y) / friction).margin(1e-5));
  }
}

TEST_CASE("a profile needs layers of cells or slices") {
  const TemporaryFolder folder;
  folder.write("c.ini", frozen);
  const auto refused = [&](const std::string& words, const std::string& why) {
    const Outcome outcome = rkdg(folder, "run c.ini -q " + words);
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(why));
  };
  refused("--set 'mesh.parameters=kind=hybrid, n=4, distortion=0.1, xmin=0, xmax=1, ymin=-1, ymax=1'",
          "cells do not lie in layers across y; set 'profile_points'");
  refused("--set average.profile_points=1000", "no quadrature point lies in the slice from y = ");
  refused("--set average.profile=z", "'profile = z' in [average] belongs to a 3-D case");
  refused("--set average.profile= --set average.profile_points=3", "'profile_points' needs 'profile', a direction");
}
