#include <catch2/catch.hpp>
#include <cmath>

#include "meshes/gmsh_io.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/msh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::msh2;
using samples::Point;
using samples::read_msh_text;
using samples::refuse_msh_text;
using samples::square_elements;
using samples::TemporaryFolder;
using samples::unit_square;

namespace {

/// The unit square as one cell, in version 4.1: parametric nodes, large tags, an entity in two groups turned round, a
/// section to pass over, Windows line ends.
const std::string new_format =
    "$MeshFormat\r\n4.1 0 8\r\n$EndMeshFormat\n$PhysicalNames\n1\n1 2 \"wall\"\n$EndPhysicalNames\n"
    "$Entities\n1 2 1 0\n8 0 0 0 0\n5 0 0 0 1 1 0 1 -2 2 8 -8\n6 0 0 0 0 1 0 1 3 0\n7 0 0 0 1 1 0 0 2 5 "
    "6\n$EndEntities\n"
    "$Nodes\n2 4 1 4\n0 8 0 1\n1000000\n0 0 0\n1 5 1 3\n20\n30\n40\n1 0 0 0.1\n1 1 0 0.2\n0 1 0 0.3\n$EndNodes\n"
    "$Elements\n3 5 1 5\n1 5 1 3\n1 1000000 20\n2 20 30\n3 30 40\n1 6 1 1\n4 40 1000000\n2 7 3 1\n5 1000000 20 30 "
    "40\n$EndElements\n"
    "$InterpolationScheme\n1\n2 words\n$EndInterpolationScheme\n";

}  // namespace

TEST_CASE("the nodes of Gmsh's cells go to their places on the lattice") {
  // Node n lies where Gmsh's manual draws node n - 1 of the cell: vertices, edges, inside.
  const Mesh2 quad = read_msh_text(
      msh2({"0 0 0", "2 0 0", "2 2 0", "0 2 0", "1 0 0", "2 1 0", "1 2 0", "0 1 0", "1 1 0"},
           {"8 2 1 1 1 2 5", "8 2 1 1 2 3 6", "8 2 1 1 3 4 7", "8 2 1 1 4 1 8", "10 2 9 1 1 2 3 4 5 6 7 8 9"}));
  CHECK(quad.cell_nodes == std::vector<Index>{0, 4, 1, 7, 8, 5, 3, 6, 2});
  const Mesh2 triangle = read_msh_text(
      msh2({"0 0 0", "3 0 0", "0 3 0", "1 0 0", "2 0 0", "2 1 0", "1 2 0", "0 2 0", "0 1 0", "1 1 0"},
           {"26 2 1 1 1 2 4 5", "26 2 1 1 2 3 6 7", "26 2 1 1 3 1 8 9", "21 2 9 1 1 2 3 4 5 6 7 8 9 10"}));
  CHECK(triangle.cell_nodes == std::vector<Index>{0, 3, 4, 1, 8, 9, 5, 7, 6, 2});
}

TEST_CASE("unused nodes are dropped, a shifted plane and clockwise cells accepted") {
  auto nodes = unit_square;
  nodes.insert(nodes.begin(), "77 77 77");
  std::vector<std::string> elements{"1 2 1 1 2 3", "1 2 1 1 3 4", "1 2 2 2 4 5", "1 2 2 2 5 2", "3 2 9 1 2 5 4 3"};
  for (std::size_t n = 1; n < nodes.size(); ++n) nodes[n].back() = '5';
  const Mesh2 mesh = read_msh_text(msh2(nodes, elements));
  CHECK(mesh.node_count() == 4);
  CHECK(samples::total_area(mesh) == Approx(1));
  CHECK(mesh.boundary_names == std::vector<std::string>{"wall", "rest"});
}

TEST_CASE("Gmsh files that are no 2-D mesh of one order are refused") {
  auto elements = square_elements;
  elements.pop_back();
  refuse_msh_text(msh2(unit_square, elements), {"no triangles or quadrilaterals", "physical group"});

  auto nodes = unit_square;
  nodes[2] = "1 1 0.25";
  refuse_msh_text(msh2(nodes, square_elements), {"is not plane", "0.25 at (1, 1)", "only cells that are in one"});

  nodes = unit_square;
  for (const char* node : {"2 0 0", "2 1 0", "1.5 0 0", "1.5 1 0"}) nodes.emplace_back(node);
  nodes.insert(nodes.end(), {"2 0.5 0", "1 0.5 0", "1.5 0.5 0"});
  elements = square_elements;
  elements.emplace_back("10 2 9 1 2 5 6 3 7 9 8 10 11");
  refuse_msh_text(msh2(nodes, elements), {"orders 1 and 2", "same order"});
  elements.back() = "10 2 9 2 2 5 6 3 7 9 8 10 11";  // in a surface of its own
  refuse_msh_text(msh2(nodes, elements), {"orders 1 and 2", "same order"});
}

