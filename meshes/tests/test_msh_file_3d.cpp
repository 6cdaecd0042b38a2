#include <catch2/catch.hpp>
#include <string>
#include <variant>
#include <vector>

#include "meshes/gmsh_io.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using samples::check_refused;

namespace {

using Lines = std::vector<std::string>;

/// The unit cube of a hexahedron from z = 0 to 1, with a pyramid of height 1 on it.
const Lines nodes{"0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "1 0 1", "1 1 1", "0 1 1", "0.5 0.5 2"};
const Lines cells{"5 2 9 1 1 2 3 4 5 6 7 8", "7 2 9 1 5 6 7 8 9"};
const Lines sides{"3 2 1 1 1 2 3 4", "3 2 1 1 1 2 6 5", "3 2 2 2 2 3 7 6", "3 2 2 2 3 4 8 7", "3 2 2 2 4 1 5 8",
                  "2 2 2 2 5 6 9",   "2 2 2 2 6 7 9",   "2 2 2 2 7 8 9",   "2 2 2 2 8 5 9"};

/// A file of version 2.2.
std::string msh2_of_cells(const Lines& places, const Lines& faces, const Lines& volumes) {
  std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"wall\"\n2 2 \"rest\"\n$EndPhysicalNames\n"
      "$Nodes\n";
  text += std::to_string(places.size()) + "\n";
  for (std::size_t n = 0; n < places.size(); ++n) text += std::to_string(n + 1) + " " + places[n] + "\n";
  text += "$EndNodes\n$Elements\n" + std::to_string(faces.size() + volumes.size()) + "\n";
  int number = 0;
  for (const Lines& list : {faces, volumes})
    for (const std::string& element : list) text += std::to_string(++number) + " " + element + "\n";
  return text + "$EndElements\n";
}

/// A tetrahedron in version 4.1: a surface in two groups turned round, another one in a group without a name.
const std::string tetrahedron =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 4 \"line\"\n2 4 \"wall\"\n$EndPhysicalNames\n"
    "$Entities\n0 1 2 1\n4 0 0 0 1 1 0 1 4 0\n4 0 0 0 1 1 1 1 -4 1 4\n5 0 0 0 1 1 1 1 6 0\n1 0 0 0 1 1 1 1 2 2 4 5\n"
    "$EndEntities\n"
    "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"
    "$Elements\n4 6 1 6\n1 4 1 1\n1 1 2\n2 4 2 2\n2 1 2 3\n3 1 2 4\n2 5 2 2\n4 2 3 4\n5 3 1 4\n3 1 4 1\n6 1 2 3 4\n"
    "$EndElements\n";

Mesh3 parse(const std::string& text) { return std::get<Mesh3>(parse_gmsh(text, "text.msh")); }

void refuse(const std::string& text, const Lines& pieces) {
  check_refused([&] { parse_gmsh(text, "text.msh"); }, pieces);
}

}  // namespace

TEST_CASE("3-D cells and their boundaries come from a Gmsh file") {
  const Mesh3 mesh = parse(msh2_of_cells(nodes, sides, cells));
  CHECK(mesh.cell_shapes == std::vector<CellShape>{CellShape::hexahedron, CellShape::pyramid});
  CHECK(mesh.boundary_names == Lines{"wall", "rest"});
  CHECK(samples::faces_in(mesh, "wall") == 2);
  CHECK(samples::faces_in(mesh, "rest") == 7);
  CHECK(samples::total_volume(mesh) == Approx(4.0 / 3));

  const Mesh3 one = parse(tetrahedron);
  CHECK(one.boundary_names == Lines{"wall", "6"});
  CHECK(samples::faces_in(one, "wall") == 2);
  CHECK(samples::total_volume(one) == Approx(1.0 / 6));
}

TEST_CASE("a cell in several groups counts once, a face in several is on a boundary of its own") {
  Lines twice = cells;
  twice.insert(twice.begin() + 1, "5 2 8 1 1 2 3 4 5 6 7 8");
  CHECK(parse(msh2_of_cells(nodes, sides, twice)).cell_count() == 2);
  twice = sides;
  twice.insert(twice.begin() + 1, "3 2 2 1 1 2 3 4");
  CHECK(samples::faces_in(parse(msh2_of_cells(nodes, twice, cells)), "wall & rest") == 1);
  std::string text = tetrahedron;
  text.replace(text.find("1 -4 1 4"), 8, "2 -4 6 1 4");
  CHECK(samples::faces_in(parse(text), "wall & 6") == 2);
}

TEST_CASE("3-D cells of a Gmsh file that do not fit are refused with a place") {
  Lines changed = sides;
  changed.pop_back();
  CHECK(samples::faces_in(parse(msh2_of_cells(nodes, changed, cells)), "default") == 1);
  changed = nodes;
  changed[8] = "0.5 0.5 0.5";
  refuse(msh2_of_cells(changed, sides, cells), {"text.msh: "});
  changed = nodes;
  changed[6] = "0.1 0.1 0.2";
  refuse(msh2_of_cells(changed, sides, cells), {"cell 0 at (", "is inverted", "the Jacobian is"});
  changed = cells;
  changed.push_back("4 2 9 1 5 6 7 9");
  refuse(msh2_of_cells(nodes, sides, changed), {"is shared by 3 cells"});
  changed = cells;
  changed.back() = "14 2 9 1 5 6 7 8 9 1 2 3 4 5 6 7 8 9";
  refuse(msh2_of_cells(nodes, sides, changed), {"elements of orders 1 and 2"});
  changed.back() = "19 2 9 1 5 6 7 8 9 1 2 3 4 5 6 7 8";
  refuse(msh2_of_cells(nodes, sides, changed), {"elements of orders 1 and 2"});
  changed.back() = "17 2 9 1 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4";
  refuse(msh2_of_cells(nodes, sides, changed), {"elements of orders 1 and 2"});
  refuse(msh2_of_cells(nodes, sides, {}), {"is not plane", "only cells that are in one"});
}
