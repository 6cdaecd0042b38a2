#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "meshes/lattice.hpp"

using namespace dg;

namespace {

std::vector<std::array<int, 2>> as_coordinates(CellShape shape, int order) {
  std::vector<std::array<int, 2>> all;
  for (const int node : vtk_node_order(shape, order)) {
    const auto point = lattice_points(shape, order)[node];
    all.push_back({static_cast<int>(std::lround((point[0] + 1.0) * order / 2.0)),
                   static_cast<int>(std::lround((point[1] + 1.0) * order / 2.0))});
  }
  return all;
}

}  // namespace

// Lattice coordinates (i, j) in VTK's order, after vtkHigherOrderTriangle::BarycentricIndex and
// vtkHigherOrderQuadrilateral::PointIndexFromIJK.
TEST_CASE("triangles are numbered as VTK numbers them") {
  using Points = std::vector<std::array<int, 2>>;
  CHECK(as_coordinates(CellShape::triangle, 1) == Points{{0, 0}, {1, 0}, {0, 1}});
  CHECK(as_coordinates(CellShape::triangle, 2) == Points{{0, 0}, {2, 0}, {0, 2}, {1, 0}, {1, 1}, {0, 1}});
  CHECK(as_coordinates(CellShape::triangle, 3) ==
        Points{{0, 0}, {3, 0}, {0, 3}, {1, 0}, {2, 0}, {2, 1}, {1, 2}, {0, 2}, {0, 1}, {1, 1}});
  const auto fourth = as_coordinates(CellShape::triangle, 4);
  CHECK(Points(fourth.end() - 3, fourth.end()) == Points{{1, 1}, {2, 1}, {1, 2}});
}

