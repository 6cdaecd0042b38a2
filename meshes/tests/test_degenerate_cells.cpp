#include <catch2/catch.hpp>
#include <cmath>

#include "meshes/cell_geometry.hpp"
#include "meshes/foreign_mesh.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;

namespace {

/// Gmsh's hexahedra of one cell after the other.
ForeignMesh hexahedra(std::vector<std::array<double, 3>> nodes, std::vector<Index> corners) {
  ForeignMesh file;
  file.nodes = std::move(nodes);
  file.blocks = {{msh_cell_type(CellShape::hexahedron, 1), {}, std::move(corners)}};
  return file;
}

Mesh3 read(ForeignMesh file, std::vector<std::string>& notes) {
  return std::get<Mesh3>(mesh_of(std::move(file), "m", notes));
}

const std::vector<std::array<double, 3>> cube{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                              {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

}  // namespace

TEST_CASE("hexahedra of order 1 with vertices that coincide are the cells that they look like") {
  std::vector<std::string> notes;
  SECTION("a wedge, whichever of its edges have gone") {
    // Vertices 3 and 7 lie on 0 and 4: half of the cube is left.
    const Mesh3 mesh = read(hexahedra(cube, {0, 1, 2, 0, 4, 5, 6, 4}), notes);
    CHECK(mesh.cell_shapes == std::vector{CellShape::prism});
    CHECK(samples::total_volume(mesh) == Approx(0.5).epsilon(1e-14));
    CHECK(mesh.faces.size() == 5);
    // Along x now: 1 on 0 and 2 on 3.
    const Mesh3 other = read(hexahedra(cube, {0, 0, 3, 3, 4, 5, 6, 7}), notes);
    CHECK(other.cell_shapes == std::vector{CellShape::prism});
    CHECK(samples::total_volume(other) == Approx(0.5).epsilon(1e-14));
  }
  SECTION("a pyramid") {
    const Mesh3 mesh = read(hexahedra(cube, {0, 1, 2, 3, 4, 4, 4, 4}), notes);
    CHECK(mesh.cell_shapes == std::vector{CellShape::pyramid});
    CHECK(samples::total_volume(mesh) == Approx(1.0 / 3).epsilon(1e-14));
  }
  SECTION("a tetrahedron") {
    const Mesh3 mesh = read(hexahedra(cube, {0, 1, 2, 2, 4, 4, 4, 4}), notes);
    CHECK(mesh.cell_shapes == std::vector{CellShape::tetrahedron});
    CHECK(samples::total_volume(mesh) == Approx(1.0 / 6).epsilon(1e-14));
  }
  REQUIRE(!notes.empty());
  CHECK(
      notes.front() ==
      "m: 1 cells with vertices that coincide have become prisms, pyramids, tetrahedra or triangles of the same faces");
}

TEST_CASE("a structured grid around an axis becomes prisms at the axis and hexahedra beyond") {
  // Layers i = 0, 1, 2 at radius i, 8 sectors, 2 along z: those at radius 0 are on the axis.
  constexpr int sectors = 8;
  ForeignMesh file;
  std::vector<Index> corners, faces;
  const auto number = [](int i, int j, int k) {
    return k * (1 + 2 * sectors) + (i == 0 ? 0 : 1 + (i - 1) * sectors + j % sectors);
  };
  for (int k = 0; k < 3; ++k) {
    file.nodes.push_back({0, 0, double(k)});
    for (int i = 1; i < 3; ++i)
      for (int j = 0; j < sectors; ++j)
        file.nodes.push_back({i * std::cos(j * M_PI / 4), i * std::sin(j * M_PI / 4), double(k)});
  }
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < sectors; ++j)
      for (int i = 0; i < 2; ++i) {
        for (const int up : {0, 1})
          for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
            corners.push_back(number(i + di, j + dj, k + up));
        if (k == 0)
          for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
            faces.push_back(number(i + di, j + dj, 0));
      }
  std::vector<Index> axis;  // faces that have no area
  for (int j = 0; j < sectors; ++j)
    for (const auto& [dj, dk] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) axis.push_back(number(0, j + dj, dk));
  file.blocks = {{msh_cell_type(CellShape::hexahedron, 1), {}, corners},
                 {msh_cell_type(CellShape::quadrilateral, 1), {1}, faces},
                 {msh_cell_type(CellShape::quadrilateral, 1), {2}, axis}};
  file.group_names = {{{2, 1}, "bottom"}, {{2, 2}, "axis"}};
  std::vector<std::string> notes;
  const Mesh3 mesh = read(file, notes);
  CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::prism) == 16);
  CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::hexahedron) == 16);
  CHECK(samples::faces_in(mesh, "bottom") == 16);
  CHECK(samples::faces_in(mesh, "axis") == 0);
  // An octagon of radius 2 has the area 8 * (2^2 sin 45) / 2, over a height of 2.
  CHECK(samples::total_volume(mesh) == Approx(2 * 16 * std::sqrt(0.5)).epsilon(1e-14));
}

TEST_CASE("quadrilaterals with vertices that coincide are triangles, and others are refused") {
  ForeignMesh file;
  file.nodes = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  std::vector<std::string> notes;
  SECTION("neighbours") {
    file.blocks = {{msh_cell_type(CellShape::quadrilateral, 1), {}, {0, 1, 2, 2, 0, 2, 3, 3}}};
    const Mesh2 mesh = std::get<Mesh2>(mesh_of(file, "m", notes));
    CHECK(mesh.cell_shapes == std::vector{CellShape::triangle, CellShape::triangle});
    CHECK(mesh_area(mesh) == Approx(1).epsilon(1e-14));
  }
  SECTION("opposite ones") {
    file.blocks = {{msh_cell_type(CellShape::quadrilateral, 1), {}, {0, 1, 0, 3}}};
    samples::check_refused([&] { mesh_of(file, "m", notes); }, {"m: cell 0"});
  }
}
