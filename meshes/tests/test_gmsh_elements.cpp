#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "meshes/edge_blending.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/node_polynomial.hpp"

using namespace dg;

TEST_CASE("types and nodes of elements are as Gmsh knows them") {
  const std::map<MshShape, std::string> names{{MshShape::point, "Point"},
                                              {MshShape::line, "Line"},
                                              {MshShape::triangle, "Triangle"},
                                              {MshShape::quadrilateral, "Quadrilateral"},
                                              {MshShape::tetrahedron, "Tetrahedron"},
                                              {MshShape::prism, "Prism"},
                                              {MshShape::hexahedron, "Hexahedron"},
                                              {MshShape::pyramid, "Pyramid"}};
  // Gmsh 4.8 does not tell of these by number: prisms of order 3 and more.
  const std::set<int> untold{90, 91, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117};
  const GmshModel model;
  model.run("types", [&] {
    for (int type = 1; type <= 140; ++type) {
      const MshElementType known = msh_element_type(type);
      if (known.shape == MshShape::unknown || untold.contains(type)) continue;
      std::string name;
      int dimension = -1, order = 0, nodes = 0, vertices = 0;
      std::vector<double> places;
      gmsh::model::mesh::getElementProperties(type, name, dimension, order, nodes, places, vertices);
      CAPTURE(type, name);
      CHECK(known.node_count == nodes);
      CHECK(known.order == order);
      CHECK(dim_of(known.shape) == dimension);
      CHECK(name.starts_with(names.at(known.shape)));
    }
  });
}

/// Gmsh's reference simplices have legs of length 1 from the origin, its pyramid the apex (0, 0, 1) above [-1, 1]^2;
/// the others are as here.
template <int Dim>
void check_node_order(CellShape shape, const std::string& name) {
  for (int order = 1; order <= max_element_order; ++order) {
    const bool is_prism = shape == CellShape::prism, is_simplex = vertex_count(shape) == Dim + 1;
    const int type = msh_cell_type(shape, order);
    CHECK(type == gmsh::model::mesh::getElementType(name, order));
    if (is_prism && order > 2) break;  // of which Gmsh 4.8 does not tell
    std::string same_name;
    int dimension, same_order, nodes, vertices;
    std::vector<double> places;
    gmsh::model::mesh::getElementProperties(type, same_name, dimension, same_order, nodes, places, vertices);
    const std::vector<int> numbers = msh_node_order(shape, order);
    const auto lattice = lattice_points<Dim>(shape, order);
    REQUIRE(numbers.size() == static_cast<std::size_t>(nodes));
    for (int n = 0; n < nodes; ++n)
      for (int d = 0; d < Dim; ++d) {
        double u = places[Dim * n + d];
        if (shape == CellShape::pyramid) u = d == 2 ? 2 * u - 1 : u - places[Dim * n + 2];
        CHECK(lattice[numbers[n]][d] == Approx(is_simplex || (is_prism && d < 2) ? 2 * u - 1 : u).margin(1e-12));
      }
  }
}

TEST_CASE("curved pyramids have the functions that Gmsh gives them") {
  const GmshModel model;
  model.run("functions", [&] {
    const std::vector<double> points{0.1, -0.2, 0.3, -0.55, 0.4, 0.35, 0, 0, 0.9, 0.9, -0.8, 0.01};
    for (int order = 1; order <= max_element_order; ++order) {
      const int type = msh_cell_type(CellShape::pyramid, order), nodes = node_count(CellShape::pyramid, order);
      const std::vector<int> numbers = msh_node_order(CellShape::pyramid, order);
      for (const bool gradient : {false, true}) {
        int components = 0, orientations = 0;
        std::vector<double> values;
        gmsh::model::mesh::getBasisFunctions(type, points, gradient ? "GradLagrange" : "Lagrange", components, values,
                                             orientations);
        REQUIRE(components == (gradient ? 3 : 1));
        for (std::size_t p = 0; p < points.size() / 3; ++p) {
          const double u = points[3 * p], v = points[3 * p + 1], w = points[3 * p + 2];
          std::vector<NodeValue<3>> own(nodes);
          node_polynomials<3>(CellShape::pyramid, order, {u - w, v - w, 2 * w - 1}, own);
          for (int n = 0; n < nodes; ++n) {
            const auto& [value, slope] = own[numbers[n]];
            const double* at = &values[(p * nodes + n) * components];
            const double along_w = -slope[0] - slope[1] + 2 * slope[2];
            if (!gradient) CHECK(at[0] == Approx(value).margin(1e-11));
            if (!gradient) continue;
            CHECK(at[0] == Approx(slope[0]).margin(1e-9));
            CHECK(at[1] == Approx(slope[1]).margin(1e-9));
            CHECK(at[2] == Approx(along_w).margin(1e-9));
          }
        }
      }
    }
  });
}

TEST_CASE("serendipity quadrilaterals and hexahedra are completed by the functions that Gmsh gives them") {
  const GmshModel model;
  model.run("serendipity", [&] {
    for (const auto& [shape, name] :
         {std::pair{CellShape::quadrilateral, "Quadrangle"}, {CellShape::hexahedron, "Hexahedron"}})
      for (int order = 2; order <= 5; ++order) {
        const int type = gmsh::model::mesh::getElementType(name, order, true);
        CAPTURE(type);
        CHECK_FALSE(msh_element_type(type).complete);
        for_each_lattice_point(shape, order, [&](int i, int j, int k) {
          const double m = order;
          std::vector<double> values;
          int components = 0, orientations = 0;
          gmsh::model::mesh::getBasisFunctions(type, {2 * i / m - 1, 2 * j / m - 1, 2 * k / m - 1}, "Lagrange",
                                               components, values, orientations);
          const std::vector<double> own = edge_blending(shape, order, {i, j, k});
          REQUIRE(own.size() == values.size());
          for (std::size_t n = 0; n < own.size(); ++n) CHECK(own[n] == Approx(values[n]).margin(1e-10));
        });
      }
  });
}

TEST_CASE("nodes of cells are in the order that Gmsh knows") {
  const GmshModel model;
  model.run("order of nodes", [&] {
    check_node_order<2>(CellShape::triangle, "Triangle");
    check_node_order<2>(CellShape::quadrilateral, "Quadrangle");
    check_node_order<3>(CellShape::tetrahedron, "Tetrahedron");
    check_node_order<3>(CellShape::prism, "Prism");
    check_node_order<3>(CellShape::hexahedron, "Hexahedron");
    check_node_order<3>(CellShape::pyramid, "Pyramid");
    for (int order = 1; order <= max_element_order; ++order)
      CHECK(msh_line_type(order) == gmsh::model::mesh::getElementType("Line", order));
  });
}