TEST_CASE("quadrilaterals are numbered as VTK numbers them") {
  using Points = std::vector<std::array<int, 2>>;
  CHECK(as_coordinates(CellShape::quadrilateral, 1) == Points{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  CHECK(as_coordinates(CellShape::quadrilateral, 2) ==
        Points{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}});
  CHECK(as_coordinates(CellShape::quadrilateral, 3) == Points{{0, 0},
                                                              {3, 0},
                                                              {3, 3},
                                                              {0, 3},
                                                              {1, 0},
                                                              {2, 0},
                                                              {3, 1},
                                                              {3, 2},
                                                              {1, 3},
                                                              {2, 3},
                                                              {0, 1},
                                                              {0, 2},
                                                              {1, 1},
                                                              {2, 1},
                                                              {1, 2},
                                                              {2, 2}});
}

// What vtkLagrangeHexahedron and vtkLagrangeWedge::PointIndexFromIJK, and vtkLagrangeTetra::BarycentricIndex of VTK 9.7
// give, as numbers of the lattice.
TEST_CASE("3-D cells are numbered as VTK numbers them") {
  CHECK(vtk_node_order(CellShape::hexahedron, 1) == std::vector<int>{0, 1, 3, 2, 4, 5, 7, 6});
  CHECK(vtk_node_order(CellShape::hexahedron, 3) ==
        std::vector<int>{0,  3,  15, 12, 48, 51, 63, 60, 1,  2,  7,  11, 13, 14, 4,  8,  49, 50, 55, 59, 61, 62,
                         52, 56, 16, 32, 19, 35, 31, 47, 28, 44, 20, 24, 36, 40, 23, 27, 39, 43, 17, 18, 33, 34,
                         29, 30, 45, 46, 5,  6,  9,  10, 53, 54, 57, 58, 21, 22, 25, 26, 37, 38, 41, 42});
  CHECK(vtk_node_order(CellShape::prism, 4) ==
        std::vector<int>{0,  4,  14, 60, 64, 74, 1,  2,  3,  8,  11, 13, 12, 9,  5,  61, 62, 63, 68,
                         71, 73, 72, 69, 65, 15, 30, 45, 19, 34, 49, 29, 44, 59, 6,  7,  10, 66, 67,
                         70, 16, 17, 18, 31, 32, 33, 46, 47, 48, 23, 26, 28, 38, 41, 43, 53, 56, 58,
                         27, 24, 20, 42, 39, 35, 57, 54, 50, 21, 22, 25, 36, 37, 40, 51, 52, 55});
  CHECK(vtk_node_order(CellShape::tetrahedron, 5) ==
        std::vector<int>{0,  5,  20, 55, 1,  2,  3,  4,  10, 14, 17, 19, 18, 15, 11, 6,  21, 36, 46,
                         52, 25, 39, 48, 53, 35, 45, 51, 54, 22, 24, 47, 23, 38, 37, 34, 50, 29, 44,
                         42, 32, 26, 49, 33, 40, 43, 30, 7,  16, 9,  12, 13, 8,  27, 28, 31, 41});
  CHECK(vtk_cell_type(CellShape::tetrahedron, 1) == 10);
  CHECK(vtk_cell_type(CellShape::hexahedron, 1) == 12);
  CHECK(vtk_cell_type(CellShape::prism, 2) == 73);
  CHECK(vtk_cell_type(CellShape::hexahedron, 2) == 72);
}

TEST_CASE("pyramids are VTK's linear ones, or hexahedra whose upper faces are points") {
  CHECK(vtk_cell_type(CellShape::pyramid, 1) == 14);
  CHECK(vtk_node_order(CellShape::pyramid, 1) == std::vector<int>{0, 1, 3, 2, 4});
  const LagrangeBasis<3> linear(CellShape::pyramid, 1);
  for (int v = 0; v < 5; ++v)
    for (int d = 0; d < 3; ++d)
      CHECK(linear.nodes()[vtk_node_order(CellShape::pyramid, 1)[v]][d] ==
            2 * vertex_corner(CellShape::pyramid, v)[d] - 1);
  for (int order = 2; order <= 4; ++order) {
    CHECK(vtk_cell_type(CellShape::pyramid, order) == 72);
    const auto nodes = vtk_node_order(CellShape::pyramid, order);
    CHECK(nodes == vtk_node_order(CellShape::hexahedron, order));
    const LagrangeBasis<3> basis(CellShape::pyramid, order);
    int on_apex = 0;
    for (const int node : nodes) on_apex += basis.nodes()[node] == std::array<double, 3>{-1, -1, 1};
    CHECK(on_apex == (order + 1) * (order + 1));
  }
}

TEST_CASE("every node of the lattice appears once") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral, CellShape::tetrahedron, CellShape::prism,
                                CellShape::hexahedron}) {
    for (int order = 1; order <= 7; ++order) {
      const auto nodes = vtk_node_order(shape, order);
      CHECK(static_cast<int>(nodes.size()) == node_count(shape, order));
      CHECK(std::set<int>(nodes.begin(), nodes.end()).size() == nodes.size());
      CHECK(*std::max_element(nodes.begin(), nodes.end()) == node_count(shape, order) - 1);
    }
  }
}

TEST_CASE("linear cells fill the cell that they replace, each turning left") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    const std::size_t corners = shape == CellShape::triangle ? 3 : 4;
    for (int order = 1; order <= 6; ++order) {
      const auto points = lattice_points(shape, order);
      const auto cells = linear_sub_cells(shape, order);
      const auto& vertices = cells.nodes;
      CHECK(cells.shapes == std::vector<CellShape>(static_cast<std::size_t>(order * order), shape));
      REQUIRE(vertices.size() == corners * static_cast<std::size_t>(order * order));
      const double whole = shape == CellShape::triangle ? 2.0 : 4.0;
      std::set<std::vector<int>> different;
      for (std::size_t first = 0; first < vertices.size(); first += corners) {
        double area = 0.0;
        for (std::size_t k = 0; k < corners; ++k) {
          const auto &a = points[vertices[first + k]], &b = points[vertices[first + (k + 1) % corners]];
          area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
        }
        CHECK(area == Approx(whole / (order * order)));
        std::vector<int> cell(vertices.begin() + first, vertices.begin() + first + corners);
        std::sort(cell.begin(), cell.end());
        different.insert(cell);
      }
      CHECK(different.size() == static_cast<std::size_t>(order * order));
    }
  }
}

