// What a Gmsh file says of periodic curves and surfaces.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/extruded.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/rigid_motion.hpp"
#include "meshes/stated_pairs.hpp"
#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/replaced.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::samples;

namespace {

/// Two by two squares: left (group 1), right (2), bottom (3), top (4); nodes row by row, from 1 on.
std::string four_squares(const std::string& periodic, const std::array<int, 4>& groups = {1, 2, 3, 4},
                         const std::array<double, 3>& heights = {0, 1, 2}) {
  std::vector<std::string> nodes, elements;
  for (const double y : heights)
    for (const int x : {0, 1, 2}) nodes.push_back(std::to_string(x) + " " + std::to_string(y) + " 0");
  const auto line = [&](int side, int a, int b) {
    elements.push_back("1 2 " + std::to_string(groups[side]) + " 1 " + std::to_string(a) + " " + std::to_string(b));
  };
  line(0, 1, 4), line(0, 4, 7), line(1, 3, 6), line(1, 6, 9);
  line(2, 1, 2), line(2, 2, 3), line(3, 7, 8), line(3, 8, 9);
  for (const int n : {1, 2, 4, 5})
    elements.push_back("3 2 9 1 " + std::to_string(n) + " " + std::to_string(n + 1) + " " + std::to_string(n + 4) +
                       " " + std::to_string(n + 3));
  return msh2(nodes, elements, "4\n1 1 \"left\"\n1 2 \"right\"\n1 3 \"bottom\"\n1 4 \"top\"\n") +
         (periodic.empty() ? "" : "$Periodic\n" + periodic + "$EndPeriodic\n");
}

const std::string right_of_left = "1 2 1\n3\n3 1\n9 7\n6 4\n";
const std::string top_of_bottom = "1 4 3\n3\n7 1\n9 3\n8 2\n";

Mesh2 mesh_and_notes(const std::string& text, std::vector<std::string>& notes) {
  return std::get<Mesh2>(parse_gmsh(text, "text.msh", &notes));
}

std::vector<std::string> notes_on(const std::string& text) {
  std::vector<std::string> notes;
  mesh_and_notes(text, notes);
  return notes;
}

template <int Dim>
std::vector<std::array<std::string, 2>> names_of_pairs(const Mesh<Dim>& mesh) {
  std::vector<std::array<std::string, 2>> names;
  for (const auto& pair : mesh.periodic_pairs)
    names.push_back({mesh.boundary_names[pair.a], mesh.boundary_names[pair.b]});
  return names;
}

using Names = std::vector<std::array<std::string, 2>>;

}  // namespace

TEST_CASE("periodic curves of a Gmsh file are pairs of open boundaries") {
  const Mesh2 mesh = read_msh_text(four_squares("2\n" + right_of_left + top_of_bottom));
  CHECK(names_of_pairs(mesh) == Names{{"left", "right"}, {"bottom", "top"}});
  CHECK(mesh.periodic_pairs[0].translation == std::array{2.0, 0.0});
  CHECK(mesh.periodic_pairs[1].translation == std::array{0.0, 2.0});
  CHECK(faces_in(mesh, "left") == 2);
  CHECK(joined_pairs(mesh).empty());
  // The rest of the mesh is that of a file without the section.
  Mesh2 plain = read_msh_text(four_squares(""));
  CHECK(plain.periodic_pairs.empty());
  plain.periodic_pairs = mesh.periodic_pairs;
  CHECK(plain.faces == mesh.faces);
  CHECK(plain.nodes == mesh.nodes);
}

TEST_CASE("boundaries joined as the file pairs them are those found by their shape") {
  for (const bool turned : {false, true}) {
    Mesh2 stated = read_msh_text(four_squares("2\n" + right_of_left + top_of_bottom)),
          found = read_msh_text(four_squares(""));
    for (Mesh2* mesh : {&stated, &found}) {
      turned ? connect_periodic(*mesh, "right", "left", "m") : connect_periodic(*mesh, "left", "right", "m");
      connect_periodic(*mesh, "bottom", "top", "m");
    }
    CHECK(stated.faces == found.faces);
    CHECK(stated.periodic_pairs == found.periodic_pairs);
    CHECK(joined_pairs(stated).size() == 2);
  }
}

TEST_CASE("one group may hold several periodic pairs of a Gmsh file") {
  Mesh2 mesh = read_msh_text(four_squares("2\n" + right_of_left + top_of_bottom, {1, 1, 1, 1}));
  CHECK(names_of_pairs(mesh) == Names{{"left", "left"}, {"left", "left"}});
  connect_periodic(mesh, "left", "left", "m");
  CHECK(std::ranges::none_of(mesh.faces, [](const Face& face) { return face.boundary >= 0; }));
  CHECK(mesh.faces.size() == 8);
}

