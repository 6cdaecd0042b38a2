// A case in other units is the same case: as many iterations, and the same coefficients of drag.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "apps/case/built_variants.hpp"
#include "apps/run/run_case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;

namespace {

/// What is one in units of the flow: a length of the mesh, a density and a speed.
struct FlowUnits {
  const char* name;
  double length, density, speed;
};

const std::vector<FlowUnits> all_units{{"metres", 1, 1, 1},
                                       {"micrometres", 1e6, 1, 1},
                                       {"kilometres", 1e-3, 1, 1},
                                       {"SI of a body of 3 mm", 3e-3, 1.225, 340.294}};

/// A stream over a wall, disturbed; [space], [gas] and [time] are left to the test.
std::string stream_over_wall(const FlowUnits& units, bool gives_length) {
  const double l = units.length, c = units.speed, p = units.density * c * c / 1.4;
  const std::string state = fmt::format("rho = {:.17g}\nvelocity = {:.17g}, {:.17g}\npressure = {:.17g}\n",
                                        units.density, 0.5 * c, 0.02 * c, p);
  std::string text = fmt::format(
      "[mesh]\ngenerate = square\nparameters = "
      "kind=hybrid,n=4,distortion=0.1,xmin=0,xmax={0:.17g},ymin=0,ymax={0:.17g}\n"
      "[reference]\nmach = 0.5\npressure = {4:.17g}\n{1}"
      "[initial]\nrho = {2:.17g} * (1 + 0.05 * sin(3 * x / {0:.17g}))\nu = {3:.17g} * (1 - 0.3 * exp(-4 * y / "
      "{0:.17g}))\n"
      "v = 0\np = {4:.17g}\n"
      "[output]\nformat = none\nforces = bottom\n[checkpoint]\nevery = 0\n",
      l, gives_length ? fmt::format("length = {:.17g}\n", l) : "", units.density, 0.5 * c, p);
  for (const char* side : {"left", "right", "top"})
    text += fmt::format("[boundary.{}]\ntype = farfield\n{}", side, state);
  return text;
}

std::string viscous(const FlowUnits& units) {
  return fmt::format(
      "[space]\ndegree = 1\nriemann = roe\n[gas]\nmu = {:.17g}\n[boundary.bottom]\ntype = wall-adiabatic\n",
      0.01 * units.density * units.speed * units.length);
}

/// An inviscid flow, with an incidence that the wall turns.
std::string volumes() {
  return "[space]\ndegree = 0\nreconstruction = linear\nriemann = hllc\n[gas]\nmodel = euler\n[boundary.bottom]\ntype "
         "= wall-slip\n";
}

struct Result {
  std::vector<long> counts;
  double cd, cl;
};

/// The counts that a summary has of these, and coefficients over density x speed^2.
Result run(const FlowUnits& units, const std::string& text, const std::vector<std::string>& counts, bool gives_length) {
  const TemporaryFolder folder;
  auto problem = make_problem(read_case(folder.write("c.ini", stream_over_wall(units, gives_length) + text), {}),
                              {BackendKind::cpu, 1});
  REQUIRE(run_case(*problem, {.output = folder.file("out"), .restart = "", .quiet = true}) == 0);
  const auto summary = nlohmann::json::parse(folder.read("out/summary.json"));
  const auto& forces = summary["forces"]["bottom"];
  const double scale = units.density * units.speed * units.speed * (gives_length ? 1 : units.length);
  Result result{{}, forces["cd"].get<double>() / scale, forces["cl"].get<double>() / scale};
  for (const std::string& key : counts) result.counts.push_back(summary[key].get<long>());
  return result;
}

/// `text` may depend on the units.
template <class Text>
void check_units(const Text& text, const std::vector<std::string>& counts) {
  for (const bool gives_length : {true, false}) {
    const Result metres = run(all_units.front(), text(all_units.front()), counts, gives_length);
    CHECK(metres.counts.front() > 2);
    for (const FlowUnits& units : all_units) {
      INFO(units.name << (gives_length ? "" : ", without a length"));
      const Result here = run(units, text(units), counts, gives_length);
      CHECK(here.counts == metres.counts);
      CHECK(here.cd == Approx(metres.cd).epsilon(1e-9).margin(1e-12));
      CHECK(here.cl == Approx(metres.cl).epsilon(1e-9));
    }
  }
}

bool is_built_in_2d(const char* degree) {
  const auto& built = built_degrees(2);
  return std::find(built.begin(), built.end(), degree) != built.end();
}

}  // namespace

TEST_CASE("Newton's method takes the same steps to the same drag in all units") {
  check_units([](const FlowUnits& units) { return viscous(units) + "[time]\nmode = steady\n"; },
              {"iterations", "newton_steps", "krylov_steps", "right_hand_sides"});
}

TEST_CASE("pseudo-time stepping takes the same steps to the same drag in all units") {
  const std::string time = "[time]\nmode = steady\nsolver = march\nsteps = 20000\ncfl = 0.8\ntolerance = 1e-5\n";
  check_units([&](const FlowUnits& units) { return viscous(units) + time; }, {"iterations"});
  check_units([&](const FlowUnits& units) { return viscous(units) + time + "drop = 1e-2\ndamping = 40\nspread = 3\n"; },
              {"iterations"});
}

TEST_CASE("implicit steps are as many in all units, and so are those that are rejected") {
  check_units(
      [](const FlowUnits& units) {
        return viscous(units) +
               fmt::format("[time]\nscheme = esdirk3\nend = {:.17g}\n", 5 * units.length / units.speed);
      },
      {"steps", "newton_steps", "krylov_steps", "rejected_steps"});
}

TEST_CASE("finite volumes step and limit alike in all units") {
  if (!is_built_in_2d("0")) return;
  const std::string time = "[time]\nmode = steady\nscheme = multistage4\nsteps = 4000\ncfl = 0.8\ntolerance = 1e-6\n";
  check_units([&](const FlowUnits&) { return volumes() + time; }, {"iterations"});
  check_units([&](const FlowUnits&) { return volumes() + time + "smoothing = 0.6\n"; }, {"iterations"});
}

TEST_CASE("explicit steps are as many in all units") {
  check_units(
      [](const FlowUnits& units) {
        return viscous(units) + fmt::format("[time]\nend = {:.17g}\n", units.length / units.speed);
      },
      {"steps"});
}
