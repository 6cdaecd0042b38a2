#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using namespace dg::samples;

namespace {

double reference_volume(CellShape shape) {
  switch (shape) {
    case CellShape::tetrahedron:
      return 4.0 / 3;
    case CellShape::prism:
      return 4;
    case CellShape::pyramid:
      return 8.0 / 3;
    default:
      return 8;
  }
}

const Jacobian3 linear{{{2, 0.3, -0.2}, {0.1, 1.5, 0.4}, {-0.3, 0.2, 0.7}}};

Point3 affine(const Point3& p) {
  Point3 x{100, -20, 7};
  for (int d = 0; d < 3; ++d) x[d] += dot(linear[d], p);
  return x;
}

}  // namespace

TEST_CASE("under an affine map, volumes, areas, centres and Jacobians are those of the map") {
  for (const CellShape shape : shapes_3d)
    for (int order = 1; order <= max_geometry_order; ++order) {
      const Mesh3 mesh = one_cell_3d(shape, order, affine);
      const Mesh3 reference = one_cell_3d(shape, order, [](Point3 p) { return p; });
      CHECK(cell_volume(reference, 0) == Approx(reference_volume(shape)).epsilon(1e-13));
      CHECK(cell_volume(mesh, 0) == Approx(reference_volume(shape) * determinant(linear)).epsilon(1e-11));
      const Point3 centre = affine(cell_centroid(reference, 0)), found = cell_centroid(mesh, 0);
      for (int d = 0; d < 3; ++d) CHECK(found[d] == Approx(centre[d]).epsilon(1e-12));
      CHECK(is_affine(mesh, 0));
      CHECK(is_straight(mesh, 0));

      const std::vector<Point3> inside{{-0.6, -0.5, -0.4}, {-0.9, -0.2, -0.3}};
      std::vector<Point3> places(2);
      std::vector<Jacobian3> jacobians(2);
      CellMap(shape, order, inside).evaluate(mesh, 0, places, jacobians);
      for (int p = 0; p < 2; ++p) {
        const Point3 expected = affine(inside[p]);
        for (int d = 0; d < 3; ++d) {
          CHECK(places[p][d] == Approx(expected[d]));
          for (int r = 0; r < 3; ++r) CHECK(jacobians[p][d][r] == Approx(linear[d][r]).margin(1e-10));
        }
      }
      for (int f = 0; f < face_count(shape); ++f) {
        const auto v = face_vertex_nodes(mesh, 0, f);
        const Point3 n =
            cross(minus(mesh.nodes[v[1]], mesh.nodes[v[0]]), minus(mesh.nodes[v[v.count - 1]], mesh.nodes[v[0]]));
        CHECK(face_area(mesh, 0, f) == Approx(std::sqrt(dot(n, n)) / (v.count == 3 ? 2 : 1)).epsilon(1e-12));
      }
    }
}

TEST_CASE("the centre of a tetrahedron is the mean of its vertices, that of a pyramid a quarter up") {
  const Mesh3 tetrahedron = one_cell_3d(CellShape::tetrahedron, 1, [](Point3 p) { return p; });
  const Mesh3 pyramid = one_cell_3d(CellShape::pyramid, 1, [](Point3 p) { return p; });
  const Point3 a = cell_centroid(tetrahedron, 0), b = cell_centroid(pyramid, 0);
  for (int d = 0; d < 3; ++d) CHECK(a[d] == Approx(-0.5));
  CHECK(b[0] == Approx(-0.25));
  CHECK(b[1] == Approx(-0.25));
  CHECK(b[2] == Approx(-0.5));
}

TEST_CASE("a twisted pyramid has the volume of its map") {
  // Base corner 2 lifted by h: six times the volume is that of the tetrahedra on either diagonal, averaged.
  const double h = 0.4;
  Mesh3 mesh = one_cell_3d(CellShape::pyramid, 1, [](Point3 p) { return p; });
  mesh.nodes[3][2] += h;
  const auto tetrahedron = [&](int a, int b, int c) {
    const Point3& apex = mesh.nodes[4];
    return -dot(cross(minus(mesh.nodes[b], mesh.nodes[a]), minus(mesh.nodes[c], mesh.nodes[a])),
                minus(mesh.nodes[a], apex)) /
           6;
  };
  // Nodes row by row: vertices 0, 1, 3, 2.
  const double one = tetrahedron(0, 1, 3) + tetrahedron(0, 3, 2), other = tetrahedron(0, 1, 2) + tetrahedron(1, 3, 2);
  CHECK(std::abs(one - other) > 0.1);
  CHECK(cell_volume(mesh, 0) == Approx((one + other) / 2).epsilon(1e-13));
  CHECK_FALSE(is_affine(mesh, 0));
  CHECK(is_straight(mesh, 0));
}

