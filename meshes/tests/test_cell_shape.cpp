#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using namespace dg::samples;

TEST_CASE("the numbers of the nodes follow the rows, and count them") {
  for (int s = 0; s < cell_shape_count; ++s) {
    const auto shape = static_cast<CellShape>(s);
    for (int m = 1; m <= max_geometry_order; ++m) {
      int count = 0;
      for_each_lattice_point(shape, m, [&](int i, int j, int k) { CHECK(lattice_node(shape, m, i, j, k) == count++); });
      CHECK(count == node_count(shape, m));
    }
  }
}

TEST_CASE("every shape satisfies Euler's formula, and every edge has two faces that run against each other") {
  for (const CellShape shape : shapes_3d) {
    std::set<std::pair<int, int>> directed;
    for (int f = 0; f < face_count(shape); ++f) {
      const auto v = face_vertices(shape, f);
      for (int i = 0; i < v.count; ++i) CHECK(directed.emplace(v[i], v[(i + 1) % v.count]).second);
    }
    for (const auto& [a, b] : directed) CHECK(directed.count({b, a}) == 1);
    CHECK(vertex_count(shape) - static_cast<int>(directed.size()) / 2 + face_count(shape) == 2);
  }
}

TEST_CASE("a vertex along each direction lies there") {
  for (int s = 0; s < cell_shape_count; ++s) {
    const auto shape = static_cast<CellShape>(s);
    for (int d = 0; d < dim_of(shape); ++d) {
      std::array<int, 3> expected{};
      expected[d] = 1;
      CHECK(vertex_corner(shape, vertex_along(shape, d)) == expected);
    }
  }
}

TEST_CASE("the normals of the faces of the reference cells point out and close the surface") {
  for (const CellShape shape : shapes_3d) {
    const auto points = lattice_points<3>(shape, 1);
    const auto vertex = [&](int v) { return points[lattice_vertex(shape, 1, v)]; };
    Point3 centre{}, sum{};
    for (int v = 0; v < vertex_count(shape); ++v)
      for (int d = 0; d < 3; ++d) centre[d] += vertex(v)[d] / vertex_count(shape);
    for (int f = 0; f < face_count(shape); ++f) {
      const auto v = face_vertices(shape, f);
      Point3 normal{};
      for (int i = 2; i < v.count; ++i) {
        const Point3 n = cross(minus(vertex(v[i - 1]), vertex(v[0])), minus(vertex(v[i]), vertex(v[0])));
        for (int d = 0; d < 3; ++d) normal[d] += n[d] / 2;
      }
      CHECK(dot(normal, minus(vertex(v[0]), centre)) > 0);
      if (v.count == 4) CHECK(dot(normal, minus(vertex(v[3]), vertex(v[0]))) == Approx(0).margin(1e-14));
      for (int d = 0; d < 3; ++d) sum[d] += normal[d];
    }
    for (int d = 0; d < 3; ++d) CHECK(sum[d] == Approx(0).margin(1e-14));
  }
}

TEST_CASE("the points of a face start at its first vertex and run to the second and the last") {
  for (const CellShape shape : shapes_3d) {
    for (int m = 1; m <= max_geometry_order; ++m) {
      const auto points = lattice_points<3>(shape, m);
      for (int f = 0; f < face_count(shape); ++f) {
        const auto v = face_vertices(shape, f);
        CHECK(lattice_face_node(shape, m, f, 0, 0) == lattice_vertex(shape, m, v[0]));
        CHECK(lattice_face_node(shape, m, f, m, 0) == lattice_vertex(shape, m, v[1]));
        CHECK(lattice_face_node(shape, m, f, 0, m) == lattice_vertex(shape, m, v[v.count - 1]));
        if (v.count == 4) CHECK(lattice_face_node(shape, m, f, m, m) == lattice_vertex(shape, m, v[2]));
        std::set<int> nodes;
        for_each_face_point(v.count, m, [&](int i, int j) {
          const int node = lattice_face_node(shape, m, f, i, j);
          nodes.insert(node);
          const Point3 a = points[lattice_vertex(shape, m, v[0])], b = points[lattice_vertex(shape, m, v[1])],
                       c = points[lattice_vertex(shape, m, v[v.count - 1])];
          for (int d = 0; d < 3; ++d)
            CHECK(points[node][d] == Approx(a[d] + (b[d] - a[d]) * i / m + (c[d] - a[d]) * j / m).margin(1e-14));
        });
        CHECK(static_cast<int>(nodes.size()) == node_count(face_shape(shape, f), m));
      }
    }
  }
}

