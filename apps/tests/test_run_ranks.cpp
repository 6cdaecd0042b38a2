/// Runs on several ranks from outside: the files of one rank, and restarts on other numbers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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

TEST_CASE("an inviscid flow has the same entropy error on any number of ranks") {
  const Folder folder;
  const std::string run = "run c.ini -q --set gas.model=euler --set boundary.bottom.type=wall-slip --output ";
  REQUIRE(rkdg(folder, run + "one").status == 0);
  REQUIRE(rkdg(folder, run + "some", on(3)).status == 0);
  const double error = summary(folder, "one")["entropy_error"];
  CHECK(error > 1e-6);
  CHECK(summary(folder, "some")["entropy_error"] == error);
  CHECK(folder.read("one/surface_bottom.csv") == folder.read("some/surface_bottom.csv"));
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
  for (const char* name : {"mean.vtu", "probes_mean.csv", "surface_bottom_mean.csv", "profile_mean.csv"})
    CHECK((folder.read(std::string("one/") + name) == folder.read(std::string("parts/") + name)));
  REQUIRE(rkdg(folder, parts + "--set time.steps=40", on(3)).status == 0);
  const Hdf5TableReader one(folder.file("one/checkpoint.h5")), some(folder.file("parts/checkpoint.h5"));
  for (const auto& [numbers, checksums] :
       {std::pair{"coefficients", "coefficient_checksums"}, {"averages", "average_checksums"}}) {
    const std::int64_t count = one.list_size<double>(numbers);
    REQUIRE(count > 0);
    REQUIRE(some.list_size<double>(numbers) == count);
    CHECK(one.list<double>(numbers, 0, count) == some.list<double>(numbers, 0, count));
    CHECK(one.list<std::int64_t>(checksums, 0, 1) == some.list<std::int64_t>(checksums, 0, 1));
  }
  for (const char* table : {"time", "next_step", "control", "damping"})
    CHECK(one.table<double>(table, 1) == some.table<double>(table, 1));
}

TEST_CASE("a running mean that a sponge draws to goes on with any number of ranks") {
  const Folder folder;
  const std::string settings =
      "run c.ini -q --set output.every=40 --set sponge.state=mean --set sponge.averaging_time=3 --set "
      "sponge.strength=0.004*x^2 --output ";
  REQUIRE(rkdg(folder, settings + "one").status == 0);
  REQUIRE(rkdg(folder, settings + "parts --set time.steps=10", on(3)).status == 0);
  const std::string restart = settings + "parts --restart parts/checkpoint.h5 ";
  REQUIRE(rkdg(folder, restart + "--set time.steps=20", on(2)).status == 0);
  REQUIRE(rkdg(folder, restart + "--set time.steps=30").status == 0);
  REQUIRE(rkdg(folder, restart + "--set time.steps=40", on(2)).status == 0);
  CHECK(folder.read("one/fields_000000040.vtu") == folder.read("parts/fields_000000040.vtu"));
  CHECK(folder.read("one/history.csv") == folder.read("parts/history.csv"));
  const Hdf5TableReader one(folder.file("one/checkpoint.h5")), some(folder.file("parts/checkpoint.h5"));
  const std::int64_t count = one.list_size<double>("coefficients");
  REQUIRE(one.list_size<double>("running_mean") == count);
  CHECK(one.list<double>("running_mean", 0, count) == some.list<double>("running_mean", 0, count));
  CHECK(one.list<double>("running_mean", 0, count) != one.list<double>("coefficients", 0, count));
}

TEST_CASE("fields of all times lie in one file, whatever the number of ranks") {
  const Folder folder;
  const std::string run = "run c.ini -q --set output.format=vtkhdf --set checkpoint.every=20 ";
  REQUIRE(rkdg(folder, run + "--output one").status == 0);
  REQUIRE(rkdg(folder, run + "--output some", on(3)).status == 0);
  const std::string whole = folder.read("one/fields.vtkhdf");
  REQUIRE(whole.size() > 100'000);
  CHECK((folder.read("some/fields.vtkhdf") == whole));
  // Continued with by other numbers of ranks.
  REQUIRE(rkdg(folder, run + "--output parts --set time.steps=20", on(3)).status == 0);
  REQUIRE(rkdg(folder, run + "--output parts --restart parts/checkpoint.h5 --set time.steps=30", on(2)).status == 0);
  REQUIRE(rkdg(folder, run + "--output again --set time.steps=20").status == 0);
  REQUIRE(rkdg(folder, run + "--output again --restart again/checkpoint.h5 --set time.steps=30").status == 0);
  CHECK((folder.read("parts/fields.vtkhdf") == folder.read("again/fields.vtkhdf")));
}

TEST_CASE("errors of a study of convergence do not depend on the number of ranks") {
  const Folder folder;
  const std::string study =
      "converge c.ini --set 'mesh.parameters=kind=hybrid order=2 curved=0.05' --degrees 1,2 --levels 2 --json ";
  REQUIRE(rkdg(folder, study + "one.json").status == 0);
  const Outcome outcome = rkdg(folder, study + "some.json", on(3));
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto one = nlohmann::json::parse(folder.read("one.json"))["rows"];
  const auto some = nlohmann::json::parse(folder.read("some.json"))["rows"];
  REQUIRE(some.size() == 4);
  REQUIRE(one.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    INFO("row " << i);
    for (const char* key : {"degree", "level", "cells", "dof", "steps"}) CHECK(some[i][key] == one[i][key]);
    for (const char* norm : {"l2", "linf"})
      for (const auto& [field, error] : one[i]["errors"][norm].items())
        CHECK(some[i]["errors"][norm][field].get<double>() == Approx(error.get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("speed is measured on several ranks") {
  const Folder folder;
  const Outcome outcome = rkdg(
      folder, "bench c.ini --degrees 1 --orderings none,layers --steps 2 --warm-up 1 --json b.json --csv b.csv", on(2));
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto rows = nlohmann::json::parse(folder.read("b.json"))["rows"];
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    CHECK(row["ranks"] == 2);
    CHECK(row["cells"] == 54);
    CHECK(row["dof_per_second"].get<double>() > 0);
    CHECK(row["copy_gb_per_s"].get<double>() > 0);
  }
}

TEST_CASE("check says what each rank would have") {
  const Folder folder;
  const Outcome outcome = rkdg(folder, "check c.ini", on(2));
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("partition  2 ranks") && Contains("rank 0 ") && Contains("rank 1 "));
  // The arrays of both are those of the solver: 0.05 is what rounding leaves of each number.
  double arrays = 0, total = -1;
  for (const std::string& line : lines(outcome.out)) {
    const auto number_after = [&line](const std::string& words) {
      return std::stod(line.substr(line.find(words) + words.size()));
    };
    if (line.starts_with("rank ")) arrays += number_after(", arrays of ");
    if (line.starts_with("memory ")) total = number_after("arrays of the solver ");
  }
  CHECK(total > 0.1);
  CHECK(arrays == Approx(total).margin(0.15));
}
