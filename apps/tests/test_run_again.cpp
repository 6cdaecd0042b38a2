// Restarts with a solver whose answer is known: where nothing is left to do, and of what the new case excludes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

const std::string outputs =
    " --set exact.rho=1 --set exact.u=u_inf --set exact.v=0 --set exact.p=p_inf --set 'output.line=2, 1, 4, 1, 3'"
    " --set output.surface=top --set average.every=10 ";
const std::vector<const char*> histories{"history.csv", "forces.csv", "errors.csv", "probes.csv"};

/// Drag of the fake solver, over the dynamic pressure 0.2^2 / 2.
double drag_at(double time) { return (1.0 + 0.01 * std::cos(std::acos(-1.0) * time) + 0.5) / 0.02; }

std::vector<std::string> column(const std::string& table, std::size_t number) {
  std::vector<std::string> cells;
  for (const std::string& line : lines(table)) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < number; ++i) begin = line.find(',', begin) + 1;
    cells.push_back(line.substr(begin, line.find(',', begin) - begin));
  }
  cells.erase(cells.begin());
  return cells;
}

}  // namespace

TEST_CASE("a restart of a run that has come to its end keeps its numbers and says that nothing was left to do") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q" + outputs, again = run + "--restart out/checkpoint.h5 ";
  REQUIRE(rkdg(folder, run).status == 0);
  const auto before = summary(folder);
  CHECK(before["forces"]["bottom"]["cd"].get<double>() == Approx(drag_at(0.4)));
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder.path() / "out"))
    if (entry.path().extension() != ".h5" && entry.path().filename() != ".rkdg_run")
      files[entry.path().filename().string()] = "";
  for (auto& [name, bytes] : files) bytes = folder.read("out/" + name);
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = rkdg(folder, again);
    CHECK(outcome.status == 0);
    CHECK(outcome.err ==
          "warning: c.ini: nothing was left to do: out/checkpoint.h5 is at step 40, time 0.4, the end of the case\n");
    for (const auto& [name, bytes] : files) {
      INFO(name);
      CHECK((folder.read("out/" + name) == bytes));
    }
    CHECK(summary(folder) == before);
  }
  // In another folder, the numbers of the state are known, too.
  REQUIRE(rkdg(folder, again + "--output other").status == 0);
  const auto other = summary(folder, "other");
  CHECK(other["forces"]["bottom"]["cd"] == before["forces"]["bottom"]["cd"]);
  CHECK(other["residual"] == before["residual"]);
  CHECK(other["errors"] == before["errors"]);
  CHECK(other["seconds_per_step"].is_null());
  for (const char* name : histories)
    CHECK(lines(folder.read(std::string("other/") + name)).size() == (std::string(name) == "probes.csv" ? 4u : 2u));
}

TEST_CASE("a restart of a run that has come to its end gives what the new case asks for in addition") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  const std::string history = folder.read("out/history.csv");
  REQUIRE(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set 'output.forces=bottom, top'" + outputs).status ==
          0);
  CHECK(folder.read("out/history.csv") == history);
  const auto forces = column(folder.read("out/forces.csv"), 9);
  CHECK(std::count(forces.begin(), forces.end(), "bottom") == 5);
  CHECK(std::count(forces.begin(), forces.end(), "top") == 1);
  CHECK(summary(folder)["forces"]["top"]["cd"].get<double>() == Approx(drag_at(0.4)));
  CHECK(lines(folder.read("out/probes.csv")).size() == 4);
  CHECK(lines(folder.read("out/errors.csv")).size() == 2);
  CHECK(fs::exists(folder.file("out/surface_top.csv")));
}

TEST_CASE("a restart from beyond the end says so, of averages, too") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q" + outputs).status == 0);
  const Outcome outcome = rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.end=0.25" + outputs);
  CHECK(outcome.status == 0);
  CHECK(lines(outcome.err) ==
        std::vector<std::string>{"warning: c.ini: nothing was left to do: out/checkpoint.h5 is at step 40, time 0.4, "
                                 "beyond the end of the case",
                                 "warning: c.ini: averages extend to time 0.4, beyond the end 0.25 of the case"});
}

TEST_CASE("a steady run that has converged has nothing left to do") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run =
      "run c.ini -q --set time.mode=steady --set time.solver=march --set time.tolerance=0.01 --set time.steps=9000 ";
  REQUIRE(rkdg(folder, run).status == 0);
  const auto before = summary(folder);
  CHECK(before["converged"] == true);
  const std::string history = folder.read("out/history.csv"), forces = folder.read("out/forces.csv");
  const Outcome outcome = rkdg(folder, run + "--restart out/checkpoint.h5");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("nothing was left to do: out/checkpoint.h5 is at step ") &&
                              Contains(", where the run has converged\n"));
  CHECK(summary(folder) == before);
  CHECK(folder.read("out/history.csv") == history);
  CHECK(folder.read("out/forces.csv") == forces);
  // A smaller tolerance leaves something to do; too few steps end without convergence as they did before.
  CHECK(rkdg(folder, run + "--restart out/checkpoint.h5 --set time.tolerance=0.001").err.empty());
  CHECK(summary(folder)["iterations"] > before["iterations"]);
  REQUIRE(rkdg(folder, run + "--output few --set time.steps=20").status == 3);
  const auto few = summary(folder, "few");
  const Outcome again = rkdg(folder, run + "--output few --set time.steps=20 --restart few/checkpoint.h5");
  CHECK(again.status == 3);
  CHECK_THAT(again.err, Contains("nothing was left to do") && Contains("not converged: residual"));
  CHECK(summary(folder, "few") == few);
}

