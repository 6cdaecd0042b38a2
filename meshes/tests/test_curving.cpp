#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "meshes/build.hpp"
#include "meshes/curving/curve.hpp"
#include "meshes/curving/elevated.hpp"
#include "meshes/curving/facet_angles.hpp"
#include "meshes/curving/mesh_quality.hpp"
#include "meshes/curving/vectors.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using samples::check_refused;
using samples::Point;
using samples::Point3;

namespace {

constexpr double first_height = 1e-6;

/// Quadrilaterals in layers around an ellipse of half axes 1 and 0.5, the first of them 1e-6 high.
Mesh2 around_ellipse(int around, int layers = 20) {
  Mesh2 mesh;
  const auto node = [&](int i, int j) { return j * around + i % around; };
  for (int j = 0; j <= layers; ++j) {
    const double height = j == 0 ? 0 : first_height * (std::pow(2, j) - 1);
    for (int i = 0; i < around; ++i) {
      const double t = 2 * M_PI * i / around, nx = 0.5 * std::cos(t), ny = std::sin(t), n = std::hypot(nx, ny);
      mesh.nodes.push_back({std::cos(t) + height * nx / n, 0.5 * std::sin(t) + height * ny / n});
    }
  }
  std::vector<BoundaryEdge> edges;
  for (int j = 0; j < layers; ++j)
    for (int i = 0; i < around; ++i) {
      mesh.cell_nodes.insert(mesh.cell_nodes.end(), {node(i + 1, j), node(i, j), node(i + 1, j + 1), node(i, j + 1)});
      mesh.cell_shapes.push_back(CellShape::quadrilateral);
      mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
    }
  for (int i = 0; i < around; ++i) {
    edges.push_back({{node(i, 0), node(i + 1, 0)}, 0});
    edges.push_back({{node(i, layers), node(i + 1, layers)}, 1});
  }
  mesh.boundary_names = {"wall", "far"};
  build_faces(mesh, edges, "ellipse");
  return mesh;
}

/// Distance from the ellipse, to first order in it.
double off_ellipse(const Point& p) {
  const double f = p[0] * p[0] + 4 * p[1] * p[1] - 1, fx = 2 * p[0], fy = 8 * p[1];
  return std::abs(f) / std::hypot(fx, fy);
}

template <int Dim>
std::vector<std::array<double, Dim>> wall_nodes(const Mesh<Dim>& mesh, const std::string& name) {
  std::vector<std::array<double, Dim>> nodes;
  for (const Face& face : mesh.faces)
    if (face.boundary >= 0 && mesh.boundary_names[face.boundary] == name)
      for_each_face_point(
          face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face), mesh.geometry_order,
          [&](int i, int j) { nodes.push_back(mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)]); });
  return nodes;
}

double farthest_off_ellipse(const Mesh2& mesh) {
  double most = 0;
  for (const Point& p : wall_nodes(mesh, "wall")) most = std::max(most, off_ellipse(p));
  return most;
}

double radius(const Point3& p) { return std::hypot(p[0], p[1], p[2]); }

double farthest_off_sphere(const Mesh3& mesh) {
  double most = 0;
  for (const Point3& p : wall_nodes(mesh, "wall")) most = std::max(most, std::abs(radius(p) - 0.5));
  return most;
}

}  // namespace