TEST_CASE("a point across a face lies at the same place, for every orientation") {
  // The face's own vertices, seen from the other side, are listed as vertex (orientation - i) mod n.
  for (const int n : {3, 4}) {
    const CellShape shape = n == 3 ? CellShape::triangle : CellShape::quadrilateral;
    for (int m = 1; m <= max_geometry_order; ++m) {
      for (int orientation = 0; orientation < n; ++orientation) {
        std::array<std::array<double, 2>, 4> corner{}, across{};
        for (int i = 0; i < n; ++i) {
          const auto at = vertex_corner(shape, i);
          corner[i] = {double(at[0]), double(at[1])};
          across[(orientation - i + n) % n] = corner[i];
        }
        for_each_face_point(n, m, [&](int i, int j) {
          const auto [k, l] = point_across(n, m, orientation, i, j);
          const auto back = point_across(n, m, orientation, k, l);
          CHECK(back == std::array{i, j});
          for (int d = 0; d < 2; ++d) {
            const double here =
                corner[0][d] + (corner[1][d] - corner[0][d]) * i / m + (corner[n - 1][d] - corner[0][d]) * j / m;
            const double there =
                across[0][d] + (across[1][d] - across[0][d]) * k / m + (across[n - 1][d] - across[0][d]) * l / m;
            CHECK(here == Approx(there).margin(1e-14));
          }
        });
      }
    }
  }
}

TEST_CASE("the polynomials of the nodes are one at their node, none at the others, and reproduce linear functions") {
  for (const CellShape shape : shapes_3d) {
    for (int m = 1; m <= max_geometry_order; ++m) {
      const auto points = lattice_points<3>(shape, m);
      const Point3 inside{-0.55, -0.35, -0.4};
      NodeValue<3> sum{0, {}};
      JacobianMatrix<3> identity{};
      int node = 0;
      for_each_lattice_point(shape, m, [&](int i, int j, int k) {
        for (std::size_t p = 0; p < points.size(); ++p) {
          const double value = node_polynomial<3>(shape, m, {i, j, k}, points[p]).value;
          CHECK(value == Approx(static_cast<int>(p) == node ? 1 : 0).margin(1e-12));
        }
        const auto at = node_polynomial<3>(shape, m, {i, j, k}, inside);
        sum.value += at.value;
        for (int r = 0; r < 3; ++r) {
          sum.slope[r] += at.slope[r];
          for (int d = 0; d < 3; ++d) identity[d][r] += points[node][d] * at.slope[r];
          const double h = 1e-5;
          Point3 ahead = inside, behind = inside;
          ahead[r] += h;
          behind[r] -= h;
          const double slope = (node_polynomial<3>(shape, m, {i, j, k}, ahead).value -
                                node_polynomial<3>(shape, m, {i, j, k}, behind).value) /
                               (2 * h);
          CHECK(at.slope[r] == Approx(slope).margin(1e-7));
        }
        ++node;
      });
      CHECK(sum.value == Approx(1));
      for (int r = 0; r < 3; ++r) {
        CHECK(sum.slope[r] == Approx(0).margin(1e-12));
        for (int d = 0; d < 3; ++d) CHECK(identity[d][r] == Approx(d == r ? 1 : 0).margin(1e-12));
      }
    }
  }
}