TEST_CASE("the series of a steady run go by steps") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run =
      "run c.ini -q --set time.mode=steady --set time.solver=march --set time.tolerance=1e-30"
      " --set 'output.line=2, 1, 4, 1, 3' ";
  REQUIRE(rkdg(folder, run + "--output whole").status == 3);
  REQUIRE(rkdg(folder, run + "--output parts --set time.steps=20").status == 3);
  fs::copy(folder.file("parts/checkpoint.h5"), folder.file("aside.h5"));
  for (const char* from : {"parts/checkpoint.h5", "aside.h5"})
    REQUIRE(rkdg(folder, run + "--output parts --restart " + from).status == 3);
  for (const char* name : {"history.csv", "forces.csv", "probes.csv", "fields.pvd", "fields_000000020.vtu"}) {
    INFO(name);
    CHECK(folder.read(std::string("parts/") + name) == folder.read(std::string("whole/") + name));
  }
  const std::string series = folder.read("whole/fields.pvd");
  for (const char* step : {"0", "20", "40"}) CHECK_THAT(series, Contains(std::string("timestep=\"") + step + "\""));
  CHECK_THAT(folder.read("whole/fields_000000020.vtu"),
             Contains("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">20<"));
}

TEST_CASE("averages of a checkpoint begin again where the case begins them later") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q --set 'output.line=2, 1, 4, 1, 2' --set average.every=1 ";
  REQUIRE(rkdg(folder, run + "--set average.from=0 --set time.steps=20 --output first").status == 0);
  const std::string from = GENERATE("0.305", "0.2", "0.1");
  INFO(from);
  const std::string later = run + "--set average.from=" + from + " ";
  fs::copy(folder.file("first"), folder.file("parts"), fs::copy_options::recursive);
  const Outcome outcome = rkdg(folder, later + "--output parts --restart parts/checkpoint.h5");
  CHECK(outcome.status == 0);
  CHECK_THAT(
      outcome.err,
      Contains("the case has changed since, average.from: 0 then, " + from + " now\n") &&
          Contains("averages begin again: those of parts/checkpoint.h5 have samples from time 0 on, before 'from' = " +
                   from + "\n"));
  // The mean of what was not sampled yet at the checkpoint, time 0.2.
  REQUIRE(rkdg(folder, run + "--output whole --set average.from=" + (from == "0.1" ? "0.2" : from)).status == 0);
  for (const char* name : {"probes_mean.csv", "mean.vtu"})
    CHECK((folder.read(std::string("parts/") + name) == folder.read(std::string("whole/") + name)));
}

TEST_CASE("averages say where they begin if the case wants them earlier, and are kept") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q --set 'output.line=2, 1, 4, 1, 2' --set average.every=1 --output parts ";
  REQUIRE(rkdg(folder, run + "--set average.from=0.095 --set time.steps=20").status == 0);
  const Outcome outcome = rkdg(folder, run + "--set average.from=0.05 --restart parts/checkpoint.h5");
  CHECK_THAT(outcome.err,
             Contains("average.from: 0.095 then, 0.05 now") &&
                 Contains("averages begin at time 0.1, where those of parts/checkpoint.h5 do, not at 'from' = 0.05\n"));
  CHECK(summary(folder, "parts")["average"]["samples"] == 31);
}

TEST_CASE("averages and rows of probes are of the probes of the case, not of others") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q --set average.every=1 --output parts ";
  REQUIRE(rkdg(folder, run + "--set 'output.line=1, 1, 3, 1, 3' --set time.steps=20").status == 0);
  REQUIRE(lines(folder.read("parts/probes.csv")).size() == 10);
  // The first point is the same.
  const Outcome outcome = rkdg(folder, run + "--set 'output.line=1, 1, 2, 1, 3' --restart parts/checkpoint.h5");
  CHECK(outcome.status == 0);
  CHECK(
      lines(outcome.err) ==
      std::vector<std::string>{"warning: c.ini: averages begin again: those of parts/checkpoint.h5 are of other points",
                               "warning: parts/probes.csv: 6 rows are left out, of points that are no longer probes"});
  const auto rows = lines(folder.read("parts/probes.csv"));
  CHECK(rows.size() == 1 + 3 + 2 * 3);
  const auto x = column(folder.read("parts/probes.csv"), 2);
  CHECK(x == std::vector<std::string>{"1", "1", "1", "1", "1.5", "2", "1", "1.5", "2"});
  CHECK(summary(folder, "parts")["average"]["samples"] == 21);
}

TEST_CASE("what cannot be continued with in the files of a run is told") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20").status == 0);
  std::string history = folder.read("out/history.csv");
  folder.write("out/history.csv", history.substr(0, history.size() - 30));
  fs::remove(folder.path() / "out/fields_000000000.vtu");
  const Outcome outcome = rkdg(folder, "run c.ini -q --restart out/checkpoint.h5");
  CHECK(outcome.status == 0);
  CHECK(lines(outcome.err) ==
        std::vector<std::string>{"warning: out/fields.pvd: a file that it lists is missing, and is left out",
                                 "warning: out/history.csv: an incomplete row is left out"});
  CHECK(column(folder.read("out/history.csv"), 0) == std::vector<std::string>{"0", "10", "20", "30", "40"});
  folder.write("out/history.csv", history.substr(0, 30));
  CHECK_THAT(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5").err,
             Contains("warning: out/history.csv: its first line is incomplete; the file starts again\n"));
}
