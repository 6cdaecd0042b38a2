#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

TEST_CASE("help and version") {
  const TemporaryFolder folder;
  CHECK_THAT(rkdg(folder, "--version").out, Contains("rkdg "));
  const Outcome help = rkdg(folder, "--help");
  CHECK(help.status == 0);
  for (const std::string command :
       {"run", "check", "converge", "bench", "mesh", "convert", "reorder", "partition", "export", "info"}) {
    CHECK_THAT(help.out, Contains("  " + command));
    const Outcome own = rkdg(folder, command + " --help");
    CHECK(own.status == 0);
    CHECK_THAT(own.out, Contains("Usage: rkdg " + command));
  }
  CHECK(rkdg(folder, "").status == 2);
}

TEST_CASE("check runs nothing and writes nothing") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "check c.ini");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("8 cells (0 triangles, 8 quadrilaterals)") && Contains("area 8") &&
                              Contains("boundary   bottom: 4 faces") && Contains("the case is in order"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK(rkdg(folder, "check c.ini --set space.degree=77").status == 2);
}

TEST_CASE("check says where distorted cells cost order, and what has it") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const auto said = [&](const std::string& mesh, const std::string& space) {
    const std::string square = "--set mesh.generate=square --set mesh.parameters=n=3,xmin=0,xmax=1," + mesh;
    const Outcome outcome = rkdg(folder, "check c.ini " + square + " " + space);
    REQUIRE(outcome.status == 0);
    return outcome.out;
  };
  CHECK_THAT(said("kind=quads,distortion=0.2", ""),
             Contains("order      9 of 9 quadrilaterals are not parallelograms: if refinement leaves them so, P2 can "
                      "fall to order 2 there; quads = Q has order 3\n"));
  CHECK_THAT(said("kind=quads,distortion=0.2", "--set space.quads=Q"), !Contains("order      "));
  CHECK_THAT(said("kind=quads", ""), !Contains("order      "));
  CHECK_THAT(said("kind=triangles,distortion=0.2", ""), !Contains("order      "));
}

TEST_CASE("info tells files apart") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  CHECK_THAT(rkdg(folder, "info out/checkpoint.h5").out, Contains("checkpoint at step 40") && Contains("[mesh]"));
  CHECK_THAT(rkdg(folder, "info out/fields_000000020.vtu").out,
             Contains("NumberOfCells=\"8\"") && Contains("vorticity"));
  CHECK_THAT(rkdg(folder, "info out/summary.json").out, Contains("dof_per_second"));
  CHECK_THAT(rkdg(folder, "info out/fields.pvd").out, Contains("fields_000000020.vtu"));
  CHECK(rkdg(folder, "info c.ini").status == 2);

  REQUIRE(rkdg(folder, "run c.ini -q --output hdf --set output.format=vtkhdf").status == 0);
  CHECK_THAT(rkdg(folder, "info hdf/fields.vtkhdf").out,
             Contains("VTKHDF") && Contains("8 cells") && Contains("vorticity") && Contains("times, 0 to "));
  const std::string series = folder.read("hdf/fields.vtkhdf");
  for (const std::size_t size : {series.size() / 2, series.size() / 8, std::size_t{200}}) {
    folder.write("cut.vtkhdf", series.substr(0, size));
    const Outcome cut = rkdg(folder, "info cut.vtkhdf");
    CHECK(cut.status == 2);
    CHECK(is_one_error_line(cut.err));
  }
}

TEST_CASE("info knows lattice Boltzmann runs") {
  const TemporaryFolder folder;
  std::string text = "[lattice]\ncells = 4, 3, 2\n[fluid]\nreynolds = 4\n";
  for (const std::string side : {"left", "right", "bottom", "top", "back", "front"})
    text += "[boundary." + side + "]\ntype = wall\n";
  folder.write("l.ini", text + "[time]\nsteps = 3\n[output]\ncheckpoint = 3\n");
  REQUIRE(rkdg(folder, "lbm l.ini --backend cpu --threads 1 -q").status == 0);
  CHECK_THAT(rkdg(folder, "info out/checkpoint.lbm").out, Contains("checkpoint of a lattice at step 3") &&
                                                              Contains("4 x 3 x 2 cells, double precision") &&
                                                              Contains("[lattice]"));
  CHECK_THAT(rkdg(folder, "info out/fields_00000003.vti").out, Contains("velocity") && Contains("pressure"));
  CHECK_THAT(rkdg(folder, "info out/summary.json").out, Contains("lattice-boltzmann"));
  folder.write("cut.lbm", folder.read("out/checkpoint.lbm").substr(0, 400));
  const Outcome cut = rkdg(folder, "info cut.lbm");
  CHECK(cut.status == 2);
  CHECK(is_one_error_line(cut.err));
}

