// What Gmsh reads beyond what it writes by default.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <initializer_list>

#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/replaced.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::samples;

namespace {

/// Two squares side by side, with other lines of elements.
std::string two_squares(const std::vector<std::string>& cells, const std::string& names) {
  std::vector<std::string> elements{"1 2 1 1 1 2", "1 2 1 1 2 3", "1 2 1 2 3 4",
                                    "1 2 1 3 4 5", "1 2 1 3 5 6", "1 2 1 4 6 1"};
  elements.insert(elements.end(), cells.begin(), cells.end());
  return msh2({"0 0 0", "1 0 0", "2 0 0", "2 1 0", "1 1 0", "0 1 0"}, elements, names);
}

const std::string names_of_three = "3\n1 1 \"wall\"\n2 5 \"fluid\"\n2 6 \"sponge\"\n";

template <class T>
std::string bytes_of(std::initializer_list<T> numbers) {
  std::string bytes(sizeof(T) * numbers.size(), '\0');
  std::memcpy(bytes.data(), std::data(numbers), bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("comments, blank lines and a byte-order mark may stand before the format of a Gmsh file") {
  const std::string square = msh2(unit_square, square_elements);
  const Mesh2 plain = read_msh_text(square);
  for (const std::string head :
       {"$Comments\nby hand\n$EndComments\n", "$Comments\r\nby $Nodes hand\r\n$EndComments\r\n", "\n\n", "\r\n", " \n",
        "\xef\xbb\xbf", "\xef\xbb\xbf\n# made by hand\n", "// made by hand\n",
        "$Comments\n$EndComments\n\n$Log\n1 2\n$EndLog\n"}) {
    INFO(head);
    const Mesh2 mesh = read_msh_text(head + square);
    CHECK(mesh.cell_nodes == plain.cell_nodes);
    CHECK(mesh.nodes == plain.nodes);
    CHECK(mesh.boundary_names == plain.boundary_names);
  }
  CHECK(read_msh_text("$Comments\n" + std::string(100000, 'x') + "\n$EndComments\n" + square).cell_count() == 1);
}

TEST_CASE("comments and blank lines may stand between the sections of a Gmsh file") {
  const std::string square = msh2(unit_square, square_elements);
  const Mesh2 mesh =
      read_msh_text(replaced(square, "$Nodes", "\n# the corners\n\n$Comments\nfour\n$EndComments\n$Nodes"));
  CHECK(mesh.cell_count() == 1);
  CHECK(read_msh_text(square + "\n# that is all\n").cell_count() == 1);
}

TEST_CASE("a Gmsh file whose format is missing or late is refused") {
  const std::string square = msh2(unit_square, square_elements);
  refuse_msh_text("# a comment\n$Nodes\n0\n$EndNodes\n", {"is not a mesh file"});
  refuse_msh_text("$Comments\n" + square, {"the file is truncated: $EndComments does not follow"});
  refuse_msh_text("$Nodes\n0\n$EndNodes\n" + square, {"text.msh:1: $Nodes comes before $MeshFormat"});
  refuse_msh_text("see $MeshFormat\n", {"is not a mesh file"});
  std::string old_mac = square;
  std::replace(old_mac.begin(), old_mac.end(), '\n', '\r');
  refuse_msh_text(old_mac, {"text.msh:1: the file is truncated"});
}

TEST_CASE("parametric nodes of version 2.2 are nodes") {
  // On a point, a curve, a surface and in a volume: as many parameters as dimensions, but none in the volume.
  const std::vector<std::string> nodes{"0 0 0 0 7", "1 0 0 1 7 0.5", "1 1 0 2 7 0.25 0.75", "0 1 0 3 7"};
  std::string text = replaced(msh2(nodes, square_elements), "$Nodes", "$ParametricNodes");
  text = replaced(text, "$EndNodes", "$EndParametricNodes");
  CHECK(read_msh_text(text).nodes == read_msh_text(msh2(unit_square, square_elements)).nodes);
  refuse_msh_text(replaced(text, "0 1 0 3 7", "0 1 0 4 7"), {"text.msh:14: 4 is not the dimension of an entity"});
  refuse_msh_text(replaced(text, "1 7 0.5", "1 7"), {"text.msh"});

  std::string binary = "$MeshFormat\n2.2 1 8\n" + bytes_of<int>({1}) + "\n$EndMeshFormat\n";
  binary += "$ParametricNodes\n4\n";
  binary += bytes_of<int>({1}) + bytes_of<double>({0., 0., 0.}) + bytes_of<int>({0, 7});
  binary += bytes_of<int>({2}) + bytes_of<double>({1., 0., 0.}) + bytes_of<int>({1, 7}) + bytes_of<double>({.5});
  binary += bytes_of<int>({3}) + bytes_of<double>({1., 1., 0.}) + bytes_of<int>({2, 7}) + bytes_of<double>({.5, .5});
  binary += bytes_of<int>({4}) + bytes_of<double>({0., 1., 0.}) + bytes_of<int>({3, 7});
  binary += "\n$EndParametricNodes\n$Elements\n5\n" + bytes_of<int>({1, 4, 2});
  for (int e = 1; e <= 4; ++e) binary += bytes_of<int>({e, 1, 1, e, e % 4 + 1});
  binary += bytes_of<int>({3, 1, 2, 5, 9, 1, 1, 2, 3, 4}) + "\n$EndElements\n";
  CHECK(read_msh_text(binary).nodes == read_msh_text(msh2(unit_square, square_elements)).nodes);
}

TEST_CASE("cells that a Gmsh file lists again for another group are one cell") {
  const std::string once = two_squares({"3 2 5 1 1 2 5 6", "3 2 5 1 2 3 4 5"}, names_of_three);
  const Mesh2 mesh = read_msh_text(once);
  REQUIRE(mesh.cell_count() == 2);
  const std::vector<std::vector<std::string>> lists{
      // group after group, cell after cell, turned round for a group of opposite orientation, and one cell alone
      {"3 2 5 1 1 2 5 6", "3 2 5 1 2 3 4 5", "3 2 6 1 1 2 5 6", "3 2 6 1 2 3 4 5"},
      {"3 2 5 1 1 2 5 6", "3 2 6 1 1 2 5 6", "3 2 5 1 2 3 4 5", "3 2 6 1 2 3 4 5"},
      {"3 2 5 1 1 2 5 6", "3 2 5 1 2 3 4 5", "3 2 6 1 1 6 5 2", "3 2 6 1 2 5 4 3"},
      {"3 2 5 1 1 2 5 6", "3 2 5 1 2 3 4 5", "3 2 6 1 2 3 4 5", "3 2 7 1 2 3 4 5"}};
  for (const auto& cells : lists) {
    const Mesh2 again = read_msh_text(two_squares(cells, names_of_three));
    CHECK(again.cell_nodes == mesh.cell_nodes);
    CHECK(again.faces.size() == mesh.faces.size());
  }
  // Cells that share some of their nodes only still overlap.
  refuse_msh_text(two_squares({"3 2 5 1 1 2 5 6", "3 2 5 1 2 3 4 5", "2 2 6 1 1 2 5"}, names_of_three), {"text.msh"});
}

TEST_CASE("groups of a Gmsh file may be negative") {
  std::vector<std::string> elements = square_elements;
  elements[0] = "1 2 -1 1 1 2";
  elements[4] = "3 2 -9 1 1 2 3 4";
  const Mesh2 mesh = read_msh_text(msh2(unit_square, elements));
  CHECK(mesh.boundary_names == std::vector<std::string>{"wall", "rest"});
  CHECK(faces_in(mesh, "wall") == 2);
  const Mesh2 named = read_msh_text(msh2(unit_square, square_elements, "2\n1 -1 \"wall\"\n1 2 \"rest\"\n"));
  CHECK(named.boundary_names == std::vector<std::string>{"wall", "rest"});
  elements[0] = "1 2 -2147483648 1 1 2";
  refuse_msh_text(msh2(unit_square, elements), {"-2147483648 is not the number of a physical group"});
}

TEST_CASE("groups of version 2.0 have no dimension") {
  const std::string text =
      replaced(msh2(unit_square, square_elements, "2\n1 \"wall\"\n2 \"rest\"\n"), "2.2 0 8", "2 0 8");
  CHECK(read_msh_text(text).boundary_names == std::vector<std::string>{"wall", "rest"});
  CHECK(read_msh_text(replaced(text, "1 \"wall\"", "1\"wall\"")).boundary_names ==
        std::vector<std::string>{"wall", "rest"});
  refuse_msh_text(replaced(text, "1 \"wall\"", "1 wall"), {"given as 'number \"name\"'"});
}

TEST_CASE("names of groups keep what is between their quotes") {
  const std::string names = "2\n1 1 \"inlet #1 ; \"\n1 2 \" a \"quoted\" name\"\n";
  const Mesh2 mesh = read_msh_text(msh2(unit_square, square_elements, names));
  CHECK(mesh.boundary_names == std::vector<std::string>{"inlet #1 ; ", " a \"quoted\" name"});
}
