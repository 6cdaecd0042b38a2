#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "meshes/edge_blending.hpp"
#include "meshes/generate.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using samples::msh2;
using samples::Point3;

namespace {

/// Gmsh's number and nodes of the element with nodes on edges only; for simplices of order 2 it is complete.
struct Serendipity {
  int type, nodes;
};

Serendipity serendipity(CellShape shape, int order) {
  using Types = std::vector<Serendipity>;
  return std::map<CellShape, Types>{{CellShape::triangle, {{9, 6}, {20, 9}, {22, 12}}},
                                    {CellShape::quadrilateral, {{16, 8}, {39, 12}, {40, 16}}},
                                    {CellShape::tetrahedron, {{11, 10}, {137, 16}, {32, 22}}},
                                    {CellShape::prism, {{18, 15}, {111, 24}, {112, 33}}},
                                    {CellShape::hexahedron, {{17, 20}, {99, 32}, {100, 44}}},
                                    {CellShape::pyramid, {{19, 13}, {125, 21}, {126, 29}}}}
      .at(shape)
      .at(order - 2);
}

/// A file of the mesh, without the nodes that serendipity elements lack; no face has a group.
template <int Dim>
std::string without_inner_nodes(const Mesh<Dim>& mesh) {
  std::vector<std::string> nodes, elements;
  for (const auto& node : mesh.nodes)
    nodes.push_back(fmt::format("{} {} {}", node[0], node[1], Dim == 3 ? node[Dim - 1] : 0.0));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const auto [type, count] = serendipity(mesh.cell_shapes[c], mesh.geometry_order);
    elements.push_back(fmt::format("{} 2 9 1", type));
    const std::vector<int> order = msh_node_order(mesh.cell_shapes[c], mesh.geometry_order);
    for (int n = 0; n < count; ++n)
      elements.back() += fmt::format(" {}", mesh.cell_nodes[mesh.cell_node_begin[c] + order[n]] + 1);
  }
  return msh2(nodes, elements);
}

Mesh2 one_cell_2d(CellShape shape, int order, const std::function<std::array<double, 2>(double, double)>& map) {
  Mesh2 mesh;
  mesh.geometry_order = order;
  for (const auto& [x, y] : lattice_points(shape, order)) {
    mesh.cell_nodes.push_back(mesh.node_count());
    mesh.nodes.push_back(map(x, y));
  }
  mesh.cell_shapes = {shape};
  mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  return mesh;
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
  const Mesh2 quadrilateral = one_cell_2d(CellShape::quadrilateral, 2, [](double x, double y) {
    return std::array{2 * x + 0.2 * x * x * y - 0.1 * y * y, 2 * y + 0.3 * x * y * y + 0.1 * x * x};
  });
  const auto read = std::get<Mesh2>(parse_gmsh(without_inner_nodes(quadrilateral), "text.msh"));
  CHECK(distance(read, quadrilateral) < 1e-15);
}

TEST_CASE("serendipity cells of orders 3 and 4 keep maps of their order along one axis of squares") {
  for (const int order : {3, 4}) {
    INFO(order);
    const auto power = [order](double x) { return std::pow(x, order); };
    const Mesh2 quadrilateral = one_cell_2d(CellShape::quadrilateral, order, [&](double x, double y) {
      return std::array{2 * x + 0.1 * power(x) * y - 0.1 * y * y * y, 2 * y + 0.2 * x * power(y) + 0.1 * power(x)};
    });
    const auto read = std::get<Mesh2>(parse_gmsh(without_inner_nodes(quadrilateral), "text.msh"));
    CHECK(distance(read, quadrilateral) < 1e-14);
    const std::map<CellShape, std::function<Point3(Point3)>> maps{
        {CellShape::hexahedron,
         [&](Point3 p) {
           const auto [x, y, z] = p;
           return Point3{2 * x + 0.1 * power(x) * y * z - 0.05 * power(y),
                         2 * y + 0.1 * x * y * power(z) + 0.05 * x * z,
                         2 * z + 0.1 * x * x * x * y - 0.06 * x * power(y) * z};
         }},
        // Quadratic over the triangle, and of any order along the axis.
        {CellShape::prism, [&](Point3 p) {
           const auto [x, y, z] = p;
           return Point3{2 * x + 0.1 * x * y * z - 0.05 * y * power(z), 2 * y + 0.05 * x * power(z) + 0.07 * z * z * z,
                         2 * z + 0.1 * x * x * z - 0.06 * y * y + 0.03 * power(z)};
         }}};
    for (const auto& [shape, map] : maps) {
      INFO(static_cast<int>(shape));
      const Mesh3 whole = samples::one_cell_3d(shape, order, map);
      CHECK(distance(std::get<Mesh3>(parse_gmsh(without_inner_nodes(whole), "text.msh")), whole) < 1e-14);
    }
  }
}

