// The folder of a run: one run at a time, one case, nobody else's files.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>

#include "apps/tests/running_program.hpp"
#include "meshes/build.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> endless{"run", "c.ini", "--set", "time.steps=1000000000", "--set", "output.every=0"};

/// A run that is refused with one line.
std::string refused(const TemporaryFolder& folder, const std::string& arguments) {
  const Outcome outcome = rkdg(folder, "run " + arguments);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(is_one_error_line(outcome.err));
  return outcome.err;
}

using Names = std::array<std::string, 4>;

/// One square whose sides are boundaries of these names.
void write_square(const std::string& path, const Names& names) {
  Mesh2 mesh;
  mesh.boundary_names = {names.begin(), names.end()};
  mesh.nodes = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
  mesh.cell_shapes = {CellShape::quadrilateral};
  mesh.cell_nodes = {0, 1, 2, 3};
  mesh.cell_node_begin = {0, 4};
  build_faces(mesh, std::vector<BoundaryEdge>{{{0, 1}, 0}, {{1, 3}, 1}, {{3, 2}, 2}, {{2, 0}, 3}}, "square");
  write_mesh_hdf5(mesh, path);
}

/// A case on that square which writes forces and surfaces of its boundaries.
std::string case_of(const Names& names) {
  std::string text = "[mesh]\nfile = a.h5\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n";
  std::string list;
  for (const std::string& name : names) {
    text += "[boundary." + name + "]\ntype = farfield\n";
    list += (list.empty() ? "" : ", ") + name;
  }
  return text + "[time]\nsteps = 4\n[output]\nforces = " + list + "\nsurface = " + list + "\n";
}

}  // namespace

TEST_CASE("a second run in a folder is refused while the first one lives") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  RunningProgram first(folder, endless);
  first.wait_until([&] { return lines(folder.read("out/history.csv")).size() > 3; });
  first.send(SIGSTOP);  // leaves the processors to the others
  const std::string error = refused(folder, "c.ini");
  CHECK_THAT(error, Contains("error: out: another run of rkdg (process " + std::to_string(first.process()) + " on ") &&
                        Contains("--output"));
  CHECK(rkdg(folder, "check c.ini").status == 0);
  CHECK(rkdg(folder, "run c.ini -q --output other").status == 0);
  first.send(SIGCONT);
  SECTION("which goes on undisturbed") {
    first.send(SIGTERM);
    CHECK(first.finish().status == 1);
    const auto rows = lines(folder.read("out/history.csv"));
    for (std::size_t row = 1; row < rows.size(); ++row)
      REQUIRE(rows[row].starts_with(std::to_string(10 * (row - 1)) + ","));
    CHECK(10 * (rows.size() - 2) <= summary(folder)["steps"].get<std::size_t>());
  }
  SECTION("and the folder is free again once it is killed") {
    first.send(SIGKILL);
    first.finish();
    CHECK(rkdg(folder, "run c.ini -q").status == 0);
    CHECK(summary(folder)["status"] == "done");
  }
}

