// Finite volumes on several ranks: every bit of one rank, and what a partition must not cut.
#include <catch2/catch.hpp>

#include "apps/tests/ranks_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// The case of ranks_case.hpp without viscosity at degree 0, on cells of both shapes, some of them curved.
const std::string volumes =
    "run c.ini -q --set gas.model=euler --set boundary.bottom.type=wall-slip "
    "--set space.degree=0 --set space.reconstruction=linear ";

/// Steady flow in a box of triangles, four of which have one neighbour.
constexpr const char* corners = R"([mesh]
generate = square
parameters = kind=triangles, n=8, distortion=0.2, xmin=0, xmax=1, ymin=0, ymax=1
[space]
degree = 0
reconstruction = linear
[gas]
model = euler
[reference]
mach = 0.4
alpha = 20
[boundary.left]
type = farfield
[boundary.right]
type = farfield
[boundary.bottom]
type = wall-slip
[boundary.top]
type = farfield
[time]
mode = steady
scheme = rk4
smoothing = 0.6
cfl = 2
steps = 60
drop = 1e-12
[output]
every = 60
monitor = 20
forces = bottom
format = vtu
[checkpoint]
every = 0
)";

/// Viscous flow in a box of tetrahedra, of which those along edges find their gradients beyond their neighbours.
constexpr const char* edges = R"([mesh]
generate = box
parameters = kind=tetrahedra, n=5
[space]
degree = 0
reconstruction = linear
[gas]
mu = 0.01
[reference]
mach = 0.4
alpha = 20
[boundary.left]
type = farfield
[boundary.right]
type = farfield
[boundary.bottom]
type = wall-adiabatic
[boundary.top]
type = farfield
[boundary.front]
type = wall-slip
[boundary.back]
type = wall-isothermal
temperature = 1.1
[initial]
rho = 1 + 0.1 * exp(-10 * ((x - 0.5)^2 + (y - 0.5)^2 + (z - 0.5)^2))
u = u_inf
v = 0
w = 0
p = 1 / gamma
[time]
steps = 30
[output]
every = 30
monitor = 10
forces = bottom
format = vtu
[checkpoint]
every = 10
)";

const std::vector<std::string> files_of_edges{"/history.csv", "/forces.csv", "/fields_000000030.vtu"};

/// Runs of one rank, which go to one-LIMITER, and of several.
void check_limiters(const Folder& folder, const std::string& settings, const std::vector<std::string>& limiters) {
  for (const std::string& limiter : limiters) {
    INFO(limiter);
    const std::string run = volumes + settings + "--set space.limiter=" + limiter + " --output ";
    REQUIRE(rkdg(folder, run + "one-" + limiter).status == 0);
    for (const int ranks : {2, 3}) {
      const std::string name = limiter + std::to_string(ranks);
      const Outcome outcome = rkdg(folder, run + name, on(ranks));
      CAPTURE(ranks, outcome.err);
      REQUIRE(outcome.status == 0);
      check_same(folder, "one-" + limiter, name);
    }
  }
}

}  // namespace

TEST_CASE("finite volumes write the same files on any number of ranks") {
  const Folder folder;
  check_limiters(folder, "", {"barth-jespersen", "venkatakrishnan"});
  REQUIRE(rkdg(folder, volumes + "--output gather --set space.assembly=gather", on(3)).status == 0);
  check_same(folder, "one-venkatakrishnan", "gather");
}

TEST_CASE("patches give every bit of one rank on any number of ranks") {
  check_limiters(Folder(), "--set space.assembly=patches ", {"none", "barth-jespersen", "venkatakrishnan"});
}

TEST_CASE("steps of each cell's own size and smoothed residuals are those of one rank") {
  const Folder folder;
  folder.write("corners.ini", corners);
  for (const std::string assembly : {"fused", "patches"}) {
    const std::string run = "run corners.ini -q --set space.assembly=" + assembly + " --output ";
    REQUIRE(rkdg(folder, run + assembly).status == 3);
    for (const int ranks : {2, 3, 4}) {
      const std::string name = assembly + std::to_string(ranks);
      const Outcome outcome = rkdg(folder, run + name, on(ranks));
      CAPTURE(assembly, ranks, outcome.err);
      REQUIRE(outcome.status == 3);
      for (const char* file : {"/history.csv", "/forces.csv", "/fields_000000060.vtu"}) {
        INFO(file);
        REQUIRE_FALSE(folder.read(assembly + file).empty());
        CHECK(folder.read(assembly + file) == folder.read(name + file));
      }
    }
  }
}

TEST_CASE("viscous finite volumes of 3-D cells are those of one rank, and go on from a checkpoint") {
  const Folder folder;
  folder.write("edges.ini", edges);
  const auto check_files = [&](const std::string& name) {
    for (const std::string& file : files_of_edges) {
      INFO(name + file);
      REQUIRE_FALSE(folder.read("one" + file).empty());
      CHECK(folder.read("one" + file) == folder.read(name + file));
    }
  };
  for (const std::string assembly : {"fused", "gather"}) {
    const std::string run = "run edges.ini -q --set space.assembly=" + assembly + " --output ";
    REQUIRE(rkdg(folder, run + "one").status == 0);
    const Outcome outcome = rkdg(folder, run + assembly, on(3));
    CAPTURE(assembly, outcome.err);
    REQUIRE(outcome.status == 0);
    check_files(assembly);
  }
  REQUIRE(rkdg(folder, "run edges.ini -q --output parts --set time.steps=20").status == 0);
  REQUIRE(rkdg(folder, "run edges.ini -q --output parts --restart parts/checkpoint.h5").status == 0);
  check_files("parts");
}

TEST_CASE("what finite volumes cannot do on several ranks is said") {
  const Folder folder;
  const Outcome scatters = rkdg(folder, volumes + "--set space.assembly=atomic", on(2));
  CHECK(scatters.status == 2);
  REQUIRE(error_lines(scatters).size() == 1);
  CHECK_THAT(error_lines(scatters).front(), Contains("an assembly that scatters works on one rank only"));
  // A strip of squares: all neighbours of a cell lie along a line, and those behind them on other ranks.
  folder.write("corners.ini", corners);
  const Outcome strip =
      rkdg(folder, "run corners.ini -q --set 'mesh.parameters=kind=quads, nx=16, ny=1, xmin=0, xmax=1, ymin=0, ymax=1'",
           on(2));
  CHECK(strip.status == 2);
  REQUIRE(error_lines(strip).size() == 1);
  CHECK_THAT(error_lines(strip).front(), Contains("too few neighbours for a reconstruction"));
}
