// Whatever the boundaries of a mesh are called, a case can name them.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "apps/tests/program.hpp"
#include "meshes/build.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

using Names = std::array<std::string, 4>;

/// One square whose sides are boundaries of these names, in a Gmsh file.
std::string square_with(const Names& names) {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n";
  for (std::size_t i = 0; i < names.size(); ++i) text += "1 " + std::to_string(i + 1) + " \"" + names[i] + "\"\n";
  return text +
         "$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n5\n1 1 2 1 1 1 2\n"
         "2 1 2 2 1 2 3\n3 1 2 3 1 3 4\n4 1 2 4 1 4 1\n5 3 2 9 1 1 2 3 4\n$EndElements\n";
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

/// A case with a section for each, and all of them in the lists.
std::string case_of(const Names& names) {
  std::string text = "[mesh]\nfile = \"mesh #1.msh\"\nordering = layers\nstart = " + quoted(names[0]) +
                     " # a comment\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n";
  std::string list;
  for (const std::string& name : names) {
    text += "[boundary." + quoted(name) + "] ; a comment\ntype = farfield\n";
    list += (list.empty() ? "" : ", ") + quoted(name);
  }
  return text + "[time]\nsteps = 4\n[output]\ndirectory = \"out # 1\"\nforces = " + list + " # all\nsurface = " + list +
         "\n[checkpoint]\nevery = 2\n";
}

}  // namespace

TEST_CASE("a case names boundaries of any name, in sections, lists and overrides") {
  const Names all[]{{"inlet #1", "outlet ;2", "trailing ", " leading"},
                    {"#1", ";", "a \"quoted\" one", "\"q\""},
                    {"", " ", "a=b", "a.b"},
                    {"[x]", "x]", "a, b", "upper wall"},
                    {"\xdf", "\xc3\xbc", "tab\there", "50% #"}};
  for (const Names& names : all) {
    INFO(names[0]);
    const TemporaryFolder folder;
    folder.write("mesh #1.msh", square_with(names));
    folder.write("c.ini", case_of(names));
    const Outcome run = rkdg(folder, "run c.ini -q");
    CHECK(run.err.empty());
    REQUIRE(run.status == 0);
    CHECK(summary(folder, "out # 1")["forces"].size() == 4);
    const Outcome again = rkdg(folder, "run c.ini -q --restart 'out # 1/checkpoint.h5' --set time.steps=6");
    CHECK(again.err == "");
    CHECK(again.status == 0);
    folder.write("override", "boundary." + quoted(names[0]) + ".type=wall-slip");
    const Outcome changed =
        rkdg(folder, "run c.ini -q --restart 'out # 1/checkpoint.h5' --set time.steps=8 --set \"$(cat override)\"");
    CHECK(changed.status == 0);
    CHECK_THAT(changed.err, Contains(".type: farfield then, wall-slip now"));
  }
}

TEST_CASE("messages and info write a name as the case file needs it") {
  const TemporaryFolder folder;
  const Names names{"inlet #1", "wall", "upper wall", "end "};
  folder.write("mesh #1.msh", square_with(names));
  CHECK_THAT(rkdg(folder, "info 'mesh #1.msh'").out,
             Contains("boundary \"inlet #1\": 1 faces") && Contains("boundary wall: 1 faces") &&
                 Contains("boundary upper wall: 1 faces") && Contains("boundary \"end \": 1 faces"));
  std::string text = case_of(names);
  const std::string section = "[boundary.\"inlet #1\"] ; a comment\ntype = farfield\n";
  folder.write("c.ini", text.replace(text.find(section), section.size(), ""));
  CHECK_THAT(rkdg(folder, "run c.ini").err, Contains("add a section [boundary.\"inlet #1\"] with a type"));
  folder.write("c.ini", case_of({"inlet", "wall", "upper wall", "end "}));
  CHECK_THAT(rkdg(folder, "run c.ini").err,
             Contains("boundary 'inlet' is not in the mesh (it has: \"inlet #1\", wall, \"upper wall\", \"end \")"));
}

