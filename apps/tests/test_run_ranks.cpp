// Runs on several ranks from outside: the files of one rank, restarts on other numbers, and ends of which all hear.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "apps/tests/ranks_case.hpp"
#include "meshes/hdf5_tables.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("a run on several ranks writes what one on a single rank writes") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --output one").status == 0);
  const Outcome outcome = rkdg(folder, "run c.ini --output some", on(2));
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const std::vector<std::string> said = lines(outcome.out);
  for (const char* what : {" 2 ranks of ", "done: 40 steps"})
    CHECK(std::count_if(said.begin(), said.end(),
                        [what](const std::string& line) { return line.find(what) != std::string::npos; }) == 1);
  check_same(folder, "one", "some");
  REQUIRE(rkdg(folder, "run c.ini -q --output layers --set mesh.rank_order=interface", on(3)).status == 0);
  check_same(folder, "one", "layers");
  auto one = summary(folder, "one"), some = summary(folder, "some");
  CHECK(one["ranks"] == 1);
  CHECK(one["exchange"] == "self");
  CHECK(some["ranks"] == 2);
  CHECK(some["exchange"] == "mpi");
  CHECK(some["halo_cells"] > 0);
  for (const char* key : {"totals", "errors", "elements", "edges", "dof", "time", "steps", "residual", "status"})
    CHECK(one[key] == some[key]);
  for (const char* key : {"cd", "cl", "cm"}) CHECK(one["forces"]["bottom"][key] == some["forces"]["bottom"][key]);
}

TEST_CASE("a checkpoint is that of any number of ranks") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --output one --set output.every=40").status == 0);
  const std::string parts = "run c.ini -q --output parts --set output.every=40 ";
  REQUIRE(rkdg(folder, parts + "--set time.steps=10", on(3)).status == 0);
  const std::string restart = parts + "--restart parts/checkpoint.h5 ";
  REQUIRE(rkdg(folder, restart + "--set time.steps=30", on(2)).status == 0);
  REQUIRE(rkdg(folder, restart + "--set time.steps=40").status == 0);
  CHECK(folder.read("one/fields_000000040.vtu") == folder.read("parts/fields_000000040.vtu"));
  CHECK(folder.read("one/history.csv") == folder.read("parts/history.csv"));
  REQUIRE(rkdg(folder, parts + "--set time.steps=40", on(3)).status == 0);
  const Hdf5TableReader one(folder.file("one/checkpoint.h5")), some(folder.file("parts/checkpoint.h5"));
  const std::int64_t count = one.list_size<double>("coefficients");
  REQUIRE(count > 0);
  REQUIRE(some.list_size<double>("coefficients") == count);
  CHECK(one.list<double>("coefficients", 0, count) == some.list<double>("coefficients", 0, count));
  CHECK(one.list<std::int64_t>("coefficient_checksums", 0, 1) ==
        some.list<std::int64_t>("coefficient_checksums", 0, 1));
  for (const char* table : {"time", "next_step", "damping", "averages"})
    CHECK(one.table<double>(table, 1) == some.table<double>(table, 1));
}

TEST_CASE("wrong input is said once, whatever the number of ranks") {
  const Folder folder;
  for (const auto& [arguments, what] : std::vector<std::pair<std::string, std::string>>{
           {"run c.ini --set space.degre=3", "unknown key 'degre'"},
           {"run c.ini --set time.mode=steady --set time.solver=newton --set time.tolerance=1e-8",
            "Newton's method works on one rank only"},
           {"run c.ini --set space.assembly=atomic", "take 'fused' or 'gather'"},
           {"mesh square -o m.h5", "'rkdg mesh' works on one rank only"}}) {
    const Outcome outcome = rkdg(folder, arguments, on(2));
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains(what));
  }
}

TEST_CASE("a run that diverges on one rank ends on all, with one message") {
  const Folder folder;
  const std::string run = "run c.ini -q --set time.cfl=40 --set time.steps=4000 --set output.monitor=1 --output ";
  const Outcome one = rkdg(folder, run + "one"), some = rkdg(folder, run + "some", on(3));
  CHECK(one.status == 1);
  CHECK(some.status == 1);
  REQUIRE(error_lines(some).size() == 1);
  std::string expected = error_lines(one).front();
  for (std::size_t at; (at = expected.find("one/")) != std::string::npos;) expected.replace(at, 4, "some/");
  CHECK(error_lines(some).front() == expected);
  CHECK(folder.read("some/failed.vtu") == folder.read("one/failed.vtu"));
  CHECK(summary(folder, "some")["status"] == "failed");
}

TEST_CASE("check says what each rank would have") {
  const Folder folder;
  const Outcome outcome = rkdg(folder, "check c.ini", on(2));
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("partition  2 ranks") && Contains("rank 0 ") && Contains("rank 1 "));
}

TEST_CASE("a failed rank ends those that wait for it, with its message once") {
  const TemporaryFolder folder;
  for (const int rank : {0, 2}) {
    const Outcome outcome =
        rkdg(folder, "", on(3) + " '" RKDG_FAILING_RANK "' " + std::to_string(rank) + " || exit $?; true || ");
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK(error_lines(outcome) == std::vector<std::string>{"error: rank " + std::to_string(rank) + " failed"});
  }
}

TEST_CASE("a full disk ends all ranks, and the last checkpoint stays") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20", on(2)).status == 0);
  const std::string before = folder.read("out/checkpoint.h5");
  const Outcome outcome =
      rkdg(folder, "run c.ini -q --restart out/checkpoint.h5", on(2) + " sh -c 'ulimit -f 8; exec \"$0\" \"$@\"'");
  CAPTURE(outcome.err);
  CHECK(outcome.status == 1);
  REQUIRE(error_lines(outcome).size() == 1);
  CHECK_THAT(error_lines(outcome).front(), Contains("cannot be written"));
  CHECK(folder.read("out/checkpoint.h5") == before);
}

TEST_CASE("a disk that is full for one rank only ends all, and the last checkpoint stays") {
  const Folder folder;
  const std::string limited = " sh -c '[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} != 1 ] || ulimit -f 8; exec \"$0\" \"$@\"'";
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20", on(2)).status == 0);
  const std::string before = folder.read("out/checkpoint.h5");
  // First the checkpoint, whose coefficients are the last rank's as they are few; then fields, of which each has some.
  for (const char* what : {"--set output.format=none", "--set checkpoint.every=0"}) {
    const Outcome outcome =
        rkdg(folder, std::string("run c.ini -q --restart out/checkpoint.h5 ") + what, on(2) + limited);
    CAPTURE(what, outcome.err);
    CHECK(outcome.status == 1);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains("cannot be written: File too large"));
    CHECK(folder.read("out/checkpoint.h5") == before);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out"))
      CHECK_THAT(entry.path().filename().string(), !Contains("rkdg-tmp"));
  }
}

TEST_CASE("a rank that is killed ends the others; the run goes on from the last checkpoint") {
  const Folder folder;
  const std::string run = "run c.ini -q --set output.every=1000 ";
  const Outcome outcome =
      rkdg(folder, run + "--set time.steps=100000000",
           "( until [ -s out/checkpoint.h5 ]; do sleep 0.05; done; kill -9 $(cat pid.1) ) & " + on(2) +
               " sh -c 'echo $$ > pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec \"$0\" \"$@\"'");
  CHECK(outcome.status != 0);
  const Outcome restarted = rkdg(folder, run + "--restart out/checkpoint.h5 --set time.steps=60 --output next");
  CAPTURE(restarted.err);
  CHECK(restarted.status == 0);
  CHECK(summary(folder, "next")["steps"] >= 60);
}
