// How a run ends when it is not by itself: signals, kills, divergence, a full disk.
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "apps/tests/running_program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

/// A run that goes on until it is stopped.
const std::vector<std::string> endless{"run", "c.ini", "--set", "time.steps=1000000000", "--set", "output.every=0"};

bool has_rows(const TemporaryFolder& folder, std::size_t rows) {
  return lines(folder.read("out/history.csv")).size() > rows;
}

long steps_in(const std::string& history) {
  const auto rows = lines(history);
  return std::stol(rows.back());
}

/// Names in the folder of results that no run publishes.
std::vector<std::string> temporary_files(const TemporaryFolder& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder.file("out"))) {
    const std::string name = entry.path().filename().string();
    if (name.find("tmp") != std::string::npos) found.push_back(name);
  }
  return found;
}

}  // namespace

TEST_CASE("signals end a run in order") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::vector<std::pair<int, std::string>> signals{
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGTERM, "SIGTERM"},
      {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGALRM, "SIGALRM"}, {SIGXCPU, "SIGXCPU"}};
  for (const auto& [signal, name] : signals) {
    INFO(name);
    RunningProgram run(folder, endless);
    run.wait_until([&] { return has_rows(folder, 3); });
    run.send(signal);
    const Outcome outcome = run.finish();
    CHECK(outcome.status == 1);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err,
               Contains("stopped by a signal, " + name) && Contains("continue with --restart out/checkpoint.h5"));
    const auto s = summary(folder);
    CHECK(s["status"] == "interrupted");
    CHECK_THAT(s["reason"].get<std::string>(), Contains(name));
    const long steps = s["steps"].get<long>();
    CHECK(steps > 0);
    const Outcome again =
        rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.steps=" + std::to_string(steps + 5));
    CHECK(again.status == 0);
    CHECK(summary(folder)["status"] == "done");
    CHECK(steps_in(folder.read("out/history.csv")) == steps + 5);
    fs::remove_all(folder.file("out"));
  }
}

TEST_CASE("two signals at once, as timeout and job systems send them, end a run in order too") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  RunningProgram run(folder, endless);
  run.wait_until([&] { return has_rows(folder, 3); });
  // A process that is stopped gets both when it goes on, whatever else the machine does.
  for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) run.send(signal);
  const Outcome outcome = run.finish();
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("stopped by a signal"));
  CHECK(summary(folder)["status"] == "interrupted");
  CHECK(fs::exists(folder.file("out/checkpoint.h5")));
}

TEST_CASE("a signal that was ignored from the start, as by nohup, stays ignored") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  RunningProgram run(folder, endless, {SIGHUP});
  run.wait_until([&] { return has_rows(folder, 3); });
  run.send(SIGHUP);
  const std::size_t rows = lines(folder.read("out/history.csv")).size();
  run.wait_until([&] { return has_rows(folder, rows + 3); });
  run.send(SIGTERM);
  CHECK_THAT(run.finish().err, Contains("SIGTERM"));
}

TEST_CASE("a run that is killed again and again comes to the same end, bit for bit") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  std::vector<std::string> arguments = endless;
  arguments.insert(arguments.end(), {"--set", "checkpoint.every=10"});
  std::string checkpoint;
  for (int kill = 0; kill < 6; ++kill) {
    RunningProgram run(folder, arguments);
    run.wait_until([&] { return fs::exists(folder.file("out/checkpoint.h5")); });
    const std::string before = folder.read("out/checkpoint.h5");
    // Some of the kills fall into the writing of a file: this one comes as soon as a checkpoint is being replaced.
    run.wait_until([&] { return folder.read("out/checkpoint.h5") != before; });
    run.send(SIGKILL);
    CHECK(run.finish().status == 128 + SIGKILL);
    CHECK(summary(folder)["status"] == "running");
    if (arguments.back() != "out/checkpoint.h5") arguments.insert(arguments.end(), {"--restart", "out/checkpoint.h5"});
  }
  const Outcome info = rkdg(folder, "info out/checkpoint.h5");
  const std::string marker = "at step ";
  const long step = std::stol(info.out.substr(info.out.find(marker) + marker.size())) + 30;
  const std::string steps = " --set output.every=0 --set time.steps=" + std::to_string(step);
  // What a process killed while it wrote leaves behind.
  folder.write("out/checkpoint.rkdg-tmp1.h5", "half of a file");
  folder.write("out/fields_000000007.rkdg-tmp3.vtu", "half of a file");
  REQUIRE(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5" + steps).status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output whole" + steps).status == 0);
  CHECK(folder.read("out/history.csv") == folder.read("whole/history.csv"));
  CHECK(folder.read("out/forces.csv") == folder.read("whole/forces.csv"));
  CHECK(temporary_files(folder).empty());
}

