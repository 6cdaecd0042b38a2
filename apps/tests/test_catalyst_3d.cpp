// Scripts of ParaView Catalyst see cells in 3-D, of every shape; with the real solver.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "apps/tests/catalyst_script.hpp"
#include "apps/tests/csv_table.hpp"
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

void check_point(const std::map<std::string, double>& point) {
  const double x = point.at("Points:0"), y = point.at("Points:1"), z = point.at("Points:2");
  const auto check = [&](const std::string& name, double value, double margin) {
    INFO(name);
    CHECK(point.at(name) == Approx(value).epsilon(0).margin(margin));
  };
  check("rho", 1 + 0.1 * x, 1e-11);
  check("velocity:0", 0.1 * y, 1e-11);
  check("velocity:1", 0.2 * z, 1e-11);
  check("velocity:2", 0.3 * x, 1e-11);
  check("pressure", 1 + 0.2 * z, 1e-11);
  check("vorticity:0", -0.2, 1e-9);
  check("vorticity:1", -0.3, 1e-9);
  check("vorticity:2", -0.1, 1e-9);
}

}  // namespace

TEST_CASE("scripts are given the fields in cells of every shape in 3-D, and cells that fill it") {
  const TemporaryFolder folder;
  folder.write("c.ini", flow);
  folder.write("script.py", script_opening + points_and_sums);
  const std::string cells = GENERATE("linear", "lagrange");
  INFO(cells);
  for (const std::string& start : without_screen) {
    INFO(start);
    const Outcome outcome = rkdg(folder, "run c.ini -q --backend cpu --set catalyst.cells=" + cells, start);
    REQUIRE(outcome.status == 0);
    CHECK(outcome.err.empty());
    const CsvTable points = csv_table(folder.read("out/extracts/points_0.csv"));
    REQUIRE(points.size() > 100);
    for (const auto& point : points) check_point(point);
    const CsvTable sums = csv_table(folder.read("out/extracts/sums_0.csv"));
    REQUIRE(sums.size() == 1);
    CHECK(sums[0].at("Volume") == Approx(1.0));
  }
}
