/// The map of a cell whose edges alone are given: what lies inside follows from them.
#pragma once

#include <array>
#include <vector>

#include "meshes/cell_shape.hpp"

namespace dg {

/// Steps of 1/order from vertex 0 of a reference cell along xi, eta and zeta.
using LatticeSteps = std::array<int, 3>;

/// Whether a lattice point lies on no edge and no face of a cell, in 2-D on no edge.
bool is_inside(CellShape shape, int order, const LatticeSteps& steps);

/// The value at a lattice point by those at the vertices and inside the edges of a cell, in Gmsh's order. The weights
/// sum up to 1. Precondition: the cell is no pyramid.
///
/// What an edge between the vertices a and b adds to the linear map of the vertices, r(s), is continued into the cell.
/// - Across quadrilaterals, hexahedra and the upright faces of prisms it decreases linearly, as transfinite
///   interpolation has it. This is the map of the serendipity elements there.
/// - Within triangles and tetrahedra it is r(s) la lb / (s (1 - s)) with s = (1 + lb - la) / 2. The barycentric
///   coordinates of the ends are la and lb. This polynomial treats all vertices alike and keeps those of degree 2.
std::vector<double> edge_blending(CellShape shape, int order, const LatticeSteps& steps);

}  // namespace dg
