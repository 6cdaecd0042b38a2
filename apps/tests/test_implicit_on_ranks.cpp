// Steady flows and implicit schemes on several ranks, from outside: the forces of one rank, and restarts on others.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "apps/tests/ranks_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// Laminar flow past NACA 0012 on a coarse grid, to rounding.
constexpr const char* airfoil = R"([mesh]
generate = naca0012
parameters = ni=32, nj=16
[space]
degree = 3
riemann = roe
[reference]
mach = 0.5
reynolds = 500
alpha = 2
[boundary.wall]
type = wall-adiabatic
[boundary.farfield]
type = farfield
[time]
mode = steady
tolerance = 1e-13
[output]
format = none
forces = wall
[checkpoint]
every = 2
)";

/// Flow through a channel past a moving wall, by pressure and temperature, inviscid at its top.
constexpr const char* channel = R"([mesh]
generate = square
parameters = kind=hybrid, n=8, order=2, curved=0.05
[space]
degree = 2
riemann = roe
[reference]
mach = 0.3
reynolds = 50
[boundary.left]
type = farfield
[boundary.right]
type = outflow-pressure
pressure = p_inf
[boundary.bottom]
type = wall-isothermal
[boundary.top]
type = symmetry
[time]
mode = steady
tolerance = 1e-13
[output]
format = none
forces = bottom
[checkpoint]
every = 0
)";

/// A vortex street that has not begun, in large steps.
constexpr const char* cylinder = R"([mesh]
generate = cylinder
[space]
degree = 2
riemann = roe
[reference]
mach = 0.2
reynolds = 100
[boundary.wall]
type = wall-adiabatic
[boundary.farfield]
type = farfield
[time]
scheme = esdirk4
tolerance = 1e-4
dt = 0.02
end = 0.08
[output]
format = none
forces = wall
monitor = 1
[checkpoint]
every = 2
)";

using Json = nlohmann::json;

Json run(const TemporaryFolder& folder, const std::string& arguments, const std::string& output, int ranks,
         int status = 0) {
  const Outcome outcome = rkdg(folder, "run " + arguments + " -q --output " + output, ranks > 1 ? on(ranks) : "");
  CAPTURE(arguments, ranks, outcome.err);
  REQUIRE(outcome.status == status);
  return summary(folder, output);
}

void check_same_forces(const Json& a, const Json& b, const std::string& boundary, double tolerance) {
  for (const char* key : {"cd", "cl", "cd_pressure", "cd_viscous"}) {
    CAPTURE(key);
    const double x = a["forces"][boundary][key], y = b["forces"][boundary][key];
    CAPTURE(std::to_string(1e12 * (x - y)));  // which Catch would print as 0
    CHECK(std::abs(x - y) <= tolerance);
  }
}

/// What a residual of 1e-13 leaves in coefficients of the size of 1.
constexpr double forces_of_residual = 1e-10;

/// Newton's method on one, two and four ranks: as many steps, the same forces, few more Krylov steps.
void check_ranks(const TemporaryFolder& folder, const std::string& arguments, const std::string& boundary) {
  const Json one = run(folder, arguments, "one", 1);
  CHECK(one["converged"] == true);
  const long steps = one["newton_steps"], krylov_steps = one["krylov_steps"];
  for (const int ranks : {2, 4}) {
    CAPTURE(ranks);
    const Json some = run(folder, arguments, "some" + std::to_string(ranks), ranks);
    CHECK(some["ranks"] == ranks);
    CHECK(some["converged"] == true);
    CHECK(some["newton_steps"] == steps);
    CHECK(some["krylov_steps"].get<long>() <= 1.3 * static_cast<double>(krylov_steps));
    check_same_forces(one, some, boundary, forces_of_residual);
  }
}

}  // namespace

TEST_CASE("Newton's method finds the forces on an airfoil and on a channel's wall on any number of ranks") {
  const TemporaryFolder folder;
  folder.write("airfoil.ini", airfoil);
  folder.write("channel.ini", channel);
  check_ranks(folder, "airfoil.ini", "wall");
  for (const char* output : {"one", "some2", "some4"}) std::filesystem::remove_all(folder.path() / output);
  check_ranks(folder, "channel.ini", "bottom");
}

TEST_CASE("with block Jacobi the histories of Newton's method are those of one rank, to the last digit") {
  const TemporaryFolder folder;
  folder.write("channel.ini", channel);
  const std::string arguments = "channel.ini --set time.smoother=block-jacobi --set space.degree=1";
  const Json one = run(folder, arguments, "one", 1), some = run(folder, arguments, "some", 3);
  CHECK(one["smoother"] == "block-jacobi");
  CHECK(some["krylov_steps"] == one["krylov_steps"]);
  for (const std::string name : {"newton.csv", "history.csv", "forces.csv"}) {
    INFO(name);
    REQUIRE_FALSE(folder.read("one/" + name).empty());
    CHECK(folder.read("one/" + name) == folder.read("some/" + name));
  }
}

