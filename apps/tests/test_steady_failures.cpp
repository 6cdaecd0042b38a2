// Runs that cannot go on, or have no steady state, and what they say of it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "apps/run/aligned_farfield.hpp"
#include "apps/run/run_case.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A box without a [time].
const std::string box = R"([mesh]
generate = square
parameters = kind=hybrid,n=2,xmin=0,xmax=1,ymin=0,ymax=1
[space]
degree = 1
[gas]
mu = 0.01
[reference]
mach = 0.2
[boundary.left]
type = farfield
[boundary.right]
type = farfield
[boundary.bottom]
type = farfield
[boundary.top]
type = farfield
[initial]
rho = 1
u = u_inf * (1 + 0.1 * sin(2 * pi * y))
v = 0
p = p_inf
[output]
format = none
monitor = 2
)";

const std::vector<std::string> closed{"boundary.left.type=wall-adiabatic", "boundary.right.type=wall-adiabatic",
                                      "boundary.bottom.type=wall-adiabatic", "boundary.top.type=wall-isothermal"};

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::unique_ptr<Problem> problem(const TemporaryFolder& folder, const std::vector<std::string>& settings) {
  return make_problem(read_case(folder.write("c.ini", box), settings), {BackendKind::cpu, 1});
}

/// What a run fails with, or that it does not.
std::string failure(const TemporaryFolder& folder, const std::vector<std::string>& settings) {
  auto p = problem(folder, settings);
  try {
    const int status = run_case(*p, {.output = folder.file("out"), .restart = "", .quiet = true});
    return "status " + std::to_string(status);
  } catch (const RunError& error) {
    CHECK(nlohmann::json::parse(folder.read("out/summary.json"))["status"] == "failed");
    return error.what();
  }
}

}  // namespace

TEST_CASE("a steady run whose rates overflow fails, at the first residual and at a lower degree, too") {
  const TemporaryFolder folder;
  const std::vector<std::string> steady{"time.mode=steady", "time.steps=12", "gas.mu=1e160"};
  const auto check = [&](const std::vector<std::string>& settings) {
    const std::string text = failure(folder, joined(steady, settings));
    CHECK_THAT(text, Contains("the run diverged: the residual is") && Contains("check viscosity"));
    return text;
  };
  check({"time.solver=march", "time.drop=1e-9"});
  check({});
  CHECK_THAT(check({"space.degree=2", "time.sequence=1", "time.raise=0.5", "time.solver=march"}),
             Contains("at degree 1 of 'sequence'"));
}

TEST_CASE("a run whose steps do not bring time on fails") {
  const TemporaryFolder folder;
  auto p = problem(folder, {"time.end=2", "time.dt=1e-20"});
  p->solver->set_time(1.0);
  TimeLoop<2> loop(*p, 0);
  loop.advance(3);
  const auto failure = loop.failure();
  REQUIRE(failure);
  CHECK_THAT(failure->what, Contains("no time step was possible") && Contains("time 1"));
}

TEST_CASE("implicit steps towards a time at which a source ends fail") {
  const TemporaryFolder folder;
  for (const char* scheme : {"time.scheme=esdirk3", "time.scheme=esdirk4"})
    CHECK_THAT(failure(folder, {scheme, "time.end=0.2", "source.rho=0", "source.rhou=0", "source.rhov=0",
                                "source.rhoE=t > 0.05 ? sqrt(0 - t) : 0"}),
               !Contains("status") && Contains("0.05"));
}