namespace {

/// The square of square_with(), in which lines `sides` stand for the four sides.
std::string square_of(const Names& names, const std::vector<std::string>& sides) {
  std::string text = square_with(names);
  text = text.substr(0, text.find("$Elements"));
  text += "$Elements\n" + std::to_string(sides.size() + 1) + "\n";
  for (const std::string& side : sides) text += side + "\n";
  return text + "9 3 2 9 1 1 2 3 4\n$EndElements\n";
}

const Names letters{"wall", "side-a", "side-b", "all"};
const std::vector<std::string> four{"1 1 2 1 1 1 2", "2 1 2 2 1 2 3", "3 1 2 3 1 3 4", "4 1 2 4 1 4 1"};

/// What check says of the square under these sections.
Outcome check_square(const std::vector<std::string>& sides, const std::string& sections, const Names& names = letters) {
  const TemporaryFolder folder;
  folder.write("m.msh", square_of(names, sides));
  folder.write("c.ini", "[mesh]\nfile = m.msh\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n" +
                            sections + "[time]\nsteps = 4\n[output]\ndirectory = out\n");
  return rkdg(folder, "check c.ini");
}

std::string section(const std::string& name, const std::string& type) {
  return "[boundary." + name + "]\ntype = " + type + "\n";
}

}  // namespace

TEST_CASE("one section covers several boundaries; a name beats a pattern, a longer pattern a shorter one") {
  const Outcome all = check_square(four, section("*", "wall-slip"));
  CHECK(all.err.empty());
  CHECK(all.status == 0);
  const Outcome some = check_square(
      four, section("*", "wall-slip") + section("side-*", "farfield") + section("side-b", "supersonic-out"));
  CHECK(some.err.empty());
  CHECK_THAT(some.out, Contains("boundary   wall: 1 faces, wall-slip") &&
                           Contains("boundary   all: 1 faces, wall-slip") &&
                           Contains("boundary   side-a: 1 faces, farfield") &&
                           Contains("boundary   side-b: 1 faces, supersonic-out"));
  const Outcome tie =
      check_square(four, section("side-*", "farfield") + section("*ide-a", "wall-slip") + section("*", "farfield"));
  CHECK(tie.status == 2);
  CHECK(is_one_error_line(tie.err));
  CHECK_THAT(tie.err, Contains("boundary 'side-a' fits [boundary.*ide-a] and [boundary.side-*] equally well"));
  CHECK_THAT(check_square(four, section("*", "farfield") + section("top*", "farfield")).err,
             Contains("[boundary.top*] fits no boundary of the mesh (it has: wall, side-a, side-b, all)"));
  CHECK_THAT(check_square(four, section("side-*", "farfield")).err,
             Contains("boundary 'all' of the mesh has no condition"));
  CHECK_THAT(check_square(four, section("*", "periodic\npartner = wall")).err, Contains("pattern cannot be periodic"));
}

TEST_CASE("a * in quotes is part of a name") {
  const Names stars{"*", "a*", "ab", "b"};
  const Outcome outcome = check_square(
      four, section("\"*\"", "wall-slip") + section("\"a*\"", "supersonic-out") + section("*", "farfield"), stars);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("boundary   *: 1 faces, wall-slip") &&
                              Contains("boundary   a*: 1 faces, supersonic-out") && Contains("ab: 1 faces, farfield") &&
                              Contains("b: 1 faces, farfield"));
}

TEST_CASE("faces without a group are the boundary 'default', which no pattern covers") {
  const std::vector<std::string> two{four[0], four[2]};
  const Outcome none = check_square(two, section("*", "farfield"));
  CHECK(none.status == 2);
  CHECK(is_one_error_line(none.err));
  CHECK_THAT(none.err, Contains("faces of the mesh are in no group") && Contains("[boundary.default]"));
  const Outcome some = check_square(two, section("*", "farfield") + section("default", "wall-slip"));
  CHECK(some.err.empty());
  CHECK_THAT(some.out, Contains("boundary   default: 2 faces, wall-slip"));
  CHECK_THAT(check_square({}, section("default", "farfield")).out, Contains("boundary   default: 4 faces, farfield"));
}