TEST_CASE("a run by Newton's method goes on on another number of ranks") {
  const TemporaryFolder folder;
  folder.write("airfoil.ini", airfoil);
  const std::string low = "airfoil.ini --set space.degree=1";
  const Json whole = run(folder, low, "whole", 1);
  constexpr int not_converged = 3;
  run(folder, low + " --set time.steps=4", "parts", 3, not_converged);
  const Json rest = run(folder, low + " --restart parts/checkpoint.h5", "parts", 2);
  CHECK(rest["converged"] == true);
  CHECK(rest["newton_steps"].get<long>() + 4 == rest["iterations"].get<long>());
  check_same_forces(whole, rest, "wall", forces_of_residual);
}

TEST_CASE("implicit steps around a cylinder are those of one rank to their tolerance, and go on on others") {
  const TemporaryFolder folder;
  folder.write("cylinder.ini", cylinder);
  const Json one = run(folder, "cylinder.ini", "one", 1), some = run(folder, "cylinder.ini", "some", 2);
  CHECK(some["steps"] == one["steps"]);
  CHECK(some["exchange"] == "mpi");
  check_same_forces(one, some, "wall", 1e-4);
  run(folder, "cylinder.ini --set time.end=0.04", "parts", 2);
  const Json rest = run(folder, "cylinder.ini --restart parts/checkpoint.h5", "parts", 3);
  CHECK(rest["time"] == 0.08);
  check_same_forces(one, rest, "wall", 1e-3);
}

TEST_CASE("lower degrees find the initial state on any number of ranks, with the bits of one") {
  const TemporaryFolder folder;
  folder.write("channel.ini", channel);
  // A box without an opening, whose lower degrees keep what the case has of mass and energy.
  std::string box = channel;
  for (const std::string type : {"farfield", "outflow-pressure\npressure = p_inf", "wall-isothermal", "symmetry"})
    box.replace(box.find(type), type.size(), "wall-adiabatic");
  folder.write("box.ini", box + "[initial]\nrho = 1 + 0.1 * sin(x)\nu = 0.1 * cos(y)\nv = 0\np = p_inf\n");
  const std::string newton = " --set time.smoother=block-jacobi --set time.sequence=0,1";
  const std::string pseudo_time =
      " --set time.solver=march --set time.sequence=1 --set time.steps=40 --set time.tolerance=1e-9 "
      "--set output.monitor=10";
  for (const auto& [arguments, status] : {std::pair{"channel.ini" + newton, 0},
                                          {"channel.ini" + pseudo_time, 3},
                                          {"box.ini" + newton + " --set time.tolerance=1e-10", 0}}) {
    const Json one = run(folder, arguments, "one", 1, status), some = run(folder, arguments, "some", 3, status);
    CHECK(one["sequence"].size() > 0);
    for (const std::string name : {"sequence.csv", "history.csv", "forces.csv"}) {
      INFO(name);
      REQUIRE_FALSE(folder.read("one/" + name).empty());
      CHECK(folder.read("one/" + name) == folder.read("some/" + name));
    }
    for (const char* total : {"mass", "energy"}) CHECK(one["totals"][total] == some["totals"][total]);
    for (const char* output : {"one", "some"}) std::filesystem::remove_all(folder.path() / output);
  }
}

TEST_CASE("damping has the bits of one rank, and goes on on another number of ranks") {
  const TemporaryFolder folder;
  folder.write("channel.ini", channel);
  const std::string pseudo_time =
      "channel.ini --set time.solver=march --set time.damping=40 --set time.tolerance=1e-12 --set output.monitor=10 "
      "--set checkpoint.every=20 --set time.steps=";
  constexpr int not_converged = 3;
  run(folder, pseudo_time + "60", "one", 1, not_converged);
  run(folder, pseudo_time + "60", "some", 3, not_converged);
  run(folder, pseudo_time + "20", "parts", 2, not_converged);
  run(folder, pseudo_time + "40 --restart parts/checkpoint.h5", "parts", 3, not_converged);
  run(folder, pseudo_time + "60 --restart parts/checkpoint.h5", "parts", 1, not_converged);
  run(folder, "channel.ini --set time.solver=march --set time.steps=60 --set output.monitor=10", "free", 1,
      not_converged);
  for (const char* other : {"some", "parts"})
    CHECK(folder.read("one/history.csv") == folder.read(std::string(other) + "/history.csv"));
  CHECK(folder.read("one/history.csv") != folder.read("free/history.csv"));
}
