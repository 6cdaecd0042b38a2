#include <catch2/catch.hpp>

#include "meshes/build.hpp"

using namespace dg;

TEST_CASE("two triangles make a square") {
  Mesh2 mesh;
  mesh.nodes = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  mesh.cell_shapes = {CellShape::triangle, CellShape::triangle};
  mesh.cell_node_begin = {0, 3, 6};
  mesh.cell_nodes = {0, 1, 2, 2, 0, 3};  // the second is clockwise
  mesh.boundary_names = {"wall", "rest"};
  const std::vector<BoundaryEdge> edges{{{0, 1}, 1}, {{3, 2}, 0}, {{1, 2}, 1}, {{3, 0}, 0}};
  build_faces(mesh, edges, "square");
  REQUIRE(mesh.faces.size() == 5);
  CHECK(mesh.faces[0].minus == 0);
  CHECK(mesh.faces[0].plus == 1);
  CHECK(mesh.faces[0].minus_face == 2);
  CHECK(mesh.faces[1].boundary == 0);
  CHECK(mesh.faces[3].boundary == 1);
}
