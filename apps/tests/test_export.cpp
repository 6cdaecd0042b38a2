// Fields of checkpoints: those that the run itself has written.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// How often a text occurs.
int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

std::string header(const std::string& file) { return file.substr(0, file.find("<AppendedData")); }

}  // namespace

TEST_CASE("the fields of a checkpoint are those that the run has written, byte for byte") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::string order = " --set mesh.ordering=random --set space.degree=2";
  REQUIRE(rkdg(folder, "run c.ini -q --output o" + order).status == 0);
  const std::string of_run = folder.read("o/fields_000000040.vtu");
  REQUIRE_FALSE(of_run.empty());
  REQUIRE(rkdg(folder, "export o/checkpoint.h5 -o a.vtu").status == 0);
  CHECK(folder.read("a.vtu") == of_run);

  // The case may be named; without that of the checkpoint its order is another.
  const Outcome other = rkdg(folder, "export o/checkpoint.h5 --case c.ini -o b.vtu");
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("o/checkpoint.h5: was written on another mesh"));
  CHECK_FALSE(std::filesystem::exists(folder.file("b.vtu")));

  REQUIRE(rkdg(folder, "export o/checkpoint.h5 -o c.vtu --variables Mach,rho").status == 0);
  const std::string chosen = header(folder.read("c.vtu"));
  CHECK(chosen.find("Name=\"Mach\"") < chosen.find("Name=\"rho\""));
  CHECK(count(chosen, "Name=\"velocity\"") == 0);
}

TEST_CASE("a file of linear cells has the values at the vertices") {
  const TemporaryFolder folder;
  // Degree 1 on triangles: the nodes of its cells are their vertices already.
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output o").status == 0);
  REQUIRE(rkdg(folder, "export o/checkpoint.h5 -o a.vtu --linear").status == 0);
  CHECK(folder.read("a.vtu") == folder.read("o/fields_000000040.vtu"));
}

TEST_CASE("what cannot be exported is refused in one line") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output o").status == 0);
  const auto refused = [&](const std::string& words, const std::string& why) {
    const Outcome outcome = rkdg(folder, "export " + words);
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(why));
  };
  refused("o/checkpoint.h5", "needs '--output FILE.vtu'");
  refused("o/checkpoint.h5 -o a.h5", "must end in .vtu");
  refused("o/checkpoint.h5 -o a.vtu --variables Mash", "there is no 'Mash'; did you mean 'Mach'");
  refused("o/checkpoint.h5 -o a.vtu --variables ,", "expected one or more fields");
  refused("c.ini -o a.vtu", "c.ini");
  refused("nowhere.h5 -o a.vtu", "nowhere.h5");
  refused("o/checkpoint.h5 -o nowhere/a.vtu", "nowhere/a.vtu");
}
