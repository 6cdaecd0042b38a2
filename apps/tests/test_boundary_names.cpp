// Whatever the boundaries of a mesh are called, a case can name them.
#include <array>
#include <catch2/catch.hpp>

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
