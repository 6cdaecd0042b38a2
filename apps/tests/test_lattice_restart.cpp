// Restarts of lattice Boltzmann runs, and runs that diverge.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/tests/lattice_runs.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("the last good checkpoint of a diverging run is one of a fluid") {
  const TemporaryFolder folder;
  // A lid over a small box at a relaxation time near 1/2, where the mass overflows no number for thousands of steps.
  folder.write("c.ini",
               "[lattice]\ncells = 16, 16, 1\n[fluid]\nreynolds = 2000\nspeed = 0.2\ncollision = bgk\n"
               "[boundary.left]\ntype = wall\n[boundary.right]\ntype = wall\n[boundary.bottom]\ntype = wall\n"
               "[boundary.top]\ntype = moving-wall\nvelocity = 1, 0, 0\n"
               "[boundary.back]\ntype = periodic\n[boundary.front]\ntype = periodic\n"
               "[time]\nsteps = 300\n[output]\ndirectory = o\nmonitor = 500\ncheckpoint = 20\n");
  const Outcome outcome = lbm(folder, "--quiet");
  CHECK(outcome.status == 1);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("the run diverged: ") && Contains("last good checkpoint: o/checkpoint.lbm"));
  CHECK(nlohmann::json::parse(folder.read("o/summary.json"))["status"] == "failed");
  // Whatever it holds, the state is one with positive densities: the restart takes it, and fails later in the same way.
  const Outcome again = lbm(folder, "--quiet --output p --restart o/checkpoint.lbm --set time.steps=21");
  CHECK(again.status != 2);
  const std::string header = lines(folder.read("o/checkpoint.lbm"))[1];
  CHECK(nlohmann::json::parse(header.substr(0, header.rfind(' ')))["step"].get<long>() < 300);
}

TEST_CASE("a restart continues with the change of the flow") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  const std::string set = "--quiet --set output.monitor=40 ";
  const auto last_row = [&](const std::string& directory) {
    return rows_of(folder.read(directory + "/history.csv")).back();
  };
  // The checkpoint lies between two rows, at a row, and at the end of the first run, which has a row of its own.
  for (const std::string first :
       {"--set output.checkpoint=53 --set time.steps=60", "--set time.steps=80", "--set time.steps=101"}) {
    INFO(first);
    REQUIRE(lbm(folder, set + "--output whole --set time.steps=130").status == 0);
    REQUIRE(lbm(folder, set + "--output part " + first).status == 0);
    REQUIRE(lbm(folder, set + "--output part --set time.steps=130 --restart part/checkpoint.lbm").status == 0);
    CHECK(last_row("whole") == last_row("part"));
    const auto change = [&](const std::string& directory) {
      return nlohmann::json::parse(folder.read(directory + "/summary.json"))["change"].get<double>();
    };
    CHECK(change("whole") == change("part"));
    std::filesystem::remove_all(folder.path() / "part");
    std::filesystem::remove_all(folder.path() / "whole");
  }
}

TEST_CASE("a restart names what the case says otherwise, and refuses other units") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  REQUIRE(lbm(folder, "--quiet --set time.steps=4").status == 0);
  const auto restarted = [&](const std::string& set) {
    return lbm(folder, "--quiet --output p --set time.steps=8 --restart o/checkpoint.lbm " + set);
  };
  CHECK(restarted("").err.empty());
  CHECK_THAT(restarted("--set lattice.streaming=swap --set output.monitor=2 --set time.tolerance=1e-30").err,
             !Contains("the case has changed"));
  CHECK_THAT(restarted("--set fluid.reynolds=5").err, Contains("fluid.reynolds: 4 then, 5 now"));
  CHECK_THAT(restarted("--set fluid.collision=bgk").err, Contains("fluid.collision: not given then, bgk now"));
  CHECK_THAT(restarted("--set fluid.magic=0.25").err, Contains("fluid.magic: not given then, 0.25 now"));
  CHECK_THAT(restarted("--set 'boundary.top.velocity=0.5, 0, 0'").err,
             Contains("boundary.top.velocity: 1, 0, 0 then, 0.5, 0, 0 now"));
  CHECK_THAT(restarted("--set boundary.left.type=wall --set boundary.right.type=wall").err,
             Contains("boundary.left.type: periodic then, wall now") && Contains("boundary.right.type"));
  for (const std::string other : {"fluid.speed=0.05", "fluid.length=4"}) {
    const Outcome outcome = restarted("--set " + other);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("multiples of 0.1 cells a step and its lengths of 8 cells"));
  }
}

TEST_CASE("a restart of a finished lattice Boltzmann run leaves its numbers") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  const std::string runs[]{"--set time.steps=100", "--set time.tolerance=1e-3"};
  for (const std::string& run : runs) {
    REQUIRE(lbm(folder, "--quiet " + run).status == 0);
    const std::string summary = folder.read("o/summary.json"), history = folder.read("o/history.csv");
    const Outcome again = lbm(folder, "--quiet --restart o/checkpoint.lbm " + run);
    CHECK(again.status == 0);
    CHECK_THAT(again.err, Contains("nothing was left to do"));
    CHECK(folder.read("o/summary.json") == summary);
    CHECK(folder.read("o/history.csv") == history);
  }
}
