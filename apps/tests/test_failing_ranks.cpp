/// Ends of runs on several ranks of which all hear: wrong input, failures, full disks and kills.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "apps/tests/ranks_case.hpp"
#include "meshes/hdf5_handle.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// The times that a series of fields says it has.
std::vector<double> series_times(const std::string& path) {
  const Hdf5Handle file = open_hdf5(path);
  const Hdf5Handle steps(H5Gopen2(file, "VTKHDF/Steps", H5P_DEFAULT), H5Gclose);
  const Hdf5Handle count(H5Aopen(steps, "NSteps", H5P_DEFAULT), H5Aclose);
  std::int64_t number = 0;
  REQUIRE(H5Aread(count, H5T_NATIVE_INT64, &number) >= 0);
  const Hdf5Handle values(H5Dopen2(steps, "Values", H5P_DEFAULT), H5Dclose);
  const Hdf5Handle space(H5Dget_space(values), H5Sclose);
  std::vector<double> times(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  REQUIRE(H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()) >= 0);
  REQUIRE(number <= static_cast<std::int64_t>(times.size()));
  times.resize(static_cast<std::size_t>(number));
  return times;
}

}  // namespace

TEST_CASE("wrong input is said once, whatever the number of ranks") {
  const Folder folder;
  for (const auto& [arguments, what] : std::vector<std::pair<std::string, std::string>>{
           {"run c.ini --set space.degre=3", "unknown key 'degre'"},
           {"run c.ini --set time.smoother=block-jacobi", "'smoother' needs 'solver = newton' or an implicit 'scheme'"},
           {"run c.ini --set space.assembly=atomic", "use 'fused' or 'gather'"},
           {"converge c.ini --levels 0", "--levels must be at least 1"},
           {"bench c.ini --starts nowhere", "--starts"},
           {"bench c.ini --strategies atomic", "use 'fused' or 'gather'"},
           {"mesh square -o m.h5", "'rkdg mesh' works on one rank only"}}) {
    const Outcome outcome = rkdg(folder, arguments, on(2));
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains(what));
  }
}

TEST_CASE("a damaged checkpoint is wrong input, whichever rank reads the damage") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20").status == 0);
  const std::string whole = folder.read("out/checkpoint.h5");
  for (const int eighth : {5, 6, 7}) {
    INFO(eighth);
    std::string damaged = whole;
    damaged[whole.size() * eighth / 8] ^= 1;
    folder.write("damaged.h5", damaged);
    const std::string restart = "run c.ini -q --restart damaged.h5 --output ";
    const Outcome one = rkdg(folder, restart + "one"), some = rkdg(folder, restart + "some", on(3));
    CHECK(one.status == 2);
    CHECK(some.status == 2);
    CHECK(error_lines(some) == error_lines(one));
  }
}

TEST_CASE("a formula without meaning on one rank ends the run on all, with one message") {
  const Folder folder;
  const std::string run = "run c.ini -q --set 'boundary.top.pressure=t > 0.1 && x > 4 ? -1 : p_inf' --output ";
  const Outcome one = rkdg(folder, run + "out"), some = rkdg(folder, run + "out", on(3));
  CHECK(one.status == 1);
  CHECK(some.status == 1);
  REQUIRE(error_lines(some).size() == 1);
  CHECK_THAT(error_lines(some).front(), Contains("'pressure' of boundary 'top' is -1 at x = "));
  CHECK(error_lines(some) == error_lines(one));
  CHECK(summary(folder)["status"] == "failed");
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
  // First the checkpoint, whose coefficients are the last rank's as they are few; then fields and their averages, of
  // which each has some.
  for (const auto& [what, file] : {std::pair{"--set output.every=0", "checkpoint.h5"},
                                   {"--set checkpoint.every=0", "fields_000000040.vtu"},
                                   {"--set checkpoint.every=0 --set output.every=0", "mean.vtu"}}) {
    const Outcome outcome =
        rkdg(folder, std::string("run c.ini -q --restart out/checkpoint.h5 ") + what, on(2) + limited);
    CAPTURE(what, outcome.err);
    CHECK(outcome.status == 1);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).back(), Contains(std::string(file) + ": cannot be written: File too large"));
    CHECK(folder.read("out/checkpoint.h5") == before);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out"))
      CHECK_THAT(entry.path().filename().string(), !Contains("rkdg-tmp"));
  }
}

TEST_CASE("a time that one rank cannot write is not in the series, which goes on from the one before") {
  const Folder folder;
  const std::string run = "run c.ini -q --set output.format=vtkhdf ";
  REQUIRE(rkdg(folder, run + "--set time.steps=20", on(2)).status == 0);
  const auto restart = run + "--restart out/checkpoint.h5 --set checkpoint.every=0";
  const Outcome outcome =
      rkdg(folder, restart,
           on(2) + " sh -c '[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} != 1 ] || ulimit -f 8; exec \"$0\" \"$@\"'");
  CAPTURE(outcome.err);
  CHECK(outcome.status == 1);
  REQUIRE(error_lines(outcome).size() == 1);
  CHECK_THAT(error_lines(outcome).front(), Contains("fields.vtkhdf: cannot be written: File too large"));
  CHECK(series_times(folder.file("out/fields.vtkhdf")).size() == 2);
  REQUIRE(rkdg(folder, restart, on(3)).status == 0);
  const std::vector<double> times = series_times(folder.file("out/fields.vtkhdf"));
  CHECK(times.size() == 3);
  CHECK(std::is_sorted(times.begin(), times.end()));
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
