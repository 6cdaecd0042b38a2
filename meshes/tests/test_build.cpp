#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"

using namespace dg;
using samples::check_refused;
using samples::Point;

namespace {

/// Cells of order 1 by their nodes; three are a triangle, four a quadrilateral.
Mesh2 cells(std::vector<Point> nodes, const std::vector<std::vector<Index>>& lists) {
  Mesh2 mesh;
  mesh.nodes = std::move(nodes);
  for (const auto& list : lists) {
    mesh.cell_shapes.push_back(list.size() == 3 ? CellShape::triangle : CellShape::quadrilateral);
    std::vector<Index> rows = list;  // the lattice lists the upper row of a quadrilateral from the left
    if (rows.size() == 4) std::swap(rows[2], rows[3]);
    mesh.cell_nodes.insert(mesh.cell_nodes.end(), rows.begin(), rows.end());
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }
  mesh.boundary_names = {"wall", "rest"};
  return mesh;
}

/// 3 --- 2 --- 5
/// |  /  |     |
/// 0 --- 1 --- 4
const std::vector<Point> six_nodes{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {2, 1}};
const std::vector<BoundaryEdge> six_edges{{{0, 1}, 1}, {{1, 4}, 0}, {{5, 4}, 0}, {{5, 2}, 1}, {{3, 2}, 1}, {{3, 0}, 0}};

Mesh2 six() { return cells(six_nodes, {{0, 1, 2}, {0, 2, 3}, {1, 4, 5, 2}}); }

void refuse(Mesh2 mesh, const std::vector<BoundaryEdge>& edges, const std::vector<std::string>& pieces) {
  check_refused([&] { build_faces(mesh, edges, "a.msh"); }, pieces);
}

}  // namespace

TEST_CASE("faces come in the order in which cells meet them, boundaries grouped by name") {
  Mesh2 mesh = six();
  build_faces(mesh, six_edges, "six");
  const std::vector<Face> expected{{0, 2, 1, 3, -1},  {0, 1, 2, 0, -1},  {2, -1, 0, -1, 0}, {2, -1, 1, -1, 0},
                                   {1, -1, 2, -1, 0}, {0, -1, 0, -1, 1}, {2, -1, 2, -1, 1}, {1, -1, 1, -1, 1}};
  CHECK(mesh.faces == expected);
}

TEST_CASE("clockwise cells are turned round and keep their first vertex") {
  Mesh2 straight = six();
  build_faces(straight, six_edges, "six");
  Mesh2 mesh = cells(six_nodes, {{0, 2, 1}, {0, 3, 2}, {1, 2, 5, 4}});
  build_faces(mesh, six_edges, "six");
  CHECK(samples::same(mesh, straight));

  for (int order = 1; order <= max_geometry_order; ++order) {
    Mesh2 mirrored = samples::box(order, 3, 2);
    std::vector<BoundaryEdge> edges;
    for (const Face& f : mirrored.faces) {
      if (f.boundary < 0) continue;
      edges.push_back(
          {{face_node(mirrored, f.minus, f.minus_face, 0), face_node(mirrored, f.minus, f.minus_face, order)},
           f.boundary});
    }
    for (Point& node : mirrored.nodes) node[0] = -node[0];
    const double area = samples::total_area(mirrored);
    CHECK(area < 0);
    build_faces(mirrored, edges, "mirrored");
    CHECK(samples::total_area(mirrored) == Approx(-area).epsilon(1e-13));
    CHECK_NOTHROW(check_jacobians(mirrored, "mirrored"));
  }
}

TEST_CASE("every side of every cell has one face, and both cells of a face share its nodes") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    const Mesh2 mesh = samples::disc(order, 4);
    CHECK_NOTHROW(check_faces(mesh, "disc"));
    const int squares = 16, triangles = 4 * 16 * 2, boundary = 16;
    CHECK(mesh.cell_count() == squares + triangles);
    CHECK(mesh.face_count() == (4 * squares + 3 * triangles + boundary) / 2);
    CHECK(samples::faces_in(mesh, "upper") == 8);
    CHECK(samples::faces_in(mesh, "lower") == 8);
  }
}

TEST_CASE("the area of a curved disc converges to pi at the order of its cells") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    const double coarse = std::abs(samples::total_area(samples::disc(order, 4)) - std::numbers::pi);
    const double fine = std::abs(samples::total_area(samples::disc(order, 8)) - std::numbers::pi);
    CHECK(std::log2(coarse / fine) > order + 0.9);
  }
}

TEST_CASE("a box has its area whatever the bend of its inner cells") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    CHECK(samples::total_area(samples::box(order, 5, 4)) == Approx(2).epsilon(1e-14));
  }
}

TEST_CASE("a fan of many cells about one vertex") {
  const int n = 500;
  std::vector<Point> nodes{{0, 0}};
  std::vector<std::vector<Index>> lists;
  std::vector<BoundaryEdge> edges;
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    nodes.push_back({std::cos(angle), std::sin(angle)});
    lists.push_back({0, 1 + i, 1 + (i + 1) % n});
    edges.push_back({{1 + i, 1 + (i + 1) % n}, 0});
  }
  Mesh2 mesh = cells(nodes, lists);
  build_faces(mesh, edges, "fan");
  CHECK(mesh.face_count() == 2 * n);
  CHECK_NOTHROW(check_faces(mesh, "fan"));
}