TEST_CASE("an elevated mesh is the same mesh with more nodes") {
  const Mesh2 mesh_2d = samples::box(1, 4, 3);
  for (int order = 1; order <= max_geometry_order; ++order) {
    const Mesh2 mesh = elevated(mesh_2d, order);
    const Mesh2 same = samples::box(order, 4, 3);
    CHECK(mesh.node_count() == same.node_count());
    CHECK(mesh_area(mesh) == Approx(mesh_area(mesh_2d)).epsilon(1e-14));
  }
  for (const std::string kind : {"hybrid", "pyramids"}) {
    const Mesh3 straight = samples::box({{"kind", kind}, {"n", "2"}});
    for (int order = 2; order <= max_geometry_order; ++order) {
      const Mesh3 mesh = elevated(straight, order);
      const Mesh3 same = samples::box({{"kind", kind}, {"n", "2"}, {"order", std::to_string(order)}});
      CHECK(mesh.node_count() == same.node_count());
      CHECK(mesh.faces == straight.faces);
      CHECK(mesh_quality(mesh).least == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("a smooth wall in 2-D tends to the curve that its vertices are on") {
  for (int order = 2; order <= max_geometry_order; ++order) {
    const Mesh2 coarse = curved<2>(around_ellipse(32), {{"wall", {}}}, {order, 30}, "m");
    const Mesh2 fine = curved<2>(around_ellipse(64), {{"wall", {}}}, {order, 30}, "m");
    CAPTURE(order, farthest_off_ellipse(coarse), farthest_off_ellipse(fine));
    CHECK(farthest_off_ellipse(coarse) < 2e-3);
    CHECK(farthest_off_ellipse(coarse) > 9 * farthest_off_ellipse(fine));
  }
}

TEST_CASE("layers keep their thickness over a wall that is moved much farther than that") {
  const Mesh2 straight = around_ellipse(48);
  const auto onto = [](const Point& p) {
    Point q = p;
    for (int k = 0; k < 20; ++k) {
      const double f = q[0] * q[0] + 4 * q[1] * q[1] - 1, fx = 2 * q[0], fy = 8 * q[1], slope = fx * fx + fy * fy;
      q[0] -= f * fx / slope;
      q[1] -= f * fy / slope;
    }
    return q;
  };
  for (int order = 2; order <= max_geometry_order; ++order) {
    const Mesh2 mesh = curved<2>(straight, {{"wall", onto}}, {order, 30}, "m");
    CHECK(farthest_off_ellipse(mesh) < 1e-15);
    double least = 1, most = 0;
    for (Index c = 0; c < 48; ++c)  // of the first layer, the wall below in eta
      for (int i = 0; i <= order; ++i) {
        const Point a = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[c] +
                                                   lattice_node(CellShape::quadrilateral, order, i, 0)]],
                    b = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[c] +
                                                   lattice_node(CellShape::quadrilateral, order, i, order)]];
        least = std::min(least, std::hypot(a[0] - b[0], a[1] - b[1]));
        most = std::max(most, std::hypot(a[0] - b[0], a[1] - b[1]));
      }
    CHECK(least > 0.95 * first_height);
    CHECK(most < 1.05 * first_height);
    CHECK(mesh_quality(mesh).least > 0.5);
  }
}

TEST_CASE("edges that turn by more than the angle stay, and nothing moves on flat walls") {
  const Mesh2 mesh_2d = samples::box(1, 4, 3);
  const Mesh2 mesh = curved<2>(mesh_2d, {{"left", {}}, {"top", {}}, {"right", {}}, {"bottom", {}}}, {3, 30}, "m");
  const Mesh2 same = elevated(mesh_2d, 3);
  for (Index n = 0; n < mesh.node_count(); ++n)
    for (int d = 0; d < 2; ++d) CHECK(mesh.nodes[n][d] == Approx(same.nodes[n][d]).margin(1e-14));
  const Mesh3 straight = samples::box({{"kind", "hybrid"}, {"n", "2"}});
  const Mesh3 cube = curved<3>(straight, {{"left", {}}, {"top", {}}, {"front", {}}}, {2, 30}, "m");
  const Mesh3 elevated_cube = elevated(straight, 2);
  for (Index n = 0; n < cube.node_count(); ++n)
    for (int d = 0; d < 3; ++d) CHECK(cube.nodes[n][d] == Approx(elevated_cube.nodes[n][d]).margin(1e-14));
}

TEST_CASE("a smooth wall in 3-D tends to the sphere that its vertices are on, with layers of 1 in 1000") {
  for (const std::string kind : {"prisms", "hexahedra"}) {
    const auto sphere = [&](const char* n) {
      return std::get<Mesh3>(generate_any_mesh(
          "sphere", 0,
          {{"kind", kind}, {"n", n}, {"order", "1"}, {"first", "0.001"}, {"growth", "2"}, {"radius", "5"}}));
    };
    const Mesh3 coarse = curved<3>(sphere("3"), {{"wall", {}}}, {3, 40}, "m");
    const Mesh3 fine = curved<3>(sphere("6"), {{"wall", {}}}, {3, 40}, "m");
    CAPTURE(kind, farthest_off_sphere(coarse), farthest_off_sphere(fine));
    CHECK(farthest_off_sphere(coarse) < 2e-3);
    CHECK(farthest_off_sphere(coarse) > 9 * farthest_off_sphere(fine));
  }
}

TEST_CASE("layers of 1 in 100 000 follow a wall whose quadrilaterals are not flat") {
  const Mesh3 straight = std::get<Mesh3>(generate_any_mesh(
      "sphere", 0, {{"kind", "hexahedra"}, {"n", "4"}, {"order", "1"}, {"first", "0.00001"}, {"growth", "2"}}));
  const double height = radius(straight.nodes[straight.cell_nodes[4]]) - 0.5;  // of the first vertex above the wall
  CHECK(height < 4e-6);
  const auto onto = [](const Point3& p) { return scaled(0.5 / radius(p), p); };
  for (int order = 2; order <= max_geometry_order; ++order) {
    CAPTURE(order);
    const Mesh3 mesh = curved<3>(straight, {{"wall", onto}}, {order, 30}, "m");
    CHECK(farthest_off_sphere(mesh) < 1e-15);
    CHECK(mesh_quality(mesh).least > 0.9 * mesh_quality(straight).least);
    double least = 1, most = 0;
    constexpr Index first_layer = 6 * 4 * 4;
    for (Index c = 0; c < first_layer; ++c)
      for_each_lattice_point(CellShape::hexahedron, order, [&](int i, int j, int k) {
        if (k < order) return;
        const Index above =
            mesh.cell_nodes[mesh.cell_node_begin[c] + lattice_node(mesh.cell_shapes[c], order, i, j, k)];
        least = std::min(least, radius(mesh.nodes[above]) - 0.5);
        most = std::max(most, radius(mesh.nodes[above]) - 0.5);
      });
    // The straight cells are thinner between their corners, where they lean.
    CHECK(least > 0.8 * height);
    CHECK(most < 1.05 * height);
  }
}

