#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "meshes/checks.hpp"
#include "meshes/generate.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using namespace dg::samples;

namespace {

/// The same cell with other first vertices: all right-handed ways to number its vertices, as lists old[new].
std::vector<std::vector<Index>> numberings(CellShape shape) {
  const int n = vertex_count(shape);
  std::vector<std::vector<Index>> found;
  std::set<std::set<std::vector<Index>>> faces;
  const auto faces_of = [&](const std::vector<Index>& order) {
    std::set<std::vector<Index>> lists;
    for (int f = 0; f < face_count(shape); ++f) {
      const auto local = face_vertices(shape, f);
      std::vector<Index> list;
      for (const int v : local) list.push_back(order[v]);
      std::rotate(list.begin(), std::min_element(list.begin(), list.end()), list.end());
      lists.insert(list);
    }
    return lists;
  };
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), 0);
  const auto right = faces_of(order);
  do {
    if (faces_of(order) == right) found.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

struct Pair {
  CellShape shape;
  int face;
};

/// Two cells joined at a face, the second one numbered in some way: both in the places of reference cells, the second
/// drawn to meet the first.
Mesh3 two_cells(const Pair& a, const Pair& b, const std::vector<Index>& numbering) {
  const auto corner = [](CellShape shape, int v) { return lattice_points<3>(shape, 1)[lattice_vertex(shape, 1, v)]; };
  std::vector<Point3> nodes;
  std::vector<Index> first(vertex_count(a.shape)), second(vertex_count(b.shape), -1);
  for (std::size_t v = 0; v < first.size(); ++v) {
    first[v] = static_cast<Index>(v);
    nodes.push_back(corner(a.shape, static_cast<int>(v)));
  }
  const auto here = face_vertices(a.shape, a.face), there = face_vertices(b.shape, b.face);
  const int n = here.count;
  // An affine map of the second cell that takes its face to the first one's: from the edges at a vertex and the way in.
  const auto frame = [&](CellShape shape, const FaceVertices<std::int8_t>& f, int at, int next, int last) {
    Point3 centre{};
    for (int v = 0; v < vertex_count(shape); ++v)
      for (int d = 0; d < 3; ++d) centre[d] += corner(shape, v)[d] / vertex_count(shape);
    const Point3 o = corner(shape, f[at]);
    return std::array<Point3, 4>{o, minus(corner(shape, f[next]), o), minus(corner(shape, f[last]), o),
                                 minus(centre, o)};
  };
  const auto to = frame(a.shape, here, 0, 1, n - 1), from = frame(b.shape, there, 0, n - 1, 1);
  for (std::size_t v = 0; v < second.size(); ++v) {
    for (int i = 0; i < n; ++i)
      if (there[i] == static_cast<int>(v)) second[v] = first[here[(n - i) % n]];
    if (second[v] >= 0) continue;
    const Point3 p = minus(corner(b.shape, static_cast<int>(v)), from[0]);
    const double det = dot(cross(from[1], from[2]), from[3]);
    const double s = dot(cross(p, from[2]), from[3]) / det, t = dot(cross(from[1], p), from[3]) / det,
                 u = dot(cross(from[1], from[2]), p) / det;
    Point3 place = to[0];
    for (int d = 0; d < 3; ++d) place[d] += s * to[1][d] + t * to[2][d] - u * to[3][d];
    second[v] = static_cast<Index>(nodes.size());
    nodes.push_back(place);
  }
  std::vector<Index> numbered(second.size());
  for (std::size_t v = 0; v < second.size(); ++v) numbered[v] = second[numbering[v]];
  return cells_3d(nodes, {{a.shape, first}, {b.shape, numbered}});
}

}  // namespace

