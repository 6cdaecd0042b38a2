/// Builds the faces of the unit square cut into two triangles: one face inside, four on the boundary.
#include <cstdio>
#include <vector>

#include "meshes/build.hpp"

int main() {
  dg::Mesh2 mesh;
  mesh.nodes = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
  mesh.cell_shapes = {dg::CellShape::triangle, dg::CellShape::triangle};
  mesh.cell_node_begin = {0, 3, 6};
  mesh.cell_nodes = {0, 1, 2, 0, 2, 3};
  mesh.boundary_names = {"wall"};
  const std::vector<dg::BoundaryEdge> edges = {{{0, 1}, 0}, {{1, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
  dg::build_faces(mesh, edges, "square");

  int inside = 0;
  for (const dg::Face& face : mesh.faces) inside += face.plus >= 0;
  std::printf("%d faces, %d inside\n", mesh.face_count(), inside);
  return mesh.face_count() == 5 && inside == 1 ? 0 : 1;
}
