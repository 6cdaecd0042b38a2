// Restarts with the real solver: the same numbers, the right rows, and what the case says otherwise.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

/// Runs the case in one go and in three parts, each of which ends with `status`; compares all that is written, bit for
/// bit.
void check_parts(const std::string& settings, const std::vector<std::string>& files, int status = 0) {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output whole --set time.steps=90" + settings).status == status);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --set time.steps=30" + settings).status == status);
  for (const std::string steps : {"70", "90"}) {
    const Outcome outcome =
        rkdg(folder, "run c.ini -q --output parts --restart parts/checkpoint.h5 --set time.steps=" + steps + settings);
    REQUIRE(outcome.status == status);
  }
  for (const std::string& name : files) {
    INFO(name);
    REQUIRE_FALSE(folder.read("whole/" + name).empty());
    CHECK(folder.read("whole/" + name) == folder.read("parts/" + name));
  }
}

std::vector<std::string> first_cells(const std::string& table) {
  std::vector<std::string> cells;
  for (const std::string& line : lines(table)) cells.push_back(line.substr(0, line.find(',')));
  return cells;
}

}  // namespace

TEST_CASE("a run in parts is the run in one go, bit for bit") {
  check_parts(" --set output.every=30", {"history.csv", "forces.csv", "fields_000000090.vtu"});
}

TEST_CASE("so is a steady run with damping, whose filter remembers") {
  // Damping acts every second step, and the parts end between two of these.
  check_parts(
      " --set time.mode=steady --set time.tolerance=1e-30 --set time.damping=50"
      " --set output.monitor=5",
      {"history.csv", "forces.csv", "fields_000000090.vtu"}, 3);
}

TEST_CASE("so is one with a sponge that draws the flow to its running mean") {
  check_parts(
      " --set output.every=30 --set sponge.state=mean --set sponge.averaging_time=5 --set "
      "sponge.strength=0.01*x^2",
      {"history.csv", "forces.csv", "fields_000000090.vtu"});
}

TEST_CASE("a running mean that a checkpoint does not hold begins with its state, and a restart says so") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  const std::string sponge = " --set sponge.state=mean --set sponge.averaging_time=5 --set sponge.strength=0.3";
  const Outcome outcome = rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.steps=50" + sponge);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("out/checkpoint.h5: holds no running mean, which begins with the state of the "
                                   "checkpoint"));
  const Outcome again = rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --set time.steps=60" + sponge);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, !Contains("running mean"));
}

TEST_CASE("the fall of the residual counts from the lower degrees on, also after a restart") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string steady =
      "run c.ini -q --set space.degree=2 --set time.mode=steady --set time.solver=march --set time.sequence=1 --set "
      "time.raise=0.1 "
      "--set time.tolerance=1e-30 --set time.steps=5000 ";
  REQUIRE(rkdg(folder, steady + "--set time.drop=0.01").status == 0);
  REQUIRE(rkdg(folder, steady + "--set time.drop=0.05 --output parts").status == 0);
  const long some = summary(folder, "parts")["iterations"], all = summary(folder)["iterations"];
  REQUIRE(some < all);
  REQUIRE(rkdg(folder, steady + "--set time.drop=0.01 --restart parts/checkpoint.h5 --output parts").status == 0);
  CHECK(summary(folder, "parts")["iterations"] == all);
}

TEST_CASE("a restart into the folder of another run replaces its results and says so") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output a").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output b --set gas.gamma=1.3 --set time.steps=60").status == 0);
  const std::string restart = "run c.ini -q --restart a/checkpoint.h5 --output b --set time.steps=60";
  const Outcome outcome = rkdg(folder, restart);
  CHECK(outcome.status == 0);
  CHECK(outcome.err ==
        "warning: b: the results of an earlier run there are replaced, since a/checkpoint.h5 is not of "
        "that run\n");
  CHECK(first_cells(folder.read("b/history.csv")) == std::vector<std::string>{"step", "50", "60"});
  CHECK_FALSE(fs::exists(folder.file("b/fields_000000020.vtu")));
  // From there on it is a run of its own.
  CHECK(rkdg(folder, "run c.ini -q --restart b/checkpoint.h5 --output b --set time.steps=70").err.empty());
  CHECK(first_cells(folder.read("b/history.csv")) == std::vector<std::string>{"step", "50", "60", "70"});
  // A checkpoint that was put aside is still of its run.
  fs::copy(folder.file("a/checkpoint.h5"), folder.file("aside.h5"));
  CHECK(rkdg(folder, "run c.ini -q --restart aside.h5 --output a --set time.steps=60").err.empty());
  CHECK(first_cells(folder.read("a/history.csv")).size() == 8);
}

