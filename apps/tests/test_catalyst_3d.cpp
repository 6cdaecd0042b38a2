// Scripts of ParaView Catalyst see cells in 3-D, of every shape; with the real solver.
#include <catch2/catch.hpp>
#include <cstdio>

#include "apps/tests/catalyst_script.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;

namespace {

/// The unit cube of all four shapes; a flow whose conservative variables are polynomials of degree 3.
const std::string flow = R"([mesh]
generate = box
parameters = kind=hybrid, n=2
[space]
degree = 3
[gas]
model = euler
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
[boundary.back]
type = periodic
partner = front
[initial]
rho = 1 + 0.1 * x
u = 0.1 * y
v = 0.2 * z
w = 0.3 * x
p = 1 + 0.2 * z
[time]
steps = 1
[output]
directory = out
format = none
[catalyst]
script = script.py
every = 1
)";

}  // namespace

TEST_CASE("scripts are given the fields in cells of every shape in 3-D, and cells that fill it") {
  const TemporaryFolder folder;
  folder.write("c.ini", flow);
  folder.write("script.py", script_opening + points_and_sums);
  const std::string cells = GENERATE("linear", "lagrange");
  INFO(cells);
  const Outcome outcome = rkdg(folder, "run c.ini -q --backend cpu --set catalyst.cells=" + cells, "unset DISPLAY;");
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.empty());
  const auto rows = lines(folder.read("out/extracts/points_0.csv"));
  REQUIRE(rows.size() > 1);
  REQUIRE(rows[0] == R"("rho","velocity:0","velocity:1","velocity:2","pressure","temperature","Mach",)"
                     R"("vorticity:0","vorticity:1","vorticity:2","Points:0","Points:1","Points:2")");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    double rho = 0, u[3]{}, p = 0, curl[3]{}, x = 0, y = 0, z = 0;
    REQUIRE(std::sscanf(rows[i].c_str(), "%lf,%lf,%lf,%lf,%lf,%*f,%*f,%lf,%lf,%lf,%lf,%lf,%lf", &rho, u, u + 1, u + 2,
                        &p, curl, curl + 1, curl + 2, &x, &y, &z) == 11);
    CHECK(rho == Approx(1 + 0.1 * x).epsilon(0).margin(1e-11));
    CHECK(u[0] == Approx(0.1 * y).epsilon(0).margin(1e-11));
    CHECK(u[1] == Approx(0.2 * z).epsilon(0).margin(1e-11));
    CHECK(u[2] == Approx(0.3 * x).epsilon(0).margin(1e-11));
    CHECK(p == Approx(1 + 0.2 * z).epsilon(0).margin(1e-11));
    CHECK(curl[0] == Approx(-0.2).epsilon(0).margin(1e-9));
    CHECK(curl[1] == Approx(-0.3).epsilon(0).margin(1e-9));
    CHECK(curl[2] == Approx(-0.1).epsilon(0).margin(1e-9));
  }
  const auto sums = lines(folder.read("out/extracts/sums_0.csv"));
  REQUIRE(sums.size() == 2);
  REQUIRE(sums[0].starts_with(R"("cell","Volume")"));
  double volume = 0;
  REQUIRE(std::sscanf(sums[1].c_str(), "%*f,%lf", &volume) == 1);
  CHECK(volume == Approx(1.0));
}