TEST_CASE("a run that diverges says where and when, and keeps what there is") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20").status == 0);
  const Outcome outcome =
      rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.cfl=100 --set time.steps=100000");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("has no physical state at step") &&
                              Contains("last good checkpoint: out/checkpoint.h5") && Contains("out/failed.vtu"));
  CHECK(fs::exists(folder.file("out/failed.vtu")));
  CHECK(summary(folder)["status"] == "failed");
  CHECK(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5").status == 0);
  CHECK(summary(folder)["status"] == "done");
}

TEST_CASE("a run that diverges names the first step and cell, however rarely it is looked at") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string settings = "run c.ini -q --set time.steps=100000 --set checkpoint.every=0 ";
  const auto place_of = [&](const std::string& more) {
    const std::string err = rkdg(folder, settings + more).err;
    INFO(err);
    CHECK(is_one_error_line(err));
    const std::size_t begin = err.find("cell "), end = err.find(", the first without");
    CHECK(end != std::string::npos);
    return err.substr(begin, end - begin);
  };
  for (const std::string step : {"--set time.cfl=4", "--set time.dt=5"}) {
    const std::string at_each = place_of(step + " --set output.monitor=1 --output each");
    CHECK(at_each == place_of(step + " --set output.monitor=5000 --output rare"));
    CHECK(summary(folder, "each")["steps"] == summary(folder, "rare")["steps"]);
    CHECK(summary(folder, "rare")["steps"] < 5000);
  }
  // The run stands where it became bad, not at the end of its time.
  REQUIRE(rkdg(folder, settings + "--set time.cfl=4 --set time.end=1000 --set output.monitor=5000").status == 1);
  CHECK(summary(folder)["time"] < 1000.0);
}

