/// Straight-edged cells by their vertices, and their elevation to a mesh of higher geometric order.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// A point of the plane.
using Point = std::array<double, 2>;

/// What a generator makes first: points, cells by counter-clockwise vertices (the fourth is -1 in a triangle), and
/// named boundary edges.
struct Skeleton {
  std::vector<Point> points;
  std::vector<std::array<Index, 4>> cells;
  std::vector<BoundaryEdge> edges;
  std::vector<std::string> boundary_names;
};

/// An edge that is not straight: its nodes between the two vertices, in the direction of `vertices`. The first order-1
/// of them count.
struct CurvedEdge {
  std::array<Index, 2> vertices;
  std::array<Point, max_geometry_order - 1> nodes;
};

/// Throws InputError under the name `source` if about `cells` cells of geometric order `order` overflow Index.
void check_cell_count(double cells, int order, const std::string& source);

/// The cells with the nodes of geometric order `order`, as yet without faces. Straight edges get equispaced nodes.
/// Inner nodes follow from the edges. On quadrilaterals it is by bilinear transfinite interpolation (Gordon, Hall
/// 1973). On triangles it is by the blending of Szabo and Babuska (1991), which keeps the map a polynomial of degree
/// `order`. Vertices keep their numbers. Throws InputError under the name `source` for a mesh that overflows Index.
/// Precondition: every curved edge is an edge of a cell.
Mesh2 elevated(const Skeleton& skeleton, int order, const std::vector<CurvedEdge>& curved, const std::string& source);

}  // namespace dg