TEST_CASE("what a Gmsh file pairs in part is completed by shape") {
  // The file pairs the lower faces only.
  Mesh2 mesh = read_msh_text(four_squares("1\n1 2 1\n2\n3 1\n6 4\n"));
  CHECK(names_of_pairs(mesh) == Names{{"left", "right"}});
  connect_periodic(mesh, "left", "right", "m");
  CHECK(faces_in(mesh, "left") + faces_in(mesh, "right") == 0);
}

TEST_CASE("boundaries paired by no motion are left as they are, with a note") {
  const auto is_noted = [](const std::string& text) {
    std::vector<std::string> notes;
    const Mesh2 mesh = mesh_and_notes(text, notes);
    return mesh.periodic_pairs.empty() && notes.size() == 1 &&
           notes[0].find("'left' and 'right' are paired, but they lie neither a translation nor a rotation apart") !=
               std::string::npos;
  };
  // Upside down, which would join the outside to the outside; and from a long face to a short one.
  CHECK(is_noted(four_squares("1\n1 2 1\n3\n3 7\n9 1\n6 4\n")));
  CHECK(is_noted(four_squares("1\n1 2 1\n3\n3 7\n9 1\n6 4\n", {1, 2, 3, 4}, {0, 1, 3})));
  // Nodes that are no face, of other dimensions, or not there, say nothing.
  for (const char* other : {"1\n1 2 1\n1\n6 4\n", "1\n0 2 1\n3\n3 1\n9 7\n6 4\n", "1\n2 2 1\n3\n3 1\n9 7\n6 4\n",
                            "1\n1 2 1\n2\n93 1\n96 4\n", "0\n"}) {
    INFO(other);
    CHECK(notes_on(four_squares(other)).empty());
    CHECK(read_msh_text(four_squares(other)).periodic_pairs.empty());
  }
}

TEST_CASE("a damaged section of periodic entities is refused by its line") {
  const auto refused = [](const std::string& periodic, const std::vector<std::string>& pieces) {
    refuse_msh_text(four_squares(periodic), pieces);
  };
  refused("1\n7 2 1\n0\n", {"text.msh:", "7 is not the dimension of a periodic entity"});
  refused("900000000\n", {"900000000 periodic entities do not fit"});
  refused("1\n1 2 1\n900000000\n", {"900000000 pairs of nodes do not fit"});
  refused("1\n1 2 1\n3\n3 1\n", {"text.msh:", "a number is missing"});
  refused("1\n1 2 1\n1\n3 1\n5 5\n", {"$EndPeriodic must follow"});
}

TEST_CASE("a sector of a Gmsh file has the rotation that its nodes say") {
  // One square of a sector of 90 degrees, whose sides "bottom" (y = 0) and "top" (x = 0) are paired.
  const std::string text = msh2({"1 0 0", "2 0 0", "0 2 0", "0 1 0"},
                                {"1 2 1 1 1 2", "1 2 2 1 3 4", "1 2 3 1 2 3", "1 2 3 1 4 1", "3 2 9 1 1 2 3 4"},
                                "2\n1 1 \"low\"\n1 2 \"high\"\n") +
                           "$Periodic\n1\n1 2 1\nAffine 0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1\n2\n4 1\n3 2\n$EndPeriodic\n";
  Mesh2 mesh = read_msh_text(text);
  REQUIRE(names_of_pairs(mesh) == Names{{"low", "high"}});
  CHECK(mesh.periodic_pairs[0].rotation == std::array{0.0, -1.0, 1.0, 0.0});
  CHECK(std::hypot(mesh.periodic_pairs[0].translation[0], mesh.periodic_pairs[0].translation[1]) < 1e-15);
  connect_periodic(mesh, "high", "low", "m");
  CHECK(faces_in(mesh, "low") + faces_in(mesh, "high") == 0);
}

TEST_CASE("pairs of a Gmsh file are kept when its mesh is extruded, and in a file of rkdg") {
  const TemporaryFolder folder;
  const Mesh2 mesh = read_msh_text(four_squares("1\n" + right_of_left));
  Mesh3 layers = extruded(mesh, 0, 1, 2, "m");
  REQUIRE(names_of_pairs(layers) == Names{{"left", "right"}});
  CHECK(layers.periodic_pairs[0].translation == std::array{2.0, 0.0, 0.0});
  connect_periodic(layers, "left", "right", "m");
  CHECK(joined_pairs(layers).size() == 1);
  write_mesh(mesh, folder / "m.h5");
  const Mesh2 read = read_mesh(folder / "m.h5");
  CHECK(read.periodic_pairs == mesh.periodic_pairs);
  CHECK(read.faces == mesh.faces);
}
