// What is said of a case before its first step.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("an initial state whose projection undershoots is told with place, values and what to do") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q --set 'initial.rho=x < 0.5 ? 1 : 0.01'");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("c.ini:") && Contains("its projection onto polynomials is not: rho = -") &&
                              Contains("Beside a discontinuity they undershoot"));
  CHECK_FALSE(std::filesystem::exists(folder.file("out")));
}

TEST_CASE("check does not speak of time where each cell takes its own steps") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome local = rkdg(folder, "check c.ini --set time.mode=steady --set time.solver=march --set time.steps=777");
  CHECK(local.status == 0);
  CHECK_THAT(local.out, Contains("time step  of each cell's own, the least 0.") && Contains("at most 777 iterations") &&
                            !Contains("reach"));
  CHECK(local.err.empty());
  const Outcome global = rkdg(folder, "check c.ini --set time.mode=steady --set time.step=global");
  CHECK_THAT(global.out, Contains("40 steps reach about"));
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