TEST_CASE("faces in no group and in two have boundaries of their own; what is no face is refused") {
  auto elements = square_elements;
  elements.erase(elements.begin() + 1);
  elements.push_back("1 2 2 3 1 2");
  const auto mesh = std::get<Mesh2>(parse_gmsh(msh2(unit_square, elements), "text.msh"));
  CHECK(samples::faces_in(mesh, "default") == 1);
  CHECK(samples::faces_in(mesh, "wall & rest") == 1);
  elements.back() = "1 2 2 3 1 3";
  refuse_msh_text(msh2(unit_square, elements), {"edge (0, 0)-(1, 1) of boundary 'rest' is no edge of a cell"});
}

TEST_CASE("damaged Gmsh files are refused") {
  const TemporaryFolder folder;
  check_refused([&] { read_gmsh(folder / "none.msh"); }, {"none.msh: no such file"});
  samples::write_text(folder / "text.msh", "hello");
  check_refused([&] { read_gmsh(folder / "text.msh"); }, {"is not a Gmsh mesh file"});
  refuse_msh_text("$MeshFormat\n1 0 8\n$EndMeshFormat\n", {"text.msh:2: version 1 of", "4.1 or 2.2"});
  refuse_msh_text("$MeshFormat\n3 0 8\n$EndMeshFormat\n", {"text.msh:2: version 3 of"});
  refuse_msh_text("$MeshFormat\n4 0 8\n$EndMeshFormat\n", {"text.msh: has no triangles or quadrilaterals"});
  refuse_msh_text("$MeshFormat\n4.1 2 8\n$EndMeshFormat\n", {"text.msh:2: the file type must be 0"});
  refuse_msh_text("$MeshFormat\n4.1 0 4\n$EndMeshFormat\n", {"text.msh:2: numbers of 4 bytes"});
  refuse_msh_text("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n", {"text.msh: has no triangles or quadrilaterals"});
  refuse_msh_text(std::string("$MeshFormat\n4.1 1 8\n\0\0\0\1\n$EndMeshFormat\n", 41), {"at byte", "byte order"});
  refuse_msh_text(msh2({"0 0 0", "1 0 0", "1 1 0"}, square_elements),
                  {"text.msh:19: element 3 has node 4, which is not in"});
  refuse_msh_text(msh2({"0 0 0", "1 0", "1 1 0", "0 1 0"}, square_elements), {"text.msh"});

  const auto refuse_changed = [](const std::string& good, const std::string& piece, const std::string& by,
                                 const std::vector<std::string>& pieces) {
    std::string text = good;
    REQUIRE(text.find(piece) != std::string::npos);
    refuse_msh_text(text.replace(text.find(piece), piece.size(), by), pieces);
  };
  const std::string old_format = msh2(unit_square, square_elements);
  refuse_changed(old_format, "$Nodes\n4", "$Nodes\n5", {"text.msh:15: a number is missing here"});
  refuse_changed(old_format, "$Nodes\n4", "$Nodes\n3", {"text.msh:14: $EndNodes must follow"});
  refuse_changed(old_format, "$Nodes\n4", "$Nodes\n99999999999", {"text.msh:10: 99999999999 nodes do not fit"});
  refuse_changed(old_format, "$Elements\n5", "$Elements\nx", {"text.msh:17: a number is missing here"});
  refuse_changed(old_format, "2 1 0 0", "1 1 0 0", {"text.msh:12: there are two nodes 1"});
  refuse_changed(old_format, "2 1 0 0", "2 1 O 0", {"text.msh:12: a number is missing here"});
  refuse_changed(old_format, "2 1 0 0", "-2 1 0 0", {"text.msh:12: the number -2 of a node must be positive"});
  refuse_changed(old_format, "5 3 2 9 1", "5 200 2 9 1", {"text.msh:22: elements of type 200 are not supported"});
  refuse_changed(old_format, "$Nodes", "$Knoten", {"$EndKnoten does not follow"});
  refuse_changed(old_format, "\"wall\"", "wall", {"text.msh:6: a physical group must be given as"});

  refuse_changed(new_format, "2 4 1 4", "2 5 1 5", {"5 nodes are announced, but 4 given"});
  refuse_changed(new_format, "3 5 1 5", "3 6 1 6", {"6 elements are announced, but 5 given"});
  refuse_changed(new_format, "$Entities", "$PartitionedEntities\n$EndPartitionedEntities\n$Entities",
                 {"text.msh:9: a number is missing here"});
}