TEST_CASE("a steady state is refused where a source adds to what no boundary lets out") {
  const TemporaryFolder folder;
  const std::vector<std::string> still{"source.rhou=0", "source.rhov=0", "time.mode=steady"};
  const auto refused = [&](const std::vector<std::string>& settings) -> std::string {
    try {
      problem(folder, joined(joined(closed, still), settings));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string mass = refused({"source.rho=1e-3 * x", "source.rhoE=0"});
  CHECK_THAT(mass, Contains("no steady state") && Contains("adds mass") && Contains("'mode = unsteady'"));
  CHECK(mass.find('\n') == std::string::npos);
  // The wall takes the heat, and mass may come where it goes elsewhere.
  CHECK(refused({"source.rho=x - 0.5", "source.rhoE=1e-3"}).empty());
  CHECK_THAT(refused({"source.rho=0", "source.rhoE=1e-3", "boundary.top.type=wall-adiabatic"}),
             Contains("adds energy"));
}

TEST_CASE("a flow that a lid heats for ever does not count as converged, whatever the tolerance") {
  const TemporaryFolder folder;
  const std::vector<std::string> lid =
      joined(closed, {"boundary.top.type=wall-adiabatic", "boundary.top.velocity=0.2, 0", "time.mode=steady",
                      "time.steps=3", "time.tolerance=1e6"});
  CHECK(failure(folder, lid) == "status 3");
  const auto mass = nlohmann::json::parse(folder.read("out/summary.json"))["totals"]["mass"];
  CHECK(mass["end"].get<double>() == Approx(mass["start"].get<double>()).epsilon(1e-12));
  CHECK(failure(folder, joined(lid, {"boundary.top.velocity=0, 0"})) == "status 0");
  CHECK(failure(folder, joined(lid, {"boundary.left.type=wall-isothermal"})) == "status 0");
}

TEST_CASE("a heated box keeps its mass in a run, and over a sequence of degrees and a restart") {
  const TemporaryFolder folder;
  const std::vector<std::string> heated =
      joined(closed, {"space.degree=2", "time.mode=steady", "boundary.bottom.type=wall-isothermal",
                      "boundary.bottom.temperature=1.4", "initial.rho=1 + 0.3 * exp(-10 * (x^2 + y^2))"});
  const auto run = [&](const std::vector<std::string>& settings, const std::string& restart, int status) {
    auto p = problem(folder, joined(heated, settings));
    REQUIRE(run_case(*p, {.output = folder.file("out"), .restart = restart, .quiet = true}) == status);
    return nlohmann::json::parse(folder.read("out/summary.json"));
  };
  const auto whole = run({}, "", 0);
  const double mass = whole["totals"]["mass"]["start"], energy = whole["totals"]["energy"]["end"];
  CHECK(whole["totals"]["mass"]["end"].get<double>() == Approx(mass).epsilon(1e-12));
  const auto climbed = run({"time.sequence=1"}, "", 0);
  CHECK(climbed["totals"]["mass"]["end"].get<double>() == Approx(mass).epsilon(1e-12));
  CHECK(climbed["totals"]["energy"]["end"].get<double>() == Approx(energy).epsilon(1e-9));
  run({"time.steps=3"}, "", 3);
  const auto rest = run({}, folder.file("out/checkpoint.h5"), 0);
  CHECK(rest["totals"]["mass"]["end"].get<double>() == Approx(mass).epsilon(1e-12));
  CHECK(rest["totals"]["energy"]["end"].get<double>() == Approx(energy).epsilon(1e-9));
}

TEST_CASE("far fields along the stream are told from others") {
  const TemporaryFolder folder;
  const auto told = [&](const std::vector<std::string>& settings) {
    return aligned_farfield(*problem(folder, joined({"time.mode=steady"}, settings)));
  };
  CHECK_THAT(told({}), Contains("far field 'bottom'") && Contains("100 %") && Contains("symmetry"));
  CHECK_THAT(told({"reference.alpha=90"}), Contains("far field 'left'"));
  CHECK(told({"reference.alpha=10"}).empty());
  CHECK(told({"boundary.bottom.type=symmetry", "boundary.top.type=wall-slip"}).empty());
  CHECK(told({"boundary.bottom.velocity=0.1, 0.05", "boundary.top.velocity=0.1, 0.05"}).empty());
}

TEST_CASE("where Newton's method stalls on a far field along the stream, that is named, and symmetry helps") {
  const TemporaryFolder folder;
  // A force turns the flow in and out of the top.
  const std::vector<std::string> rotated{"mesh.parameters=kind=hybrid,n=4,xmin=0,xmax=1,ymin=0,ymax=1",
                                         "space.riemann=roe",
                                         "gas.model=euler",
                                         "reference.mach=0.1",
                                         "boundary.bottom.type=wall-slip",
                                         "initial.u=u_inf",
                                         "source.rho=0",
                                         "source.rhou=-10 * (1 - y) * exp(-40 * ((x - 0.5)^2 + (y - 1)^2))",
                                         "source.rhov=-10 * (x - 0.5) * exp(-40 * ((x - 0.5)^2 + (y - 1)^2))",
                                         "source.rhoE=0",
                                         "time.mode=steady"};
  std::string text = box;
  text.erase(text.find("mu = 0.01\n"), 10);
  const auto run = [&](const std::vector<std::string>& settings, int status) {
    auto p = make_problem(read_case(folder.write("c.ini", text), joined(rotated, settings)), {BackendKind::cpu, 1});
    REQUIRE(run_case(*p, {.output = folder.file("out"), .restart = "", .quiet = true}) == status);
    return nlohmann::json::parse(folder.read("out/summary.json"));
  };
  CHECK_THAT(run({}, 3)["stall"].get<std::string>(), Contains("far field 'top'") && Contains("symmetry"));
  CHECK(run({"boundary.top.type=symmetry"}, 0)["converged"] == true);
  // A residual at rounding is no fault of the far field.
  const auto done = run({"source.rhou=0", "source.rhov=0", "time.tolerance=1e-30"}, 3);
  CHECK_THAT(done["stall"].get<std::string>(), !Contains("far field"));
}
