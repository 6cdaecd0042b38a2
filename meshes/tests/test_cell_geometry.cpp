#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"

using namespace dg;
using Point = std::array<double, 2>;

namespace {

// One cell whose nodes are f(lattice point).
template <class Map>
Mesh2 one_cell(CellShape shape, int order, Map f) {
  Mesh2 mesh;
  mesh.geometry_order = order;
  mesh.cell_shapes = {shape};
  for (const Point& p : lattice_points(shape, order)) {
    mesh.cell_nodes.push_back(mesh.node_count());
    mesh.nodes.push_back(f(p));
  }
  mesh.cell_node_begin.push_back(mesh.node_count());
  return mesh;
}

// A polynomial map of degree `order` with a positive Jacobian, and its derivatives.
struct Bend {
  int order;
  Point operator()(const Point& p) const {
    return {3 + 2 * p[0] + p[1] / 2 + 0.1 * std::pow(p[1], order), -7 + p[1] - 0.1 * std::pow(p[0], order)};
  }
  Jacobian2 jacobian(const Point& p) const {
    return {{{2, 0.5 + 0.1 * order * std::pow(p[1], order - 1)}, {-0.1 * order * std::pow(p[0], order - 1), 1}}};
  }
};

}  // namespace

TEST_CASE("the map reproduces polynomials of its order and their derivatives") {
  const std::vector<Point> points{{-1, -1}, {0.3, -0.6}, {-0.25, 0.125}, {-0.9, 0.7}};
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    for (int order = 1; order <= max_geometry_order; ++order) {
      const Bend bend{order};
      const Mesh2 mesh = one_cell(shape, order, bend);
      const CellMap map(shape, order, points);
      std::vector<Point> places(points.size());
      std::vector<Jacobian2> jacobians(points.size());
      map.evaluate(mesh, 0, places, jacobians);
      for (std::size_t p = 0; p < points.size(); ++p) {
        for (int d = 0; d < 2; ++d) {
          CHECK(places[p][d] == Approx(bend(points[p])[d]).epsilon(1e-14));
          for (int r = 0; r < 2; ++r) {
            CHECK(jacobians[p][d][r] == Approx(bend.jacobian(points[p])[d][r]).epsilon(1e-13).margin(1e-13));
          }
        }
      }
    }
  }
}

TEST_CASE("a lattice has its vertices where the reference cell has them, and its faces run counter-clockwise") {
  const std::array<std::vector<Point>, 2> vertices{
      {{{-1, -1}, {1, -1}, {-1, 1}}, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}};
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    const auto& corner = vertices[static_cast<int>(shape)];
    for (int order = 1; order <= max_geometry_order; ++order) {
      const auto points = lattice_points(shape, order);
      REQUIRE(points.size() == static_cast<std::size_t>(node_count(shape, order)));
      for (int f = 0; f < face_count(shape); ++f) {
        const Point &a = corner[f], &b = corner[(f + 1) % face_count(shape)];
        for (int k = 0; k <= order; ++k) {
          const double t = static_cast<double>(k) / order;
          const Point& point = points[lattice_face_node(shape, order, f, k)];
          for (int d = 0; d < 2; ++d) CHECK(point[d] == Approx((1 - t) * a[d] + t * b[d]).margin(1e-15));
        }
      }
    }
  }
}

TEST_CASE("area and centre of mass of polynomial cells are exact") {
  // x = xi, y = eta + c xi^m shifts columns of the reference square: the area stays 4, the centre moves by the mean of
  // the shift, c / (m + 1) for even m. Of the triangle: area 2; centre by int x dA = -2/3 and int xi^m.
  for (int order = 1; order <= max_geometry_order; ++order) {
    const double c = 0.3;
    const auto shear = [&](const Point& p) { return Point{5 + p[0], -2 + p[1] + c * std::pow(p[0], order)}; };
    const bool even = order % 2 == 0;
    const Mesh2 square = one_cell(CellShape::quadrilateral, order, shear);
    CHECK(cell_area(square, 0) == Approx(4).epsilon(1e-14));
    CHECK(cell_centroid(square, 0)[0] == Approx(5).epsilon(1e-14));
    CHECK(cell_centroid(square, 0)[1] == Approx(-2 + (even ? c / (order + 1) : 0)).epsilon(1e-14));

    const Mesh2 triangle = one_cell(CellShape::triangle, order, shear);
    // int over the triangle of xi^m = int (1 - xi) xi^m from -1 to 1, as the triangle is 1 - xi high at xi.
    const double moment = even ? 2.0 / (order + 1) : -2.0 / (order + 2);
    CHECK(cell_area(triangle, 0) == Approx(2).epsilon(1e-14));
    CHECK(cell_centroid(triangle, 0)[0] == Approx(5 - 1.0 / 3).epsilon(1e-14));
    CHECK(cell_centroid(triangle, 0)[1] == Approx(-2 - 1.0 / 3 + c * moment / 2).epsilon(1e-14));
  }
}

TEST_CASE("length of a face") {
  const Mesh2 mesh = one_cell(CellShape::quadrilateral, 2, [](const Point& p) {
    return Point{3 * p[0], 4 * p[0] + p[1]};
  });
  CHECK(face_length(mesh, 0, 0) == Approx(10).epsilon(1e-14));
  CHECK(face_length(mesh, 0, 1) == Approx(2).epsilon(1e-14));
  // A quarter of the unit circle by a quartic: its error is that of the interpolation, below 1e-4.
  const Mesh2 ring = one_cell(CellShape::quadrilateral, 4, [](const Point& p) {
    const double angle = (1 + p[0]) * std::numbers::pi / 4, r = (3 - p[1]) / 2;
    return Point{r * std::cos(angle), r * std::sin(angle)};
  });
  CHECK(face_length(ring, 0, 2) == Approx(std::numbers::pi / 2).epsilon(1e-4));
}

TEST_CASE("affine and straight cells are told from curved ones") {
  const auto shear = [](const Point& p) { return Point{100 + 0.01 * p[0] + 0.02 * p[1], 0.3 * p[1]}; };
  const auto twist = [](const Point& p) { return Point{p[0] + 1e-6 * p[0] * p[1], p[1]}; };
  for (int order = 1; order <= max_geometry_order; ++order) {
    for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
      Mesh2 mesh = one_cell(shape, order, shear);
      CHECK(is_affine(mesh, 0));
      CHECK(is_straight(mesh, 0));
      if (order == 1) continue;
      mesh.nodes[1][1] += 1e-8;
      CHECK_FALSE(is_affine(mesh, 0));
      CHECK_FALSE(is_straight(mesh, 0));
    }
    const Mesh2 twisted = one_cell(CellShape::quadrilateral, order, twist);
    CHECK_FALSE(is_affine(twisted, 0));
    CHECK(is_straight(twisted, 0));
  }
}