TEST_CASE("walls of swept meshes stay in the planes that they end in") {
  const Mesh3 straight = std::get<Mesh3>(generate_any_mesh(
      "extrude", 0,
      {{"of", "cylinder"}, {"order", "1"}, {"of.layers", "4"}, {"around", "24"}, {"layers", "2"}, {"radius", "10"}}));
  const Mesh3 mesh = curved<3>(straight, {{"wall", {}}}, {3, 30}, "m");
  const Mesh3 flat = elevated(straight, 3);
  double off = 0;
  for (const Point3& p : wall_nodes(mesh, "wall")) off = std::max(off, std::abs(std::hypot(p[0], p[1]) - 0.5));
  const double sagitta = 0.5 * (1 - std::cos(M_PI / 24));  // of the 24 straight faces
  CHECK(off < 0.005 * sagitta);
  for (Index n = 0; n < mesh.node_count(); ++n) CHECK(mesh.nodes[n][2] == Approx(flat.nodes[n][2]).margin(1e-14));
}

TEST_CASE("straight faces that turn as those of a curved wall do are told from those of a polygon") {
  const Mesh2 straight = around_ellipse(32);
  const FacetAngles angles = facet_angles(straight, 0);
  CHECK(angles.neighbours == 32);
  CHECK(angles.slight == 32);
  CHECK(angles.looks_curved());
  // All turns together are a full one, and the largest are at the ends of the long axis.
  CHECK(angles.largest > 360.0 / 32);
  CHECK(angles.largest < 30);
  CHECK(facet_angles(curved<2>(straight, {{"wall", {}}}, {2, 30}, "m"), 0).slight == 0);
  CHECK(facet_angles(elevated(straight, 3), 0).slight == 32);
  Mesh2 square = samples::box(1, 4, 3);
  for (Face& face : square.faces)
    if (face.boundary >= 0) face.boundary = 0;
  CHECK(facet_angles(square, 0).neighbours == 14);
  CHECK(facet_angles(square, 0).slight == 0);
  const Mesh3 sphere = std::get<Mesh3>(generate_any_mesh("sphere", 0, {{"n", "4"}, {"order", "1"}, {"radius", "5"}}));
  CHECK(facet_angles(sphere, 0).looks_curved());
  CHECK(!facet_angles(samples::box({{"kind", "hexahedra"}, {"n", "3"}}), 0).looks_curved());
}

TEST_CASE("the scaled Jacobian of a trapezium is that of its sides") {
  // Determinants of a bilinear map are linear along the height: as the widths, 1 to 3.
  Mesh2 mesh;
  mesh.nodes = {{0, 0}, {3, 0}, {1, 1}, {2, 1}};
  mesh.cell_nodes = {0, 1, 2, 3};
  mesh.cell_shapes = {CellShape::quadrilateral};
  mesh.cell_node_begin = {0, 4};
  const MeshQuality quality = mesh_quality(mesh);
  CHECK(quality.least == Approx(1.0 / 3).epsilon(1e-14));
  CHECK(quality.counts[3] == 1);
}

TEST_CASE("what cannot become curved is refused") {
  const Mesh2 mesh = samples::box(1, 4, 3);
  check_refused(
      [&] {
        curved<2>(mesh, {{"wal", {}}}, {}, "m");
      },
      {"m: boundary 'wal' is not in the mesh (it has: left"});
  check_refused(
      [&] {
        curved<2>(samples::box(2, 4, 3), {{"left", {}}}, {}, "m");
      },
      {"m: its cells are of order 2 already"});
  Mesh2 joined = mesh;
  connect_periodic(joined, "left", "right", "m");
  check_refused([&] { curved<2>(joined, {{"top", {}}}, {}, "m"); }, {"m: periodic boundaries are joined"});
  // A wall that folds over the cells above it.
  const auto fold = [](const Point& p) { return Point{p[0] + 3 * std::sin(9 * p[0]), p[1] + 9 * std::sin(9 * p[0])}; };
  check_refused([&] { curved<2>(mesh, {{"bottom", fold}}, {}, "m"); }, {"m: cell", "refine the wall"});
}