TEST_CASE("simplices of orders 3 and 4 with nodes on edges only keep quadratic maps") {
  for (const int order : {3, 4}) {
    INFO(order);
    const Mesh2 triangle = one_cell_2d(CellShape::triangle, order, [](double x, double y) {
      return std::array{2 * x + 0.2 * x * y - 0.1 * y * y, 2 * y + 0.1 * x * x - 0.1 * x * y};
    });
    CHECK(distance(std::get<Mesh2>(parse_gmsh(without_inner_nodes(triangle), "text.msh")), triangle) < 1e-14);
    const Mesh3 tetrahedron = samples::one_cell_3d(CellShape::tetrahedron, order, [](Point3 p) {
      const auto [x, y, z] = p;
      return Point3{2 * x + 0.1 * x * y - 0.1 * z * z, 2 * y + 0.1 * x * z, 2 * z + 0.1 * x * x - 0.1 * y * z};
    });
    CHECK(distance(std::get<Mesh3>(parse_gmsh(without_inner_nodes(tetrahedron), "text.msh")), tetrahedron) < 1e-14);
  }
}

TEST_CASE("the middle of a cubic triangle with nodes on edges only has the weights -1/6 and 1/4") {
  const std::vector<double> weights = edge_blending(CellShape::triangle, 3, {1, 1, 0});
  REQUIRE(weights.size() == 9);
  for (int n = 0; n < 9; ++n) CHECK(weights[n] == Approx(n < 3 ? -1.0 / 6 : 0.25).epsilon(1e-14));
}

TEST_CASE("weights of completed elements do not depend on where a cell begins") {
  // Any of the six ways to list the vertices of a triangle: the point and its nodes go with them.
  const auto edges = msh_edges(CellShape::triangle);
  const auto weight_of = [&](const std::vector<double>& weights, int order, int a, int b, int k) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e] == std::array{a, b}) return weights[3 + e * (order - 1) + k - 1];
      if (edges[e] == std::array{b, a}) return weights[3 + e * (order - 1) + order - k - 1];
    }
    return 0.0;
  };
  for (const int order : {3, 4, 5}) {
    std::array<int, 3> to{0, 1, 2};
    do {
      for_each_lattice_point(CellShape::triangle, order, [&](int i, int j, int) {
        const std::array<int, 3> here{order - i - j, i, j};
        std::array<int, 3> there{};
        for (int v = 0; v < 3; ++v) there[to[v]] = here[v];
        const auto one = edge_blending(CellShape::triangle, order, {here[1], here[2], 0});
        const auto other = edge_blending(CellShape::triangle, order, {there[1], there[2], 0});
        for (int a = 0; a < 3; ++a) {
          CHECK(one[a] == Approx(other[to[a]]).margin(1e-13));
          for (int k = 1; k < order; ++k)
            CHECK(weight_of(one, order, a, (a + 1) % 3, k) ==
                  Approx(weight_of(other, order, to[a], to[(a + 1) % 3], k)).margin(1e-13));
        }
      });
    } while (std::next_permutation(to.begin(), to.end()));
  }
}

TEST_CASE("completed cells share the nodes of their faces") {
  for (const int order : {2, 3, 4}) {
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids", "hybrid"}) {
      if (order > 2 && (kind == "pyramids" || kind == "hybrid")) continue;
      INFO(kind);
      const auto whole =
          std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"order", std::to_string(order)}}));
      const auto read = std::get<Mesh3>(parse_gmsh(without_inner_nodes(whole), "text.msh"));
      CHECK(read.node_count() == whole.node_count());
      CHECK(read.face_count() == whole.face_count());
      CHECK(distance(read, whole) < 1e-14);
    }
    const Mesh2 square = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "4"}, {"order", std::to_string(order)}});
    const auto read = std::get<Mesh2>(parse_gmsh(without_inner_nodes(square), "text.msh"));
    CHECK(read.node_count() == square.node_count());
    CHECK(distance(read, square) < 1e-14);
  }
}

TEST_CASE("incomplete pyramids of other orders than 2 are refused") {
  const Mesh3 pyramid = samples::one_cell_3d(CellShape::pyramid, 3, [](Point3 p) { return p; });
  samples::check_refused([&] { parse_gmsh(without_inner_nodes(pyramid), "text.msh"); },
                         {"incomplete pyramids (type 125: order 3 with 21 nodes)", "completed at order 2 only"});
}