TEST_CASE("a neighbour in every orientation, of every shape and at every face, is found") {
  std::array<std::set<int>, 5> orientations;
  for (const CellShape shape_a : shapes_3d)
    for (int f = 0; f < face_count(shape_a); ++f)
      for (const CellShape shape_b : shapes_3d) {
        if (shape_b == CellShape::hexahedron && f > 2) continue;  // its 24 numberings are many
        const auto orders = numberings(shape_b);
        for (int g = 0; g < face_count(shape_b); ++g) {
          const int n = face_vertex_count(shape_a, f);
          if (face_vertex_count(shape_b, g) != n) continue;
          for (const auto& numbering : orders) {
            Mesh3 mesh = two_cells({shape_a, f}, {shape_b, g}, numbering);
            const Mesh3 before = mesh;
            build_faces(mesh, outer_faces(mesh), "pair");
            REQUIRE(mesh.cell_nodes == before.cell_nodes);  // none was turned round
            const Face& face = mesh.faces.front();
            REQUIRE(face.plus == 1);
            CHECK(mesh.faces[1].plus == -1);
            const auto minus_side = face_vertex_nodes(mesh, face.minus, face.minus_face),
                       plus_side = face_vertex_nodes(mesh, face.plus, face.plus_face);
            for (int i = 0; i < n; ++i) CHECK(minus_side[i] == plus_side[(face.orientation - i + n) % n]);
            CHECK(face.minus_face == f);
            orientations[n].insert(face.orientation);
            CHECK_NOTHROW(check_faces(mesh, "pair"));
            Face wrong = face;
            wrong.orientation = static_cast<std::int8_t>((face.orientation + 1) % n);
            mesh.faces.front() = wrong;
            check_refused([&] { check_faces(mesh, "pair"); }, {"face 0 joins cell 0", "do not share it"});
          }
        }
      }
  CHECK(orientations[3] == std::set{0, 1, 2});
  CHECK(orientations[4] == std::set{0, 1, 2, 3});
}

TEST_CASE("a left-handed cell is turned round") {
  for (const CellShape shape : shapes_3d)
    for (int order = 1; order <= 3; ++order) {
      Mesh3 mesh = one_cell_3d(shape, order, [](Point3 p) { return Point3{p[1], p[0], p[2]}; });
      CHECK(cell_volume(mesh, 0) < 0);
      const auto nodes = mesh.nodes;
      build_faces(mesh, outer_faces(mesh), "left");
      CHECK(cell_volume(mesh, 0) > 0);
      CHECK(mesh.nodes == nodes);
      const auto points = lattice_points<3>(shape, order);
      for (std::size_t i = 0; i < points.size(); ++i) CHECK(mesh.nodes[mesh.cell_nodes[i]] == points[i]);
    }
}

namespace {

// Two tetrahedra on either side of the triangle 0 1 2, and the places around them.
const std::vector<Point3> seven{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0.2, 0.2, 2}, {0.3, 0.3, 0}};
constexpr CellShape tetrahedron = CellShape::tetrahedron;

void refuse(Mesh3 mesh, const std::vector<TaggedFace<3>>& faces, const std::vector<std::string>& pieces) {
  check_refused([&] { build_faces(mesh, faces, "a.h5"); }, pieces);
}

}  // namespace

TEST_CASE("three-dimensional cells that no solver can use are refused") {
  refuse(Mesh3{}, {}, {"a.h5: the mesh has no tetrahedra, prisms, hexahedra or pyramids"});
  auto nodes = seven;
  nodes[3] = {0.5, 0.2, 0};
  refuse(cells_3d(nodes, {{tetrahedron, {0, 1, 2, 3}}}), {}, {"cell 0 at (0.375, 0.3, 0) is degenerate"});
  refuse(cells_3d(seven, {{tetrahedron, {0, 1, 2, 9}}}), {}, {"cell 0 has node 9", "0 to 6"});
  refuse(cells_3d(seven, {{tetrahedron, {0, 1, 2, 2}}}), {}, {"has node 2 twice"});
  Mesh3 flat = cells_3d(seven, {{CellShape::quadrilateral, {0, 1, 2, 3}}});
  refuse(flat, {}, {"cell 0 has shape 1", "3-D"});
  Mesh2 mesh_3d;
  mesh_3d.nodes = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  mesh_3d.cell_shapes = {tetrahedron};
  mesh_3d.cell_nodes = {0, 1, 2, 3};
  mesh_3d.cell_node_begin = {0, 4};
  check_refused([&] { build_faces(mesh_3d, {}, "a.h5"); }, {"cell 0 has shape 2", "2-D"});
  // Of pyramids, one with a dent in its base, and one whose sides cross just below the apex only.
  Mesh3 pyramid = one_cell_3d(CellShape::pyramid, 2, [](Point3 p) { return p; });
  pyramid.nodes[4][2] += 1.5;
  refuse(pyramid, {}, {"cell 0 at", "is inverted"});
  pyramid = one_cell_3d(CellShape::pyramid, 2, [](Point3 p) { return p; });
  pyramid.nodes[lattice_node(CellShape::pyramid, 2, 1, 0, 1)] = {-0.6, -1, 0.6};
  refuse(pyramid, {}, {"cell 0 at", "is inverted"});

  // A hexahedron folded at one vertex, and one that folds only between its corners.
  Mesh3 cube = one_cell_3d(CellShape::hexahedron, 1, [](Point3 p) { return p; });
  const auto faces = outer_faces(cube);
  cube.nodes[7] = {-0.5, -0.5, -0.5};
  refuse(cube, faces, {"cell 0", "inverted", "must be positive"});
  Mesh3 curved = one_cell_3d(CellShape::hexahedron, 2, [](Point3 p) { return p; });
  curved.nodes[13] = {1.2, 0, 0};  // the middle
  refuse(curved, outer_faces(curved), {"cell 0", "inverted"});
}