TEST_CASE("a face in two groups takes the one that the case names") {
  std::vector<std::string> sides = four;
  sides.erase(sides.begin() + 3);
  for (const char* end : {"1 2", "2 3", "3 4", "4 1"}) sides.push_back("5 1 2 4 1 " + std::string(end));
  const std::string each = section("wall", "wall-slip") + section("side-*", "farfield");
  CHECK_THAT(check_square(sides, section("all", "farfield")).out, Contains("boundary   all: 4 faces, farfield"));
  const Outcome both = check_square(sides, each + section("all", "supersonic-out"));
  CHECK(both.status == 2);
  CHECK_THAT(both.err, Contains("are in the groups 'wall' and 'all', and the case names both"));
  const Outcome neither = check_square(sides, section("al*", "farfield") + section("side-*", "farfield"));
  CHECK_THAT(neither.err, Contains("'side-a' and 'all', to which") && Contains("add a section for one of the groups"));
  sides.pop_back();
  CHECK_THAT(check_square(sides, section("side-*", "farfield") + section("default", "farfield")).err,
             Contains("in the groups wall, all, of which the case names none"));
  sides.emplace_back();
  sides.back() = four[3];  // a face of "all" alone, which the case has to name
  CHECK_THAT(check_square(sides, each).err, Contains("boundary 'all' of the mesh has no condition"));
}

TEST_CASE("a face in two groups is in the one that the case names, for forces and surfaces, in other files and parts") {
  const TemporaryFolder folder;
  std::vector<std::string> sides = four;
  sides.push_back("5 1 2 4 1 1 2");
  folder.write("m.msh", square_of(letters, sides));
  CHECK(rkdg(folder, "reorder m.msh -o m.h5").status == 0);
  CHECK_THAT(rkdg(folder, "info m.h5").out, Contains("boundary wall & all: 1 faces"));
  CHECK(rkdg(folder, "partition m.msh -n 1 -o parts.h5").status == 0);
  for (const std::string file : {"m.msh", "m.h5", "parts.h5"}) {
    INFO(file);
    folder.write("c.ini",
                 "[mesh]\nfile = " + file + "\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n" +
                     section("wall", "wall-slip") + section("side-*", "farfield") + section("\"all\"", "farfield") +
                     "[time]\nsteps = 2\n[output]\ndirectory = out\nforces = wall\n");
    CHECK_THAT(rkdg(folder, "run c.ini -q").err, Contains("names both"));
    folder.write("c.ini", "[mesh]\nfile = " + file +
                              "\n[space]\ndegree = 1\n[gas]\nmodel = euler\n[reference]\nmach = 0.3\n" +
                              section("wall", "wall-slip") + section("*", "farfield") +
                              "[time]\nsteps = 2\n[output]\ndirectory = out\nforces = wall\nsurface = wall\n");
    const Outcome run = rkdg(folder, "run c.ini -q");
    CHECK(run.err.empty());
    CHECK(run.status == 0);
  }
}

TEST_CASE("groups inside the mesh are ignored, with a warning") {
  const TemporaryFolder folder;
  std::string text = square_of(letters, four);
  text.replace(text.find("$Elements\n5\n"), 12, "$Elements\n7\n7 1 2 4 1 1 3\n");
  text.replace(text.find("9 3 2 9 1 1 2 3 4"), 17, "8 2 2 9 1 1 2 3\n9 2 2 9 1 1 3 4");
  folder.write("m.msh", text);
  const Outcome info = rkdg(folder, "info m.msh");
  CHECK(info.err == "warning: m.msh: 1 edge of the group 'all' lie inside the mesh and are ignored\n");
  CHECK_THAT(info.out, Contains("boundary all: 1 faces"));
}
