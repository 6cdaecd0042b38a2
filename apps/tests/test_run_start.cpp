// What is said of a case before its first step.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <regex>
#include <sstream>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Of a time such as 42, 3:05 and 1:02:03.
double seconds_of(const std::string& clock) {
  std::istringstream parts(clock);
  double seconds = 0.0;
  for (std::string part; std::getline(parts, part, ':');) seconds = 60 * seconds + std::stod(part);
  return seconds;
}

}  // namespace

TEST_CASE("an initial state whose projection undershoots is told with place, values and what to do") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q --set 'initial.rho=x < 0.5 ? 1 : 0.01'");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("c.ini:") && Contains("its projection onto polynomials is not: rho = -") &&
                              Contains("Polynomials undershoot at a discontinuity"));
  CHECK_FALSE(std::filesystem::exists(folder.file("out")));
}

TEST_CASE("check does not speak of time where each cell takes its own steps") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome local = rkdg(folder, "check c.ini --set time.mode=steady --set time.solver=march --set time.steps=777");
  CHECK(local.status == 0);
  CHECK_THAT(local.out,
             Contains("time step  local, the smallest 0.") && Contains("at most 777 iterations") && !Contains("reach"));
  CHECK(local.err.empty());
  const Outcome global = rkdg(folder, "check c.ini --set time.mode=steady --set time.step=global");
  CHECK_THAT(global.out, Contains("40 steps reach about"));
}

TEST_CASE("check measures how long the steps of a run take") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const auto said = [&](const std::string& settings) {
    const Outcome outcome = rkdg(folder, "check c.ini " + settings);
    CHECK(outcome.status == 0);
    const std::size_t at = outcome.out.find("run time   ");
    REQUIRE(at != std::string::npos);
    return outcome.out.substr(at + 11, outcome.out.find('\n', at) - at - 11);
  };
  const std::string text = said("--set time.steps=1000000");
  std::smatch parts;
  REQUIRE(std::regex_match(
      text, parts,
      std::regex("about ([0-9:]+)( s)? for 1000000 steps of (.*) s, measured over .*; files come on top")));
  const double step = std::stod(parts[3]);
  CHECK(seconds_of(parts[1]) == Approx(1e6 * step).epsilon(0.01).margin(1));
  // That of the run itself, but for what else the machine does.
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=2000 --set output.monitor=2000").status == 0);
  const double of_run = summary(folder)["seconds_per_step"].get<double>();
  CHECK(step > 0.05 * of_run);
  CHECK(step < 20 * of_run);

  CHECK_THAT(said("--set time.steps=100 --set time.dt=0.01 --set time.end=0.5"), Contains(" for 50 steps of "));
  CHECK_THAT(said("--set time.mode=steady --set time.solver=march"), StartsWith("at most"));
  CHECK_THAT(said("--set time.mode=steady"), Contains("Newton"));
  CHECK_THAT(said("--set time.scheme=esdirk3"), Contains("only the run finds"));
  CHECK_THAT(said("--set time.cfl=1000"), Contains("becomes unphysical"));
}

TEST_CASE("check estimates y+ by the friction of a flat plate") {
  const TemporaryFolder folder;
  std::string text = square_case;
  text.replace(text.find("model = euler"), 13, "mu = 1e-5");
  folder.write("c.ini", text);
  const std::string square = " --set 'mesh.parameters=n=4 kind=quads xmin=0 xmax=1 ymin=0 ymax=1'";
  const Outcome outcome = rkdg(folder, "check c.ini --set boundary.bottom.type=wall-adiabatic" + square);
  CHECK(outcome.status == 0);
  // Cells of height 1/4 and degree 1, Mach number 0.3: Re = 30000.
  const double y = 0.125, re = 0.3 / 1e-5;
  const double laminar = y * re * std::sqrt(0.332 / std::sqrt(re)),
               turbulent = y * re * std::sqrt(0.0135 * std::pow(re, -1.0 / 7));
  CHECK_THAT(outcome.out, Contains(fmt::format("wall       bottom: y+ of {0:.2g} if the flow is laminar, "
                                               "{1:.2g} if turbulent, by the friction of a flat plate at Re = 3e+04\n",
                                               laminar, turbulent)));
  // At the Reynolds numbers of turbulent flow, beside the friction of White and Christoph: 0.42 / ln(0.056 Re)^2.
  for (const double mu : {3e-6, 3e-7, 3e-8}) {
    const double large = 0.3 / mu, expected = y * large * std::sqrt(0.21) / std::log(0.056 * large);
    const std::string out =
        rkdg(folder,
             "check c.ini --set boundary.bottom.type=wall-adiabatic --set gas.mu=" + fmt::format("{}", mu) + square)
            .out;
    const std::size_t at = out.find(" if the flow is laminar, ");
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(out.substr(at + 25)) == Approx(expected).epsilon(0.09));
  }
  CHECK_THAT(rkdg(folder, "check c.ini" + square).out, !Contains("wall       "));
}

TEST_CASE("verbose says what the program has chosen, and what the case") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  for (const std::string command : {"check c.ini --verbose", "run c.ini --verbose"}) {
    const Outcome automatic = rkdg(folder, command + " --backend cpu");
    CHECK(automatic.status == 0);
    CHECK_THAT(automatic.out,
               Contains("choice     backend cpu: as --backend says\n") &&
                   Contains("choice     assembly blocks: auto chooses it on a CPU for meshes with straight") &&
                   Contains("choice     layout blocked: auto chooses it with all but 'tiles'\n") &&
                   Contains("choice     ordering none: by default") && Contains("choice     time step: 'cfl' = "));
    const Outcome given =
        rkdg(folder, command + " --set space.assembly=gather --set space.layout=flat --set mesh.ordering=rcm");
    CHECK_THAT(given.out, Contains("assembly gather: as the case says\n") &&
                              Contains("layout flat: as the case says\n") &&
                              Contains("ordering rcm: as the case says\n"));
  }
  CHECK_THAT(rkdg(folder, "check c.ini").out, !Contains("choice "));
  const Outcome both = rkdg(folder, "run c.ini --verbose --quiet");
  CHECK(both.status == 2);
  CHECK(is_one_error_line(both.err));
}

TEST_CASE("a closed box on steps of each cell's own tells what becomes of its mass") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  std::string settings =
      " --set time.mode=steady --set time.solver=march --set output.format=none --set time.tolerance=1e-3";
  for (const char* side : {"left", "right", "bottom", "top"}) {
    settings += std::string(" --set boundary.") + side + ".type=wall-slip";
  }
  const Outcome check = rkdg(folder, "check c.ini" + settings);
  CHECK(check.status == 0);
  CHECK_THAT(check.err, Contains("warning: c.ini: nothing flows in or out") && !Contains("changed from"));
  const Outcome run = rkdg(folder, "run c.ini -q" + settings);
  const auto mass = summary(folder)["totals"]["mass"];
  const double change = mass["end"].get<double>() - mass["start"].get<double>();
  CHECK(change != 0.0);
  const std::string marker = "it changed from ", by = " by ";
  REQUIRE_THAT(run.err, Contains(marker));
  const std::string told = run.err.substr(run.err.find(marker) + marker.size());
  CHECK(std::stod(told) == Approx(mass["start"].get<double>()));
  CHECK(std::stod(told.substr(told.find(by) + by.size())) == Approx(change).epsilon(1e-2));
  // One step for all keeps it, and an opening makes it no matter.
  CHECK(rkdg(folder, "check c.ini --set time.step=global" + settings).err.empty());
  CHECK(rkdg(folder, "check c.ini" + settings + " --set boundary.top.type=farfield").err.empty());
}