TEST_CASE("a restart says what the case says otherwise than the checkpoint") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --set gas.gamma=1.4").status == 0);
  const auto warnings = [&](const std::string& settings) {
    const Outcome outcome =
        rkdg(folder,
             "run c.ini -q --restart out/checkpoint.h5 --output b --set gas.gamma=1.4 --set time.steps=41" + settings);
    CHECK(outcome.status == 0);
    fs::remove_all(folder.file("b"));
    return lines(outcome.err);
  };
  const std::string start = "warning: out/checkpoint.h5: the case has changed since, ";
  CHECK(warnings("").empty());
  CHECK(warnings(" --set output.monitor=5 --set checkpoint.every=3 --set time.end=100").empty());
  CHECK(warnings(" --set gas.gamma=1.3") == std::vector<std::string>{start + "gas.gamma: 1.4 then, 1.3 now"});
  CHECK(warnings(
            " --set boundary.top.type=wall-slip --set space.riemann=roe --set time.cfl=0.3 --set reference.mach=0.2") ==
        std::vector<std::string>{
            start + "boundary.top.type: farfield then, wall-slip now", start + "reference.mach: 0.3 then, 0.2 now",
            start + "space.riemann: not given then, roe now", start + "time.cfl: not given then, 0.3 now"});
}

TEST_CASE("a restart to a higher degree puts the series of the lower one aside") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string run = "run c.ini -q --set output.format=vtkhdf ";
  REQUIRE(rkdg(folder, run + "--set time.steps=20").status == 0);
  const std::string series = folder.read("out/fields.vtkhdf");
  fs::copy(folder.file("out/checkpoint.h5"), folder.file("aside.h5"));
  const std::string higher = run + "--set space.degree=2 --restart ";
  const Outcome outcome = rkdg(folder, higher + "out/checkpoint.h5");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err,
             Contains("warning: out/fields.vtkhdf: is now out/fields_degree1.vtkhdf: it cannot hold fields "
                      "of degree 2 beside those of degree 1\n"));
  CHECK((folder.read("out/fields_degree1.vtkhdf") == series));
  CHECK(fs::exists(folder.file("out/fields.vtkhdf")));
  // Once more from there: the series is one of the higher degree.
  const Outcome again = rkdg(folder, higher + "aside.h5 --set time.steps=60");
  CHECK(again.status == 0);
  CHECK_THAT(again.err, !Contains("is now"));
  CHECK((folder.read("out/fields_degree1.vtkhdf") == series));
  // It is the run's own, and no other file of that name is replaced.
  REQUIRE(rkdg(folder, run + "--set time.steps=20").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/fields_degree1.vtkhdf")));
  folder.write("out/fields_degree1.vtkhdf", "mine");
  CHECK(rkdg(folder, higher + "out/checkpoint.h5").status == 2);
  CHECK(folder.read("out/fields_degree1.vtkhdf") == "mine");
}

TEST_CASE("a damaged series of fields is refused at a restart, and stays as it is") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string run = "run c.ini -q --set output.format=vtkhdf ";
  REQUIRE(rkdg(folder, run + "--set time.steps=20").status == 0);
  std::string series = folder.read("out/fields.vtkhdf");
  series.resize(series.size() - 1000);
  folder.write("out/fields.vtkhdf", series);
  const Outcome outcome = rkdg(folder, run + "--restart out/checkpoint.h5");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("out/fields.vtkhdf: ") && Contains("move it away, or give another folder"));
  CHECK((folder.read("out/fields.vtkhdf") == series));
}

TEST_CASE("a restart from nothing is refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  const std::string history = folder.read("out/history.csv");
  for (const std::string option : {"--restart ''", "--restart=", "--output ''"}) {
    INFO(option);
    const Outcome outcome = rkdg(folder, "run c.ini -q " + option);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
  }
  CHECK(folder.read("out/history.csv") == history);
}