TEST_CASE("faces of three-dimensional cells that do not fit are refused") {
  const std::pair below{tetrahedron, std::vector<Index>{0, 2, 1, 4}},
      above{tetrahedron, std::vector<Index>{0, 1, 2, 3}};
  const Mesh3 mesh = cells_3d(seven, {above, below});
  auto faces = outer_faces(mesh);
  REQUIRE(faces.size() == 6);
  Mesh3 right = mesh;
  CHECK_NOTHROW(build_faces(right, faces, "right"));

  refuse(cells_3d(seven, {above, below, {tetrahedron, {0, 1, 2, 5}}}), {},
         {"face (1, 0, 0)-(0, 0, 0)-(0, 1, 0) is shared by 3 cells, among them 0, 1 and 2"});
  refuse(cells_3d(seven, {above, {tetrahedron, {0, 1, 2, 5}}}), {}, {"cell 0", "cell 1", "overlap"});
  faces.push_back({{2, 1, 0, -1}, 1});
  refuse(mesh, faces, {"of boundary 'rest' lies between cells 0 and 1"});
  faces.back() = faces.front();
  refuse(mesh, faces, {"is twice in boundary 'wall'"});
  faces.back().boundary = 1;
  refuse(mesh, faces, {"is in two boundaries, 'wall' and 'rest'"});
  faces.back() = {{3, 4, 5, -1}, 0};
  refuse(mesh, faces, {"of boundary 'wall' is no face of a cell"});
  faces.back() = {{0, 1, 77, -1}, 0};
  refuse(mesh, faces, {"boundary 'wall' has node 77", "0 to 6"});
  faces.resize(5);
  refuse(mesh, faces, {"boundary face", "is in no physical group"});

  auto nodes = seven;
  nodes.push_back({0, 1e-12, 0});
  refuse(cells_3d(nodes, {above, {tetrahedron, {7, 2, 1, 4}}}), {}, {"nodes 0 and 7 both lie at (0, 1e-12, 0)"});

  // The face below is cut in three at a point within it.
  refuse(
      cells_3d(seven, {above, {tetrahedron, {0, 6, 1, 4}}, {tetrahedron, {1, 6, 2, 4}}, {tetrahedron, {2, 6, 0, 4}}}),
      {}, {"hanging node 6 at (0.3, 0.3, 0)", "must be conforming"});

  // A quadrilateral against a triangle with three of its vertices.
  nodes = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  refuse(cells_3d(nodes, {{CellShape::pyramid, {0, 1, 2, 3, 4}}, {tetrahedron, {0, 2, 1, 5}}}), {},
         {"do not fit together", "(0, 0, 0)-(0, 1, 0)-(1, 1, 0)-(1, 0, 0)"});
}

TEST_CASE("neighbours must share the inner nodes of their face") {
  Mesh3 mesh = box({{"kind", "tetrahedra"}, {"n", "1"}, {"order", "3"}});
  auto faces = outer_faces(mesh);
  for (const Face& face : mesh.faces) {
    if (face.plus < 0) continue;
    const int inner = lattice_face_node(tetrahedron, 3, face.minus_face, 1, 1);
    Index& node = mesh.cell_nodes[mesh.cell_node_begin[face.minus] + inner];
    mesh.nodes.push_back(mesh.nodes[node]);
    mesh.nodes.back()[0] += 1e-3;
    node = mesh.node_count() - 1;
    break;
  }
  refuse(mesh, faces, {"cell 0", "do not share the inner nodes of their common face"});
}

TEST_CASE("parameters of a box that mean nothing are refused") {
  check_refused(
      [] {
        box({{"kind", "tetrahedra"}, {"prisms", "3"}});
      },
      {"mesh 'box': parameter prisms = '3'", "layers"});
  check_refused([] { box({{"kind", "layers"}, {"nz", "3"}}); }, {"parameter nz = '3'"});
  check_refused([] { box({{"kind", "layers"}, {"n", "20000"}}); }, {"parameter n = '20000'", "2^28"});
  check_refused([] { generate_mesh("box", 0, {}); }, {"mesh 'box': is a 3-D mesh"});
}