TEST_CASE("cells that no solver can use are refused") {
  Mesh2 mesh;
  refuse(mesh, {}, {"a.msh", "no triangles or quadrilaterals"});

  mesh = six();
  mesh.nodes[5] = {0.9, 0.1};
  refuse(mesh, six_edges, {"a.msh: cell 2 at (1.225, 0.275) is inverted", "must be positive"});

  mesh = six();
  mesh.nodes[2] = {0.5, 0};
  refuse(mesh, six_edges, {"cell 0 at (0.5, 0) is degenerate"});

  mesh = six();
  mesh.nodes[3][1] = std::numeric_limits<double>::quiet_NaN();
  refuse(mesh, six_edges, {"node 3 lies at (0, nan)", "finite"});

  refuse(cells(six_nodes, {{0, 1, 1}}), {}, {"cell 0 at (0.6666667, 0) has node 1 twice, at (1, 0)"});
  refuse(cells(six_nodes, {{0, 1, 6}}), {}, {"cell 0 has node 6", "0 to 5"});
  refuse(cells(six_nodes, {{0, 1, -1}}), {}, {"cell 0 has node -1"});

  mesh = six();
  mesh.cell_node_begin[1] = 4;
  refuse(mesh, six_edges, {"a.msh", "number of nodes"});
  mesh = six();
  mesh.geometry_order = 5;
  refuse(mesh, six_edges, {"a.msh", "order 5", "1 to 4"});

  mesh = six();
  mesh.nodes = std::vector<Point>(6, Point{1, 1});
  refuse(mesh, six_edges, {"degenerate"});
}

TEST_CASE("a curved cell that folds between its corners is refused") {
  samples::MeshMaker maker(2);
  maker.add(CellShape::triangle, [](Point p) { return p; });
  maker.mesh.nodes[1] = {-0.5, 0.6};  // the middle of the lower edge; the corner Jacobians at its ends stay positive
  maker.mesh.boundary_names = {"wall"};
  refuse(maker.mesh, maker.boundary_edges([](Point, Point) { return 0; }), {"cell 0", "inverted"});
}

TEST_CASE("a very flat cell is a cell") {
  Mesh2 mesh = cells({{0, 0}, {1, 0}, {1, 1e-7}, {0, 1e-7}}, {{0, 1, 2, 3}});
  const std::vector<BoundaryEdge> edges{{{0, 1}, 0}, {{1, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
  CHECK_NOTHROW(build_faces(mesh, edges, "flat"));
}

TEST_CASE("edges that do not fit are refused") {
  auto edges = six_edges;
  edges.erase(edges.begin() + 2);
  refuse(six(), edges, {"a.msh: boundary edge (2, 0)-(2, 1) of cell 2 is in no physical group"});
  edges.erase(edges.begin());
  refuse(six(), edges, {"in no physical group (the first of 2 such edges)"});

  edges = six_edges;
  edges.push_back({{2, 0}, 0});
  refuse(six(), edges, {"edge (1, 1)-(0, 0) of boundary 'wall' lies between cells 0 and 1"});
  edges.back() = {{4, 5}, 1};
  refuse(six(), edges, {"edge (2, 0)-(2, 1) is in two boundaries, 'wall' and 'rest'"});
  edges.back() = {{4, 5}, 0};
  refuse(six(), edges, {"edge (2, 0)-(2, 1) is twice in boundary 'wall'"});
  edges.back() = {{0, 4}, 0};
  refuse(six(), edges, {"edge (0, 0)-(2, 0) of boundary 'wall' is no edge of a cell"});
  edges.back() = {{0, 7}, 0};
  refuse(six(), edges, {"boundary 'wall' has node 7", "0 to 5"});
}

TEST_CASE("cells that do not fit together are refused") {
  auto nodes = six_nodes;
  nodes.push_back({0.5, 3});
  refuse(cells(nodes, {{0, 1, 2}, {0, 2, 3}, {0, 2, 6}}), {},
         {"edge (1, 1)-(0, 0) is shared by 3 cells, among them 0, 1 and 2"});
  refuse(cells(nodes, {{0, 2, 3}, {0, 2, 6}}), {}, {"cell 0", "cell 1", "overlap", "(0, 0)-(1, 1)"});

  nodes = six_nodes;
  nodes.push_back({1, 1 + 1e-12});
  refuse(cells(nodes, {{0, 1, 2}, {0, 6, 3}, {1, 4, 5, 2}}), six_edges,
         {"nodes 2 and 6 both lie at (1, 1)", "duplicate"});

  // The two quadrilaterals at the right share half an edge each with the one at the left.
  nodes = {{0, 0}, {1, 0}, {1, 2}, {0, 2}, {1, 1}, {2, 0}, {2, 1}, {2, 2}};
  const std::vector<BoundaryEdge> edges{{{0, 1}, 0}, {{1, 5}, 0}, {{5, 6}, 0}, {{6, 7}, 0},
                                        {{7, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
  refuse(cells(nodes, {{0, 1, 2, 3}, {1, 5, 6, 4}, {4, 6, 7, 2}}), edges,
         {"hanging node 4 at (1, 1) on edge (1, 0)-(1, 2) of cell 0 at (0.5, 1)", "conforming"});
  refuse(cells(nodes, {{1, 5, 6, 4}, {4, 6, 7, 2}, {0, 1, 2, 3}}), edges, {"hanging node 4 at (1, 1)"});
}

TEST_CASE("neighbours must share the inner nodes of their edge") {
  samples::MeshMaker maker(2);
  maker.add_box(0, 0, 1, 1, true, [](double s, double t) { return Point{s, t}; });
  const auto edges = maker.boundary_edges([](Point, Point) { return 0; });
  maker.mesh.boundary_names = {"wall"};
  const int middle = lattice_face_node(CellShape::triangle, 2, 1, 1);
  maker.mesh.cell_nodes[middle] = maker.mesh.node_count();
  maker.mesh.nodes.push_back({0.52, 0.5});
  refuse(maker.mesh, edges, {"cell 0", "cell 1", "do not share the inner nodes", "(1, 0)-(0, 1)"});
}
