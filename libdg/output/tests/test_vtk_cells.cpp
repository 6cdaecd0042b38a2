#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

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

TEST_CASE("every node of the lattice appears once") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
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
      const auto vertices = linear_sub_cells(shape, order);
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