TEST_CASE("of many runs that start at once in one folder one does its work, and the others are refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  std::vector<std::unique_ptr<RunningProgram>> runs;
  for (int i = 0; i < 5; ++i) runs.push_back(std::make_unique<RunningProgram>(folder, endless));
  // Those that are refused end by themselves; the one that is left has to be told.
  const auto at_work = [](const auto& run) { return !run->has_ended(); };
  while (std::count_if(runs.begin(), runs.end(), at_work) > 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const auto last = std::find_if(runs.begin(), runs.end(), at_work);
  REQUIRE(last != runs.end());
  (*last)->wait_until([&] { return lines(folder.read("out/history.csv")).size() > 3; });
  (*last)->send(SIGTERM);
  for (auto run = runs.begin(); run != runs.end(); ++run) CHECK((*run)->finish().status == (run == last ? 1 : 2));
  CHECK(summary(folder)["status"] == "interrupted");
}

TEST_CASE("the results of another case are not replaced") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  folder.write("d.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  const std::string fields = folder.read("out/fields_000000040.vtu"), history = folder.read("out/history.csv");
  CHECK_THAT(refused(folder, "d.ini --set time.steps=20"),
             Contains("error: out: holds the results of another case, c.ini") && Contains("--output"));
  CHECK(folder.read("out/fields_000000040.vtu") == fields);
  CHECK(folder.read("out/history.csv") == history);
  CHECK(rkdg(folder, "run d.ini -q --output other").status == 0);
  // The same case replaces its own results, also when case and folder have moved.
  CHECK(rkdg(folder, "run c.ini -q --set time.steps=20 --set output.every=0").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/fields_000000040.vtu")));
  fs::create_directory(folder.file("moved"));
  for (const char* name : {"c.ini", "out"}) fs::rename(folder.file(name), folder.file(std::string("moved/") + name));
  CHECK(rkdg(folder, "run moved/c.ini -q --output moved/out").status == 0);
}

TEST_CASE("files of others are neither removed nor overwritten") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string surface = " --set output.surface=bottom";
  REQUIRE(rkdg(folder, "run c.ini -q" + surface).status == 0);
  REQUIRE(fs::exists(folder.file("out/surface_bottom.csv")));
  for (const char* name : {"out/surface_measured.csv", "out/fields_mine.vtu", "out/notes.txt"}) {
    folder.write(name, "precious");
  }
  CHECK(rkdg(folder, "run c.ini -q").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/surface_bottom.csv")));
  for (const char* name : {"out/surface_measured.csv", "out/fields_mine.vtu", "out/notes.txt"}) {
    CHECK(folder.read(name) == "precious");
  }
  folder.write("out/surface_bottom.csv", "precious");
  CHECK_THAT(refused(folder, "c.ini" + surface), Contains("holds 'surface_bottom.csv', which is not a result of rkdg"));
  CHECK(folder.read("out/surface_bottom.csv") == "precious");
}

TEST_CASE("symbolic links in the folder lead nowhere") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  folder.write("precious", "precious");
  const std::vector<std::string> links{"history.csv",
                                       "summary.json",
                                       "checkpoint.h5",
                                       "fields_000000040.vtu",
                                       "checkpoint.rkdg-tmp1.h5",
                                       "history.rkdg-tmp1.csv",
                                       "rkdg-write-test.rkdg-tmp1"};
  for (const std::string& link : links) {
    fs::remove(folder.file("out/" + link));
    fs::create_symlink("../precious", folder.file("out/" + link));
  }
  CHECK(rkdg(folder, "run c.ini -q").status == 0);
  CHECK(folder.read("precious") == "precious");
  CHECK(summary(folder)["status"] == "done");
}

TEST_CASE("boundaries of any name have files in the folder") {
  struct Expected {
    Names names, files, shown;
  };
  const Expected e = GENERATE(Expected{{"top/upper", "x/../../evil", "caf\xe9", "caf\xc3\xa9"},
                                       {"top%2Fupper", "x%2F..%2F..%2Fevil", "caf%E9", "caf\xc3\xa9"},
                                       {"top/upper", "x/../../evil", "caf%E9", "caf\xc3\xa9"}},
                              Expected{{"100%", "a%2Fb", "tab\x01", ".."},
                                       {"100%", "a%252Fb", "tab%01", ".."},
                                       {"100%", "a%252Fb", "tab%01", ".."}});
  const TemporaryFolder folder;
  write_square(folder.file("a.h5"), e.names);
  folder.write("c.ini", case_of(e.names));
  const Outcome outcome = rkdg(folder, "run c.ini -q --output a/b");
  CHECK(outcome.err.empty());
  REQUIRE(outcome.status == 0);
  CHECK(std::distance(fs::directory_iterator(folder.file("a")), {}) == 1);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
  for (std::size_t i = 0; i < e.names.size(); ++i) {
    INFO(e.shown[i]);
    CHECK(fs::exists(folder.file("a/b/surface_" + e.files[i] + ".csv")));
    CHECK(summary(folder, "a/b")["forces"].contains(e.shown[i]));
    CHECK_THAT(folder.read("a/b/forces.csv"), Contains("," + e.shown[i] + "\n"));
  }
  CHECK(rkdg(folder, "run c.ini -q --output a/b --restart a/b/checkpoint.h5 --set time.steps=8").status == 0);
  CHECK(summary(folder, "a/b")["status"] == "done");
}

TEST_CASE("a name that is too long for a file is refused before the first step") {
  const TemporaryFolder folder;
  const Names names{std::string(300, 'a'), "b", "c", "d"};
  write_square(folder.file("a.h5"), names);
  folder.write("c.ini", case_of(names));
  CHECK_THAT(refused(folder, "c.ini"), Contains("surface_aaa") && Contains("File name too long"));
  CHECK_FALSE(fs::exists(folder.file("out/summary.json")));
}
