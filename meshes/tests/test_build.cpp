#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

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

std::vector<Index> random_permutation(Index n, unsigned seed) {
  std::vector<Index> p(n);
  std::iota(p.begin(), p.end(), 0);
  std::shuffle(p.begin(), p.end(), std::mt19937(seed));
  return p;
}

std::vector<Index> inverse(const std::vector<Index>& p) {
  std::vector<Index> q(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) q[p[i]] = static_cast<Index>(i);
  return q;
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

TEST_CASE("a permutation and its inverse give back the mesh") {
  Mesh2 mesh = samples::box(3, 6, 4);
  connect_periodic(mesh, "left", "right", "box");
  const auto new_to_old_cells = random_permutation(mesh.cell_count(), 1);
  const auto new_to_old_faces = random_permutation(mesh.face_count(), 2);
  const Mesh2 mixed = permuted(mesh, new_to_old_cells, new_to_old_faces);
  CHECK_FALSE(samples::same(mixed, mesh));
  CHECK_NOTHROW(check_faces(mixed, "mixed"));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    CHECK(mixed.cell_shapes[c] == mesh.cell_shapes[new_to_old_cells[c]]);
    CHECK(cell_centroid(mixed, c) == cell_centroid(mesh, new_to_old_cells[c]));
  }
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face &now = mixed.faces[f], &before = mesh.faces[new_to_old_faces[f]];
    CHECK(new_to_old_cells[now.minus] == before.minus);
    CHECK(now.minus_face == before.minus_face);
    CHECK(now.boundary == before.boundary);
  }
  CHECK(samples::same(permuted(mixed, inverse(new_to_old_cells), inverse(new_to_old_faces)), mesh));
}

TEST_CASE("periodic boundaries become faces between cells") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    Mesh2 mesh = samples::box(order, 4, 3);
    const int between = samples::faces_in(mesh, "");
    connect_periodic(mesh, "left", "right", "box");
    CHECK(samples::faces_in(mesh, "") == between + 3);
    CHECK(samples::faces_in(mesh, "left") == 0);
    CHECK(samples::faces_in(mesh, "right") == 0);
    connect_periodic(mesh, "top", "bottom", "box");
    CHECK(mesh.face_count() == between + 7);
    CHECK(mesh.boundary_names.size() == 4);
    CHECK_NOTHROW(check_faces(mesh, "box"));
    REQUIRE(mesh.periodic_pairs.size() == 2);
    CHECK(mesh.periodic_pairs[0].translation[0] == Approx(2));
    CHECK(mesh.periodic_pairs[1].translation[1] == Approx(-1));
    for (Index f = between; f < mesh.face_count(); ++f) {
      const Face& face = mesh.faces[f];
      const auto& shift = mesh.periodic_pairs[f < between + 3 ? 0 : 1].translation;
      for (int k = 0; k <= order; ++k) {
        const Point& p = mesh.nodes[face_node(mesh, face.minus, face.minus_face, k)];
        const Point& q = mesh.nodes[face_node(mesh, face.plus, face.plus_face, order - k)];
        for (int d = 0; d < 2; ++d) CHECK(p[d] + shift[d] == Approx(q[d]).margin(1e-14));
      }
    }
  }
}

TEST_CASE("one cell can be its own neighbour on both sides") {
  Mesh2 mesh = samples::box(1, 1, 1);
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "bottom", "top", "box");
  CHECK(mesh.faces == std::vector<Face>{{0, 0, 3, 1, -1}, {0, 0, 0, 2, -1}});
}

TEST_CASE("boundaries that cannot be periodic are refused") {
  const auto refuse_pair = [](Mesh2 mesh, const std::string& a, const std::string& b,
                              const std::vector<std::string>& pieces) {
    check_refused([&] { connect_periodic(mesh, a, b, "case.ini"); }, pieces);
  };
  const Mesh2 mesh = samples::box(2, 4, 3);
  refuse_pair(mesh, "left", "rihgt", {"case.ini", "'rihgt' is not in the mesh", "left, right, bottom, top"});
  refuse_pair(mesh, "left", "left", {"'left' cannot be periodic with itself"});
  refuse_pair(mesh, "left", "top", {"'left' and 'top' have 3 and 4 faces"});
  refuse_pair(samples::box(1, 3, 3), "left", "top", {"'left' at (0, 0.1666667) has no counterpart in 'top'"});
  Mesh2 connected = mesh;
  connect_periodic(connected, "left", "right", "box");
  refuse_pair(connected, "left", "right", {"'left' has no faces", "periodic already"});

  Mesh2 bent = mesh;
  for (Point& node : bent.nodes) {
    if (node[0] == 2 && node[1] == 0.5) node[0] += 1e-6;  // the middle of an edge
  }
  refuse_pair(bent, "left", "right", {"(0, 0.5) has no counterpart in 'right'"});
}