TEST_CASE("a file of version 4.1") {
  const Mesh2 mesh = read_msh_text(new_format);
  CHECK(mesh.node_count() == 4);
  CHECK(mesh.cell_nodes == std::vector<Index>{0, 1, 3, 2});
  CHECK(mesh.boundary_names == std::vector<std::string>{"wall", "3"});
  CHECK(samples::faces_in(mesh, "wall") == 3);
  CHECK(samples::total_area(mesh) == Approx(1));
}

TEST_CASE("tags of nodes may be any numbers, and take memory for the nodes there are") {
  // Each tag is twice the one before: a table up to the largest would take 4 * 10^18 bytes.
  std::string text =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 1 1 0\n5 0 0 0 1 1 0 1 2 0\n7 0 0 0 1 1 0 0 0\n"
      "$EndEntities\n$Nodes\n1 64 1 4\n2 7 0 64\n";
  for (int k = 0; k < 64; ++k) text += std::to_string(std::uint64_t{1} << k) + "\n";
  for (int k = 0; k < 64; ++k) text += std::to_string(k % 2) + " " + std::to_string(k / 2) + " 0\n";
  text +=
      "$EndNodes\n$Elements\n2 5 1 5\n1 5 1 4\n1 1 2\n2 2 9223372036854775808\n"
      "3 9223372036854775808 4611686018427387904\n4 4611686018427387904 1\n"
      "2 7 3 1\n5 1 2 9223372036854775808 4611686018427387904\n$EndElements\n";
  const Mesh2 mesh = read_msh_text(text);
  CHECK(mesh.node_count() == 4);
  CHECK(samples::total_area(mesh) == Approx(31));
  refuse_msh_text(text.replace(text.find("\n64\n"), 4, "\n32\n"), {"there are two nodes 32"});
}

TEST_CASE("a curve in up to 16 groups is in all of them, one in more is refused") {
  const auto with_groups = [](int count) {
    std::string groups;
    for (int g = 1; g <= count; ++g) groups += std::to_string(g) + " ";
    std::string text = new_format;
    const std::string curve = "5 0 0 0 1 1 0 1 -2 ";
    return text.replace(text.find(curve), curve.size(), "5 0 0 0 1 1 0 " + std::to_string(count) + " " + groups);
  };
  const ForeignMesh file = parse_msh_file(with_groups(16), "text.msh");
  REQUIRE(file.blocks.size() == 3);
  CHECK(file.blocks[0].groups.size() == 16);
  refuse_msh_text(with_groups(17), {"an entity is in more than 16 physical groups"});
  const auto mesh = std::get<Mesh2>(parse_gmsh(with_groups(2), "text.msh"));
  CHECK(samples::faces_in(mesh, "1 & wall") == 3);  // the curve has three edges
}

TEST_CASE("a number of a physical group that has no absolute value is refused") {
  std::string text = new_format;
  text.replace(text.find("1 -2 2 8 -8"), 4, "1 -2147483648");
  refuse_msh_text(text, {"text.msh:11: -2147483648 is not the number of a physical group"});
}

TEST_CASE("more elements than the rest of the file can hold are refused before there is space for them") {
  std::string text = new_format;
  text.replace(text.find("2 7 3 1"), 7, "2 7 3 20");
  refuse_msh_text(text, {"20 elements do not fit into the rest of the file"});
}

TEST_CASE("meshes whose size or place leaves no digits are refused") {
  const auto placed = [](const std::string& low, const std::string& high) {
    return msh2({low + " 0 0", high + " 0 0", high + " " + high + " 0", low + " " + high + " 0"}, square_elements);
  };
  refuse_msh_text(placed("0", "1e-310"), {"text.msh: the mesh measures ", "1e-100 to 1e+100 is supported"});
  refuse_msh_text(placed("0", "1e305"), {"text.msh: the mesh measures "});
  refuse_msh_text(placed("-1e308", "1.7e308"), {"text.msh: the mesh measures "});
  const std::vector<std::string> far{"1000000000 0 0", "1000000001 0 0", "1000000001 1 0", "1000000000 1 0"};
  refuse_msh_text(msh2(far, square_elements),
                  {"text.msh: the mesh lies at (1e+09, 0)", "times its size from the origin"});
  refuse_msh_text(placed("0", "0"), {"text.msh: "});
  CHECK(read_msh_text(placed("0", "1e-99")).cell_count() == 1);
}
