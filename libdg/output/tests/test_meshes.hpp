/// Small meshes for tests: a curved quadrilateral beside a curved triangle.
#pragma once

#include <cmath>

#include "meshes/build.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// A quadrilateral over [0,1]x[0,1] and a triangle (1,0), (2,0), (1,1) to its right, order 3, bent by a smooth map.
inline Mesh2 bent_mesh() {
  Mesh2 mesh;
  mesh.geometry_order = 3;
  mesh.boundary_names = {"all"};
  const auto bend = [](double x, double y) {
    return std::array<double, 2>{x + 0.07 * std::sin(2.0 * y), y + 0.06 * std::sin(3.0 * x)};
  };
  const auto node = [&](double x, double y) {
    const auto place = bend(x, y);
    for (Index n = 0; n < mesh.node_count(); ++n) {
      if (std::hypot(mesh.nodes[n][0] - place[0], mesh.nodes[n][1] - place[1]) < 1e-9) return n;
    }
    mesh.nodes.push_back(place);
    return mesh.node_count() - 1;
  };
  for (const CellShape shape : {CellShape::quadrilateral, CellShape::triangle}) {
    const double left = shape == CellShape::quadrilateral ? 0.0 : 1.0;
    for (const auto& [xi, eta] : lattice_points(shape, 3)) {
      mesh.cell_nodes.push_back(node(left + 0.5 * (xi + 1.0), 0.5 * (eta + 1.0)));
    }
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }
  const Index a = node(0, 0), b = node(1, 0), c = node(2, 0), d = node(1, 1), e = node(0, 1);
  build_faces(mesh, std::vector<BoundaryEdge>{{{a, b}, 0}, {{b, c}, 0}, {{c, d}, 0}, {{d, e}, 0}, {{e, a}, 0}}, "bent");
  return mesh;
}

}  // namespace dg
