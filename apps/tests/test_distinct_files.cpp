// No command replaces what it reads, and no output another one.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

/// A command that is refused and leaves every file as it is.
std::string refused(const TemporaryFolder& folder, const std::string& arguments) {
  std::map<std::string, std::string> before, after;
  const auto look = [&](auto& files) {
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
      if (entry.is_regular_file())
        files[entry.path().string()] = folder.read(fs::relative(entry.path(), folder.path()));
  };
  look(before);
  const Outcome outcome = rkdg(folder, arguments);
  INFO(arguments);
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  look(after);
  CHECK(before == after);
  return outcome.err;
}

}  // namespace

TEST_CASE("an output that is the mesh which is read is refused") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh couette kind=triangles -o a.h5").status == 0);
  fs::create_symlink("a.h5", folder.file("soft.h5"));
  fs::create_hard_link(folder.file("a.h5"), folder.file("hard.h5"));
  fs::create_directory(folder.file("sub"));
  fs::create_directory_symlink(".", folder.file("here"));
  const std::string absolute = folder.file("a.h5");
  const std::vector<std::string> names{"a.h5", "./a.h5", "sub/../a.h5", absolute, "soft.h5", "hard.h5", "here/a.h5"};
  for (const std::string& name : names) {
    CHECK_THAT(refused(folder, "reorder a.h5 --report " + name),
               Contains("--report " + name + " would replace the input a.h5"));
    CHECK_THAT(refused(folder, "reorder a.h5 -o " + name), Contains("-o " + name + " would replace the input a.h5"));
    CHECK_THAT(refused(folder, "reorder " + name + " -o a.h5"), Contains("would replace the input " + name));
    CHECK_THAT(refused(folder, "convert a.h5 " + name), Contains("OUT " + name + " would replace the input a.h5"));
    CHECK_THAT(refused(folder, "partition a.h5 -n 2 -o " + name), Contains("would replace the input a.h5"));
    CHECK_THAT(refused(folder, "mesh extrude file=a.h5 -o " + name), Contains("would replace the input a.h5"));
  }
  CHECK(rkdg(folder, "reorder a.h5 -o b.h5 --report b.json").status == 0);
  CHECK(rkdg(folder, "reorder a.h5 -o b.h5 --report b.json").status == 0);
}

TEST_CASE("two outputs that are one file are refused") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh couette kind=triangles -o a.h5").status == 0);
  folder.write("c.ini", small_case);
  fs::create_symlink("b.h5", folder.file("dangling"));
  CHECK_THAT(refused(folder, "reorder a.h5 -o b.h5 --report b.h5"),
             Contains("--report b.h5 and -o b.h5 are the same file"));
  CHECK_THAT(refused(folder, "reorder a.h5 -o b.h5 --report ./b.h5"), Contains("are the same file"));
  CHECK_THAT(refused(folder, "reorder a.h5 -o b.h5 --report dangling"), Contains("are the same file"));
  CHECK_THAT(refused(folder, "reorder a.h5 --report p-mesh.svg --plot p"), Contains("are the same file"));
  CHECK_THAT(refused(folder, "bench c.ini --json t --csv t"), Contains("--csv t and --json t are the same file"));
}

TEST_CASE("tables do not replace the files of a case") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh square n=2 kind=quads -o a.h5").status == 0);
  std::string text = small_case;
  const std::size_t generate = text.find("generate"), end = text.find("\n\n");
  text.replace(generate, end - generate, "file = a.h5");
  folder.write("c.ini", text.insert(text.find("forces = bottom"), "probes = points\n"));
  folder.write("points", "0.1 0.2\n");
  fs::create_symlink("c.ini", folder.file("link.json"));
  for (const std::string name : {"c.ini", "./a.h5", "points", "link.json"}) {
    CHECK_THAT(refused(folder, "bench c.ini --json " + name), Contains("--json " + name + " would replace the input"));
    CHECK_THAT(refused(folder, "bench c.ini --csv " + name), Contains("--csv " + name + " would replace the input"));
    CHECK_THAT(refused(folder, "converge c.ini --json " + name),
               Contains("--json " + name + " would replace the input"));
  }
  CHECK_THAT(refused(folder, "converge c.ini --meshes a.h5,b.h5 --json b.h5"),
             Contains("would replace the input b.h5"));
  CHECK_THAT(refused(folder, "converge c.ini --meshes ,"), Contains("--meshes: expected mesh files"));
  CHECK_THAT(refused(folder, "bench c.ini --starts ,"), Contains("--starts: expected boundaries"));
  CHECK_THAT(refused(folder, "reorder a.h5 -o b.h5 --start ,"), Contains("--start ,: expected boundaries"));
  CHECK_THAT(refused(folder, "run c.ini --set output.forces=,"), Contains("'forces' in [output] lists nothing"));
  CHECK_THAT(refused(folder, "run c.ini --set 'time.end=1\n'"), Contains("has a line break"));
}

TEST_CASE("a run does not replace the files that it reads") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  folder.write("points", "0.1 0.2\n");
  REQUIRE(rkdg(folder, "run c.ini -q --set output.probes=points").status == 0);
  REQUIRE(fs::exists(folder.file("out/probes.csv")));
  folder.write("out/probes.csv", "0.1 0.2\n");  // a name of its own results
  CHECK_THAT(refused(folder, "run c.ini -q --set output.probes=out/probes.csv"),
             Contains("out: the run would replace its input out/probes.csv there, as 'probes.csv'"));
  fs::create_symlink("out/probes.csv", folder.file("link"));
  CHECK_THAT(refused(folder, "run c.ini -q --set output.probes=link"), Contains("would replace its input link there"));
  fs::copy_file(folder.file("c.ini"), folder.file("out/summary.json"), fs::copy_options::overwrite_existing);
  CHECK_THAT(refused(folder, "run out/summary.json -q --output out"), Contains("out"));
  CHECK_THAT(refused(folder, "run c.ini -q --set output.probes=points --restart out/history.csv"),
             Contains("history.csv"));
}