TEST_CASE("converge and bench write their tables") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + "[exact]\nrho = 1\nu = 0\nv = 0\np = p_inf\n");
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --levels 2 --json c.json").status == 0);
  const json converge = json::parse(folder.read("c.json"));
  REQUIRE(converge["rows"].size() == 4);
  CHECK(converge["rows"][1]["h"] == Approx(0.5));
  CHECK(converge["rows"][0]["order"].is_null());
  const Outcome refused = rkdg(folder, "bench c.ini --set space.precision=single");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--set space.precision=single: bench takes a list instead, --precisions"));
  REQUIRE(rkdg(folder, "bench c.ini --degrees 1 --orderings none,rcm --steps 2 --json b.json --csv b.csv").status == 0);
  const json bench = json::parse(folder.read("b.json"));
  REQUIRE(bench["rows"].size() == 2);
  for (const char* key :
       {"degree", "ordering", "start", "assembly", "layout", "backend", "threads", "precision", "cells", "dof",
        "seconds_per_step", "spread", "dof_per_second", "gb_per_second", "copy_fraction"}) {
    CHECK(bench["rows"][0].contains(key));
  }
  CHECK(bench["baseline"] == "none");
  CHECK(bench["hardware"]["cores"] >= 1);
  CHECK_THAT(bench["hardware"]["compiler"].get<std::string>(), Contains("-O"));
  CHECK(bench["rows"][0]["over_baseline"] == 1.0);
  CHECK(bench["rows"][1]["over_baseline"].get<double>() == Approx(bench["rows"][0]["seconds_per_step"].get<double>() /
                                                                  bench["rows"][1]["seconds_per_step"].get<double>()));
  const std::string csv = folder.read("b.csv");
  CHECK_THAT(csv, StartsWith("degree,ordering,start") && Contains("segments_per_warp"));
  const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  std::istringstream lines(csv);
  std::string head, line;
  std::getline(lines, head);
  int rows = 0;
  for (; std::getline(lines, line); ++rows) CHECK(commas(line) == commas(head));
  CHECK(rows == 2);
}

TEST_CASE("converge takes a list of mesh files, as it takes levels") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + "[exact]\nrho = 1\nu = 0\nv = 0\np = p_inf\n");
  for (const std::string level : {"0", "1", "2"}) {
    REQUIRE(rkdg(folder, "mesh couette kind=quads --level " + level + " -o m" + level + ".h5").status == 0);
  }
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --levels 3 --json levels.json").status == 0);
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --meshes m0.h5,m1.h5,m2.h5 --json files.json").status == 0);
  json levels = json::parse(folder.read("levels.json")), files = json::parse(folder.read("files.json"));
  for (json* table : {&levels, &files}) {
    for (json& row : (*table)["rows"]) row.erase("seconds");
  }
  CHECK(files["rows"].size() == 6);
  CHECK(files == levels);
  const auto refusal = [&](const std::string& options) {
    const Outcome outcome = rkdg(folder, "converge c.ini --degrees 1 " + options);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refusal("--meshes m1.h5,m0.h5"), Contains("m0.h5 has no more cells than the mesh before it"));
  CHECK_THAT(refusal("--meshes m1.h5 --levels 2"), Contains("--levels and --meshes exclude each other"));
  CHECK_THAT(refusal("--meshes m1.h5,none.h5"), Contains("none.h5"));
}

TEST_CASE("periodic boundaries are joined, from one side or both") {
  const TemporaryFolder folder;
  std::string text = small_case;
  const std::string left = "[boundary.left]\ntype = farfield\n", right = "[boundary.right]\ntype = farfield\n";
  text.replace(text.find(left), left.size(), "[boundary.left]\ntype = periodic\npartner = right\n");
  SECTION("one") { text.erase(text.find(right), right.size()); }
  SECTION("both") {
    text.replace(text.find(right), right.size(), "[boundary.right]\ntype = periodic\npartner = left\n");
  }
  SECTION("contradiction") {
    folder.write("c.ini", text);
    const Outcome outcome = rkdg(folder, "check c.ini");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("partner 'right' has a condition of its own at c.ini:"));
    return;
  }
  SECTION("no such partner") {
    folder.write("c.ini", text);
    CHECK_THAT(rkdg(folder, "check c.ini --set boundary.left.partner=rigth").err,
               Contains("boundary 'rigth' is not in"));
    return;
  }
  folder.write("c.ini", text);
  const Outcome outcome = rkdg(folder, "check c.ini");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("20 faces") && Contains("boundary   left: 0 faces (joined)"));
}
