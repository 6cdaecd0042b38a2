#include "mesh_of_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/generators/box_cells.hpp"
#include "meshes/lattice.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

using Permutation = std::vector<int>;

/// Rotations of a cell that generate all others: new vertex i is old vertex [i].
std::array<Permutation, 2> rotations(CellShape shape) {
  if (shape == CellShape::tetrahedron) return {{{1, 2, 0, 3}, {0, 2, 3, 1}}};
  if (shape == CellShape::prism) return {{{1, 2, 0, 4, 5, 3}, {3, 5, 4, 0, 2, 1}}};
  if (shape == CellShape::pyramid) return {{{1, 2, 3, 0, 4}, {3, 0, 1, 2, 4}}};
  return {{{1, 2, 3, 0, 5, 6, 7, 4}, {4, 5, 1, 0, 7, 6, 2, 3}}};
}

/// Cells of all shapes in 2^3 or 3^3 cubes: six tetrahedra in the one at (1, 1, 1), prisms below and above it, cells
/// around the centre on its other sides, and one such cube between prisms and hexahedra, which fill the rest.
std::vector<CubeCell> cells_of_four(int x, int y, int z) {
  if (x == 1 && y == 1) return cells_of_cube(z == 1 ? CubeCells::tetrahedra : CubeCells::prisms);
  if (x != 1 && y != 1 && z == 1) return cells_of_cube(CubeCells::hexahedron);
  if (z == 1) return cells_around_centre({false, false, y == 2, y == 0, x == 2, x == 0});
  return cells_of_cube(x == 0 && y == 1 && z == 0 ? CubeCells::pyramids : CubeCells::hexahedron);
}

CubeCells cells_at(Shapes3D shapes, int x, int z, int n) {
  switch (shapes) {
    case Shapes3D::pyramids:
      return CubeCells::pyramids;
    case Shapes3D::tetrahedra:
      return CubeCells::tetrahedra;
    case Shapes3D::prisms:
      return CubeCells::prisms;
    case Shapes3D::hexahedra:
      return CubeCells::hexahedron;
    case Shapes3D::hexahedra_and_prisms:
      return 2 * x < n ? CubeCells::hexahedron : CubeCells::prisms;
    case Shapes3D::prisms_and_tetrahedra:
    case Shapes3D::all_four:
      break;
  }
  return 2 * z < n ? CubeCells::prisms : CubeCells::tetrahedra;
}

class MeshMaker3D {
 public:
  MeshMaker3D(Shapes3D shapes, int n, const Bending& bending)
      : order_(bending.order), steps_(2 * n * bending.order), amplitude_(bending.amplitude) {
    mesh.geometry_order = order_;
    const double last = steps_;
    for (int z = 0; z <= steps_; ++z)
      for (int y = 0; y <= steps_; ++y)
        for (int x = 0; x <= steps_; ++x) add_node({x / last, y / last, z / last});
    for (int z = 0; z < n; ++z)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
          for (const CubeCell& cell :
               shapes == Shapes3D::all_four ? cells_of_four(x, y, z) : cells_of_cube(cells_at(shapes, x, z, n)))
            add_cell(cell, {x, y, z});
  }

  Mesh3 mesh;

  /// Faces on the sides of the cube, in boundaries -x, +x, -y, ... or all in one.
  std::vector<TaggedFace<3>> sides(bool apart) const {
    std::vector<TaggedFace<3>> faces;
    for (Index c = 0; c < mesh.cell_count(); ++c)
      for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
        const auto nodes = face_vertex_nodes(mesh, c, f);
        for (int side = 0; side < 6; ++side) {
          if (!std::all_of(nodes.begin(), nodes.end(), [&](Index node) { return on_side(node, side); })) continue;
          TaggedFace<3> face{{-1, -1, -1, -1}, static_cast<std::int16_t>(apart ? side : 0)};
          std::copy(nodes.begin(), nodes.end(), face.vertices.begin());
          faces.push_back(face);
        }
      }
    return faces;
  }

 private:
  void add_node(std::array<double, 3> x) {
    const double wave = 2 * std::numbers::pi, bent = std::max(0.0, 1.5 * x[0] - 0.5);
    const double most = amplitude_ * std::pow(std::sin(std::numbers::pi * bent), 2);
    const auto [at, y, z] = x;
    for (int d = 0; d < 3; ++d) x[d] += most * std::sin(wave * (y + 0.1 * d)) * std::cos(wave * (z - 0.07 * d));
    auto& node = mesh.nodes.emplace_back();
    for (int d = 0; d < 3; ++d)
      for (int e = 0; e < 3; ++e) node[d] += shear_3d[d][e] * x[e];
  }
  Index node_at(const std::array<int, 3>& x) const { return (x[2] * (steps_ + 1) + x[1]) * (steps_ + 1) + x[0]; }
  bool on_side(Index node, int side) const {
    const int row = steps_ + 1, at[3] = {node % row, node / row % row, node / row / row};
    return at[side / 2] == (side % 2 == 0 ? 0 : steps_);
  }

  void add_cell(const CubeCell& cell, const std::array<int, 3>& cube) {
    std::vector<int> corners(cell.corners.begin(), cell.corners.begin() + vertex_count(cell.shape));
    for (int rotation = 0; rotation < 6; ++rotation) {
      const Permutation p = rotations(cell.shape)[random_() < 0.5 ? 0 : 1];
      std::vector<int> rotated;
      for (const int i : p) rotated.push_back(corners[i]);
      corners = rotated;
    }
    const auto coordinate = [&](int vertex, int d) {
      return corners[vertex] == cube_centre ? 1 : 2 * (corners[vertex] >> d & 1);
    };
    for_each_lattice_point(cell.shape, order_, [&](int i, int j, int k) {
      const std::array steps{i, j, k};
      std::array<int, 3> x;
      for (int d = 0; d < 3; ++d) {
        x[d] = (2 * cube[d] + coordinate(0, d)) * order_;
        for (int r = 0; r < 3; ++r) x[d] += steps[r] * (coordinate(vertex_along(cell.shape, r), d) - coordinate(0, d));
      }
      mesh.cell_nodes.push_back(node_at(x));
    });
    mesh.cell_shapes.push_back(cell.shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }

  int order_, steps_;  ///< of the cells, and halves of their steps along an edge of the cube
  double amplitude_;
  Random random_{7};
};

}  // namespace

const char* name_of(Shapes3D shapes) {
  constexpr const char* names[] = {
      "tetrahedra", "prisms", "hexahedra", "pyramids", "hexahedra and prisms", "prisms and tetrahedra", "all four"};
  return names[static_cast<int>(shapes)];
}

Mesh3 mesh_of_shapes(Shapes3D shapes, int n, bool periodic, const Bending& bending) {
  MeshMaker3D maker(shapes, n, bending);
  maker.mesh.boundary_names =
      periodic ? std::vector<std::string>{"-x", "+x", "-y", "+y", "-z", "+z"} : std::vector<std::string>{"outside"};
  build_faces(maker.mesh, maker.sides(periodic), "3-D mesh");
  if (periodic)
    for (const char* axis : {"x", "y", "z"})
      connect_periodic(maker.mesh, std::string("-") + axis, std::string("+") + axis, "3-D mesh");
  return maker.mesh;
}

}  // namespace dg::test
