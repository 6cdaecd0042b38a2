/// Cells on the unit sphere, by whose directions the meshes around a sphere are drawn.
#pragma once

#include <array>
#include <vector>

#include "meshes/cell_shape.hpp"
#include "meshes/index.hpp"

namespace dg {

/// Triangles or quadrilaterals of one order. Nodes are shared by the cells that meet there; those of a cell stand in
/// the order of its lattice, counter-clockwise as seen from outside.
struct SphereSurface {
  CellShape shape;
  int order;
  std::vector<std::array<double, 3>> directions;  ///< unit vectors, by node
  std::vector<std::vector<Index>> cells;

  /// Node of a vertex of a cell.
  Index vertex(std::size_t cell, int vertex) const;
};

/// An icosahedron with every triangle cut into n^2.
SphereSurface triangulated_sphere(int n, int order);

/// A cube with every side cut into n^2 at equal angles.
SphereSurface cubed_sphere(int n, int order);

}  // namespace dg
