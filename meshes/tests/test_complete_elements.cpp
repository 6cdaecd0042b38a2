#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "meshes/generate.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using samples::msh2;
using samples::Point3;

namespace {

/// Gmsh's number and nodes of the serendipity element of order 2.
struct Serendipity {
  int type, nodes;
};

Serendipity serendipity(CellShape shape) {
  return std::map<CellShape, Serendipity>{{CellShape::triangle, {9, 6}},      {CellShape::quadrilateral, {16, 8}},
                                          {CellShape::tetrahedron, {11, 10}}, {CellShape::prism, {18, 15}},
                                          {CellShape::hexahedron, {17, 20}},  {CellShape::pyramid, {19, 13}}}
      .at(shape);
}

/// A file of the mesh, without the nodes that serendipity elements lack; no face has a group.
template <int Dim>
std::string without_inner_nodes(const Mesh<Dim>& mesh) {
  std::vector<std::string> nodes, elements;
  for (const auto& node : mesh.nodes)
    nodes.push_back(fmt::format("{} {} {}", node[0], node[1], Dim == 3 ? node[Dim - 1] : 0.0));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const auto [type, count] = serendipity(mesh.cell_shapes[c]);
    elements.push_back(fmt::format("{} 2 9 1", type));
    const std::vector<int> order = msh_node_order(mesh.cell_shapes[c], 2);
    for (int n = 0; n < count; ++n)
      elements.back() += fmt::format(" {}", mesh.cell_nodes[mesh.cell_node_begin[c] + order[n]] + 1);
  }
  return msh2(nodes, elements);
}

/// The largest distance between nodes of the same cells.
template <int Dim>
double distance(const Mesh<Dim>& a, const Mesh<Dim>& b) {
  REQUIRE(a.cell_shapes == b.cell_shapes);
  REQUIRE(a.cell_nodes.size() == b.cell_nodes.size());
  double most = 0;
  for (std::size_t n = 0; n < a.cell_nodes.size(); ++n)
    for (int d = 0; d < Dim; ++d)
      most = std::max(most, std::abs(a.nodes[a.cell_nodes[n]][d] - b.nodes[b.cell_nodes[n]][d]));
  return most;
}

}  // namespace

TEST_CASE("serendipity cells keep their map when they are completed") {
  // Every component lies in the span of the serendipity functions of the shape.
  const std::map<CellShape, std::function<Point3(Point3)>> maps{
      {CellShape::hexahedron,
       [](Point3 p) {
         const auto [x, y, z] = p;
         return Point3{2 * x + 0.1 * x * x * y * z - 0.05 * y * y, 2 * y + 0.1 * x * y * z * z + 0.07 * z * z * x,
                       2 * z + 0.1 * x * x * y - 0.06 * x * y * y * z};
       }},
      {CellShape::prism,
       [](Point3 p) {
         const auto [x, y, z] = p;
         return Point3{2 * x + 0.1 * x * y * z - 0.05 * y * y * z, 2 * y + 0.1 * x * z * z + 0.07 * z * z,
                       2 * z + 0.1 * x * x * z - 0.06 * y * z * z + 0.03 * x * x};
       }},
      {CellShape::pyramid, [](Point3 p) {
         const auto [x, y, z] = p;
         return Point3{2 * x + 0.1 * x * y - 0.05 * y * y, 2 * y + 0.1 * x * z + 0.07 * z * z, 2 * z + 0.1 * x * x};
       }}};
  for (const auto& [shape, map] : maps) {
    INFO(static_cast<int>(shape));
    const Mesh3 whole = samples::one_cell_3d(shape, 2, map);
    const auto read = std::get<Mesh3>(parse_gmsh(without_inner_nodes(whole), "text.msh"));
    CHECK(distance(read, whole) < 1e-15);
  }
  Mesh2 mesh_2d;
  mesh_2d.geometry_order = 2;
  for (const auto& [x, y] : lattice_points(CellShape::quadrilateral, 2)) {
    mesh_2d.cell_nodes.push_back(mesh_2d.node_count());
    mesh_2d.nodes.push_back({2 * x + 0.2 * x * x * y - 0.1 * y * y, 2 * y + 0.3 * x * y * y + 0.1 * x * x});
  }
  mesh_2d.cell_shapes = {CellShape::quadrilateral};
  mesh_2d.cell_node_begin.push_back(9);
  CHECK(distance(std::get<Mesh2>(parse_gmsh(without_inner_nodes(mesh_2d), "text.msh")), mesh_2d) < 1e-15);
}

TEST_CASE("completed cells share the nodes of their faces") {
  for (const std::string kind : {"prisms", "hexahedra", "pyramids", "hybrid"}) {
    INFO(kind);
    const auto whole = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"order", "2"}}));
    const auto read = std::get<Mesh3>(parse_gmsh(without_inner_nodes(whole), "text.msh"));
    CHECK(read.node_count() == whole.node_count());
    CHECK(read.face_count() == whole.face_count());
    CHECK(distance(read, whole) < 1e-15);
  }
  const Mesh2 square = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "4"}, {"order", "2"}});
  const auto read = std::get<Mesh2>(parse_gmsh(without_inner_nodes(square), "text.msh"));
  CHECK(read.node_count() == square.node_count());
  CHECK(distance(read, square) < 1e-15);
}

TEST_CASE("serendipity cells of other orders are refused") {
  const std::vector<std::string> nodes(12, "0 0 0");
  samples::check_refused([&] { parse_gmsh(msh2(nodes, {"39 2 9 1 1 2 3 4 5 6 7 8 9 10 11 12"}), "text.msh"); },
                         {"incomplete elements (type 39: order 3 with 12 nodes)", "completed at order 2 only"});
}
