// Periodic boundaries whose partner the mesh file says.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// Three by three squares in a Gmsh file, with the boundaries left, right, bottom and top.
std::string nine_squares(const std::string& periodic) {
  std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n1 1 \"left\"\n1 2 \"right\"\n1 3 \"bottom\"\n"
      "1 4 \"top\"\n$EndPhysicalNames\n$Nodes\n16\n";
  for (int n = 0; n < 16; ++n)
    text += std::to_string(n + 1) + " " + std::to_string(n % 4) + " " + std::to_string(n / 4) + " 0\n";
  text += "$EndNodes\n$Elements\n21\n";
  int element = 0;
  const auto add = [&](const std::string& type, std::initializer_list<int> nodes) {
    text += std::to_string(++element) + " " + type + " 1";
    for (const int n : nodes) text += " " + std::to_string(n);
    text += "\n";
  };
  for (int i = 1; i <= 3; ++i) {
    add("1 2 1", {4 * i - 3, 4 * i + 1});
    add("1 2 2", {4 * i, 4 * i + 4});
    add("1 2 3", {i, i + 1});
    add("1 2 4", {12 + i, 13 + i});
  }
  for (int n = 1; n <= 11; ++n)
    if (n % 4 != 0) add("3 2 9", {n, n + 1, n + 5, n + 4});
  return text + "$EndElements\n$Periodic\n" + periodic + "$EndPeriodic\n";
}

const std::string sides = "1 2 1\n4\n4 1\n8 5\n12 9\n16 13\n", ends = "1 4 3\n4\n13 1\n14 2\n15 3\n16 4\n";
const std::string right_of_left = "1\n" + sides, both = "2\n" + sides + ends;

const std::string opening =
    "[mesh]\nfile = m.msh\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n[time]\nsteps = 4\n"
    "[output]\ndirectory = out\n";

Outcome check(const std::string& periodic, const std::string& sections) {
  const TemporaryFolder folder;
  folder.write("m.msh", nine_squares(periodic));
  folder.write("c.ini", opening + sections);
  return rkdg(folder, "check c.ini");
}

const std::string walls = "[boundary.bottom]\ntype = wall-slip\n[boundary.top]\ntype = wall-slip\n";

}  // namespace

TEST_CASE("a periodic boundary takes the partner that the mesh file says, from either side") {
  for (const char* side : {"left", "right"}) {
    INFO(side);
    const Outcome outcome = check(right_of_left, "[boundary." + std::string(side) + "]\ntype = periodic\n" + walls);
    CHECK(outcome.err.empty());
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("boundary   left: 0 faces (joined)") && Contains("right: 0 faces (joined)"));
  }
  const Outcome all = check(both, "[boundary.left]\ntype = periodic\n[boundary.right]\ntype = periodic\n" +
                                      std::string("[boundary.top]\ntype = periodic\n"));
  CHECK(all.err.empty());
  CHECK(all.status == 0);
  // A pattern does not cover the partner.
  const Outcome pattern = check(right_of_left, "[boundary.left]\ntype = periodic\n[boundary.*]\ntype = wall-slip\n");
  CHECK(pattern.err.empty());
  CHECK(pattern.status == 0);
}

TEST_CASE("what the mesh file says of periodic boundaries is the case's to take") {
  const Outcome outcome = check(both, "[boundary.*]\ntype = farfield\n");
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("left: 3 faces, farfield") && Contains("top: 3 faces, farfield"));
}

TEST_CASE("a partner that the mesh file contradicts, or does not say, is refused in one line") {
  const auto refusal = [](const std::string& periodic, const std::string& section) {
    const Outcome outcome = check(periodic, section);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    return outcome.err;
  };
  const std::string rest = "[boundary.*]\ntype = farfield\n";
  CHECK_THAT(refusal("0\n", "[boundary.left]\ntype = periodic\n" + rest),
             Contains("boundary 'left' is periodic, but neither the case nor the mesh says with which other; add "
                      "'partner = NAME'"));
  CHECK_THAT(
      refusal(right_of_left, "[boundary.left]\ntype = periodic\npartner = top\n" + rest),
      Contains("boundary 'left' is periodic with right in the mesh file, not with 'top'; give 'partner = right'"));
  CHECK_THAT(refusal(right_of_left, "[boundary.lfet]\ntype = periodic\n" + rest),
             Contains("boundary 'lfet' is not in the mesh"));
  const std::string top_of_left = "1 4 1\n4\n13 13\n14 9\n15 5\n16 1\n";
  CHECK_THAT(refusal("2\n" + sides + top_of_left, "[boundary.left]\ntype = periodic\n" + rest),
             Contains("'left' is periodic with several boundaries of the mesh (right, top); add 'partner = right'"));
}

TEST_CASE("partners of the mesh file are kept by rkdg convert and reorder, and shown by rkdg info") {
  const TemporaryFolder folder;
  folder.write("m.msh", nine_squares(right_of_left));
  CHECK(rkdg(folder, "convert m.msh n.h5").err.empty());
  CHECK(rkdg(folder, "reorder n.h5 -o o.h5 --method hilbert").err.empty());
  CHECK_THAT(rkdg(folder, "info o.h5").out, Contains("periodic left: right, by a translation by (3, 0)"));
  folder.write("c.ini", opening + "[boundary.left]\ntype = periodic\n" + walls);
  const Outcome outcome = rkdg(folder, "check c.ini --set mesh.file=o.h5");
  CHECK(outcome.err.empty());
  CHECK(outcome.status == 0);
}

TEST_CASE("a mesh cut into parts says the partners of boundaries that are joined") {
  const TemporaryFolder folder;
  folder.write("m.msh", nine_squares(both));
  CHECK(rkdg(folder, "partition m.msh -n 2 -o p.h5 --periodic left=right").err.empty());
  folder.write("c.ini", opening + "[boundary.left]\ntype = periodic\n" + walls);
  const Outcome outcome = rkdg(folder, "check c.ini --set mesh.file=p.h5");
  CHECK(outcome.err.empty());
  CHECK(outcome.status == 0);
}
