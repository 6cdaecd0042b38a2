// A source of the state in Newton's method and in implicit steps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/run/run_case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A manufactured flow that a sponge draws the gas to.
const std::string drawn = R"([mesh]
generate = square
parameters = kind=hybrid, n=4, distortion=0.15, xmin=0, xmax=1, ymin=0, ymax=1
[space]
degree = 2
quads = P
[gas]
prandtl = 0.72
mu = 0.02
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
[expressions]
rho_e = 1 + 0.2 * sin(2 * pi * (x + y))
u_e = 0.3 + 0.1 * sin(2 * pi * x) * cos(2 * pi * y)
v_e = 0.2 - 0.1 * cos(2 * pi * x) * sin(4 * pi * y)
p_e = 1 + 0.1 * cos(2 * pi * x) * sin(2 * pi * y)
[exact]
rho = rho_e
u = u_e
v = v_e
p = p_e
[source]
from = exact
[sponge]
strength = 20
rho = rho_e
u = u_e
v = v_e
p = p_e
[initial]
rho = 1
u = 0.3
v = 0.2
p = 1
[time]
mode = steady
tolerance = 1e-11
[output]
format = none
)";

nlohmann::json run_drawn(const TemporaryFolder& folder, const std::string& output,
                         const std::vector<std::string>& settings) {
  auto problem = make_problem(read_case(folder.write("c.ini", drawn), settings), {BackendKind::cpu, 1});
  REQUIRE(run_case(*problem, {.output = folder.file(output), .restart = "", .quiet = true}) == 0);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

}  // namespace

TEST_CASE("a sponge draws Newton's method, implicit and explicit steps to one flow, with the order of the degree") {
  const TemporaryFolder folder;
  const std::string finer = "mesh.parameters=kind=hybrid, n=8, distortion=0.15, xmin=0, xmax=1, ymin=0, ymax=1";
  const auto steady = run_drawn(folder, "steady", {}), fine = run_drawn(folder, "fine", {finer});
  CHECK(steady["status"] == "done");
  CHECK(steady["steps"] < 12);
  for (const char* variable : {"rho", "rhou", "rhov", "rhoE"})
    CHECK(std::log2(double(steady["errors"]["l2"][variable]) / double(fine["errors"]["l2"][variable])) > 2);
  const std::vector<std::string> unsteady{"time.mode=unsteady", "time.end=2"};
  auto implicit = unsteady;
  implicit.insert(implicit.end(), {"time.scheme=esdirk4", "time.tolerance=1e-6"});
  auto of_explicit_steps = unsteady;
  of_explicit_steps.emplace_back("time.tolerance=");
  for (const auto& settings : {implicit, of_explicit_steps}) {
    const auto other = run_drawn(folder, settings == implicit ? "implicit" : "explicit", settings);
    for (const char* variable : {"rho", "rhou", "rhov", "rhoE"})
      CHECK(double(other["errors"]["l2"][variable]) == Approx(double(steady["errors"]["l2"][variable])).epsilon(1e-6));
  }
}

TEST_CASE("exact products and a source of the state are refused together, at its place") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(
      make_problem(read_case(folder.write("d.ini", drawn), {"time.products=exact"}), {BackendKind::cpu, 1}),
      Contains("d.ini:28: 'products = exact' does not include a source that depends on the state"));
}