TEST_CASE("maps of curved pyramids are those of the polynomials they interpolate") {
  for (int order = 2; order <= max_geometry_order; ++order) {
    const auto map = [order](const Point3& p) {
      const double bent = p[0] + 0.5 * p[1] - 0.3 * p[2];
      return Point3{p[0] + 0.03 * std::pow(bent, order), p[1] - 0.02 * std::pow(bent, order),
                    p[2] + 0.04 * p[0] * p[1]};
    };
    const Mesh3 mesh = one_cell_3d(CellShape::pyramid, order, map);
    CHECK_FALSE(is_straight(mesh, 0));
    const std::vector<Point3> inside{{-0.6, -0.5, -0.4}, {-0.9, -0.2, -0.3}, {-0.99, -0.995, 0.97}, {-1, -1, 1}};
    std::vector<Point3> places(inside.size());
    std::vector<Jacobian3> jacobians(inside.size());
    CellMap(CellShape::pyramid, order, inside).evaluate(mesh, 0, places, jacobians);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const Point3& p = inside[i];
      const Point3 expected = map(p);
      const double slope = order * std::pow(p[0] + 0.5 * p[1] - 0.3 * p[2], order - 1);
      const Point3 by{slope, 0.5 * slope, -0.3 * slope}, shares{0.03, -0.02, 0}, twist{0.04 * p[1], 0.04 * p[0], 0};
      for (int d = 0; d < 3; ++d) {
        CHECK(places[i][d] == Approx(expected[d]).margin(1e-12));
        for (int r = 0; r < 3; ++r)
          CHECK(jacobians[i][d][r] ==
                Approx((d == r ? 1 : 0) + shares[d] * by[r] + (d == 2 ? twist[r] : 0)).margin(1e-10));
      }
    }
  }
}

TEST_CASE("the faces of a curved pyramid are those that its neighbours have") {
  // The bent face of any cell, in a plane that both cells share, has the places of the triangle or the quadrilateral.
  const auto bend = [](const Point3& p) {
    return Point3{p[0] + 0.1 * std::sin(p[1] + 2 * p[2]), p[1] + 0.1 * p[0] * p[2] * p[2],
                  p[2] - 0.1 * p[0] * p[1] * p[1]};
  };
  for (int order = 1; order <= max_geometry_order; ++order) {
    const Mesh3 pyramid = one_cell_3d(CellShape::pyramid, order, bend),
                tetrahedron = one_cell_3d(CellShape::tetrahedron, order, bend),
                hexahedron = one_cell_3d(CellShape::hexahedron, order, bend);
    for (const double a : {-0.9, -0.3, 0.2}) {
      const double b = -0.7;
      const auto same = [&](const Mesh3& other, const Point3& at) {
        std::array<Point3, 1> x, y;
        const std::vector<Point3> points{at};
        CellMap(CellShape::pyramid, order, points).evaluate(pyramid, 0, x, {});
        CellMap(other.cell_shapes[0], order, points).evaluate(other, 0, y, {});
        for (int d = 0; d < 3; ++d) CHECK(x[0][d] == Approx(y[0][d]).margin(1e-13));
      };
      same(hexahedron, {a, b, -1});
      same(tetrahedron, {a, -1, b});
      same(tetrahedron, {-1, a, b});
    }
  }
}

TEST_CASE("the volume of a shell of curved hexahedra or prisms converges at its order") {
  // A sixth of the shell between radii 1 and 2: a cube's face projected on the sphere.
  for (const CellShape shape : {CellShape::hexahedron, CellShape::prism})
    for (int order = 1; order <= max_geometry_order; ++order) {
      const auto error = [&](int n) {
        double volume = 0;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            for (int half = 0; half < (shape == CellShape::prism ? 2 : 1); ++half) {
              const Mesh3 mesh = one_cell_3d(shape, order, [&](Point3 p) {
                const double sign = half == 1 ? -1 : 1;
                const double s = (i + (1 + sign * p[0]) / 2) * 2 / n - 1, t = (j + (1 + sign * p[1]) / 2) * 2 / n - 1;
                const double r = (3 + p[2]) / 2 / std::sqrt(1 + s * s + t * t);
                return Point3{s * r, t * r, r};
              });
              volume += cell_volume(mesh, 0);
            }
        return std::abs(volume - 28 * std::numbers::pi / 18);
      };
      CHECK(std::log2(error(4) / error(8)) > order + 0.8);
    }
}

TEST_CASE("affine and straight cells are told from curved ones in three dimensions") {
  const auto twist = [](const Point3& p) { return Point3{p[0] + 1e-6 * p[0] * p[1] * p[2], p[1], p[2]}; };
  for (const CellShape shape : shapes_3d)
    for (int order = 2; order <= max_geometry_order; ++order) {
      Mesh3 mesh = one_cell_3d(shape, order, affine);
      mesh.nodes[1][1] += 1e-7;
      CHECK_FALSE(is_affine(mesh, 0));
      CHECK_FALSE(is_straight(mesh, 0));
    }
  for (int order = 1; order <= max_geometry_order; ++order) {
    const Mesh3 twisted = one_cell_3d(CellShape::hexahedron, order, twist);
    CHECK_FALSE(is_affine(twisted, 0));
    CHECK(is_straight(twisted, 0));
  }
}