TEST_CASE("what may help a run that diverged is what the case has not tried") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const auto advice = [&](const std::string& settings) {
    const Outcome outcome = rkdg(folder, "run c.ini -q --set time.steps=100000 " + settings);
    CHECK(outcome.status == 1);
    return outcome.err.substr(std::min(outcome.err.size(), outcome.err.find("; try ")));
  };
  CHECK_THAT(advice("--set time.cfl=4"), Contains("try cfl = 0.5 (cfl = 4 is above the limit of stability, 1)"));
  CHECK_THAT(advice("--set time.dt=5"), Contains("a smaller time step (dt = 5 is above the limit of stability, 0."));
  CHECK_THAT(advice("--set time.cfl=4 --set space.degree=2 --set time.mode=steady"),
             Contains("an initial state found by lower degrees ('sequence = "));
  const std::string collision = "--set time.cfl=0.5 --set 'initial.u=-3 * tanh(x / 6)' ";
  CHECK_THAT(advice(collision), !Contains("cfl") && !Contains("riemann") &&
                                    Contains("'shocks = damping' in [space], if there are shocks") &&
                                    Contains("a finer mesh or a lower degree there"));
  CHECK(rkdg(folder, "run c.ini -q --set time.steps=1000 --set space.shocks=damping " + collision).status == 0);
  CHECK(summary(folder)["shocks"] == "damping");
  CHECK_THAT(advice(collision), !Contains("the state of the boundary"));
  folder.write("jet.ini",
               "[mesh]\ngenerate = square\nparameters = kind=quads, n=8\n[space]\ndegree = 1\nshocks = "
               "damping\n[gas]\nmodel = euler\n"
               "[boundary.left]\ntype = supersonic-in\nrho = 1\nvelocity = 800, 0\npressure = "
               "1\n[boundary.right]\ntype = supersonic-out\n"
               "[boundary.bottom]\ntype = periodic\npartner = top\n[initial]\nrho = 1\nu = 0\nv = 0\np = 1\n"
               "[time]\nend = 10\n[output]\nformat = none\n[checkpoint]\nevery = 0\n");
  const Outcome jet = rkdg(folder, "run jet.ini -q --output jet");
  CHECK(jet.status == 1);
  CHECK_THAT(jet.err, Contains("try a start with the state of the boundary in the cells beside it"));
  CHECK_THAT(rkdg(folder, "run jet.ini -q --output jet --set time.cfl=0.5").err,
             Contains("cfl = 0.125 (averages stay positive for certain in small steps only)"));
  // Cells beside the outflow, and none.
  CHECK_THAT(
      rkdg(folder, "run jet.ini -q --output jet --set mesh.parameters=kind=quads,nx=2,ny=4").err,
      Contains("'farfield' with the state outside in place of 'supersonic-out' on 'right', if gas there enters"));
  CHECK_THAT(jet.err, !Contains("supersonic-out"));
  // Roe's flux in the expansion between gas that flies apart.
  CHECK_THAT(advice("--set time.cfl=0.5 --set space.riemann=roe --set 'initial.u=12 * tanh(x / 8)'"),
             Contains("riemann = hllc or llf (Roe's linearisation fails in strong expansions)"));
}

TEST_CASE("a straight mesh of a curved wall is told of where a run diverges") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh cylinder radius=20 wake=0 order=1 -o c.msh").status == 0);
  folder.write("c.ini",
               "[mesh]\nfile = c.msh\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 2.5\n"
               "[boundary.wall]\ntype = wall-slip\n[boundary.farfield]\ntype = farfield\n[time]\nsteps = 100000\n"
               "[output]\nformat = none\n");
  const Outcome outcome = rkdg(folder, "run c.ini -q");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("a mesh of order 2 or more (faces of 'wall', near that cell, are straight"));
}

TEST_CASE("a disk that fills up ends a run with status 1 and loses nothing that was there") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string settings = " --set output.monitor=1 --set output.format=none --set checkpoint.every=20";
  SECTION("while a history grows") {
    const Outcome outcome = rkdg(folder, "run c.ini -q --set time.steps=100000" + settings, "ulimit -f 32;");
    CHECK(outcome.status == 1);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(".csv: cannot be written: File too large"));
    CHECK(summary(folder)["status"] == "failed");
    CHECK_THAT(summary(folder)["reason"].get<std::string>(), Contains("File too large"));
    // The row that did not fit is dropped, and the run goes on.
    const long step = summary(folder)["steps"].get<long>() + 40;
    const std::string steps = " --set time.steps=" + std::to_string(step);
    REQUIRE(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5" + settings + steps).status == 0);
    REQUIRE(rkdg(folder, "run c.ini -q --output whole" + settings + steps).status == 0);
    CHECK(folder.read("out/history.csv") == folder.read("whole/history.csv"));
    CHECK(folder.read("out/forces.csv") == folder.read("whole/forces.csv"));
  }
  SECTION("at a restart: every row stays") {
    REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=200" + settings).status == 0);
    const std::string history = folder.read("out/history.csv"), forces = folder.read("out/forces.csv");
    REQUIRE(history.size() > 16 * 1024);
    const Outcome outcome =
        rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.steps=300" + settings, "ulimit -f 16;");
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains("history.csv: cannot be written: File too large"));
    CHECK(folder.read("out/history.csv") == history);
    CHECK(folder.read("out/forces.csv") == forces);
    CHECK(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.steps=300" + settings).status == 0);
    CHECK(steps_in(folder.read("out/history.csv")) == 300);
  }
}