// VTK reversed its linear prism in version 9.7; versions 9.2 to 9.7 agree on the Lagrange prism of order 1, whose first
// triangle is counter-clockwise seen from the second one.
TEST_CASE("prisms of order 1 are cells on which all versions of VTK agree") {
  CHECK(vtk_cell_type(CellShape::prism, 1) == 73);
  CHECK(vtk_node_order(CellShape::prism, 1) == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(linear_sub_cells(CellShape::prism, 1).nodes == std::vector<int>{0, 1, 2, 3, 4, 5});
}

/// Faces of cells of order 1 in VTK's order, each seen from outside counter-clockwise.
std::vector<std::vector<int>> outward_faces(CellShape shape) {
  switch (shape) {
    case CellShape::tetrahedron:
      return {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    case CellShape::prism:
      return {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
    case CellShape::pyramid:
      return {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    default:
      return {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  }
}

/// Whether all points lie in one face of the reference cell.
bool in_one_face(CellShape shape, const std::vector<std::array<double, 3>>& points) {
  const auto all = [&](auto distance) {
    return std::all_of(points.begin(), points.end(), [&](const auto& x) { return std::abs(distance(x)) < 1e-12; });
  };
  for (std::size_t d = 0; d < 3; ++d)
    if (all([d](const auto& x) { return x[d] + 1; })) return true;
  switch (shape) {
    case CellShape::tetrahedron:
      return all([](const auto& x) { return x[0] + x[1] + x[2] + 1; });
    case CellShape::prism:
      return all([](const auto& x) { return x[0] + x[1]; }) || all([](const auto& x) { return x[2] - 1; });
    case CellShape::pyramid:
      return all([](const auto& x) { return x[0] + x[2]; }) || all([](const auto& x) { return x[1] + x[2]; });
    default:
      for (std::size_t d = 0; d < 3; ++d)
        if (all([d](const auto& x) { return x[d] - 1; })) return true;
      return false;
  }
}

TEST_CASE("linear cells in 3-D fill the cell that they replace, face to face") {
  const auto [shape, whole] = GENERATE(table<CellShape, double>({{CellShape::tetrahedron, 4.0 / 3},
                                                                 {CellShape::prism, 4.0},
                                                                 {CellShape::hexahedron, 8.0},
                                                                 {CellShape::pyramid, 8.0 / 3}}));
  for (int order = 1; order <= 5; ++order) {
    INFO("shape " << static_cast<int>(shape) << ", order " << order);
    const LagrangeBasis<3> basis(shape, order);
    const auto cells = linear_sub_cells(shape, order);
    CHECK(cells.shapes.size() == static_cast<std::size_t>(order * order * order));
    std::map<std::vector<int>, int> seen;  // faces, by their nodes
    double sum = 0;
    std::size_t first = 0;
    for (const CellShape part : cells.shapes) {
      double volume = 0;
      for (const auto& face : outward_faces(part)) {
        std::vector<int> nodes;
        for (const int v : face) nodes.push_back(cells.nodes[first + static_cast<std::size_t>(v)]);
        for (std::size_t v = 1; v + 1 < nodes.size(); ++v) {
          const auto &a = basis.nodes()[nodes[0]], &b = basis.nodes()[nodes[v]], &c = basis.nodes()[nodes[v + 1]];
          volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0])) /
                    6;
        }
        std::sort(nodes.begin(), nodes.end());
        ++seen[nodes];
      }
      CHECK(volume > 0);
      sum += volume;
      first += static_cast<std::size_t>(vertex_count(part));
    }
    CHECK(first == cells.nodes.size());
    CHECK(sum == Approx(whole));
    for (const auto& [nodes, times] : seen) {
      std::vector<std::array<double, 3>> points;
      for (const int node : nodes) points.push_back(basis.nodes()[node]);
      CHECK(times == (in_one_face(shape, points) ? 1 : 2));
    }
  }
}
