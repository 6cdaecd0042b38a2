/// Lagrange polynomials of the nodes of a cell.
#pragma once

#include <array>

#include "meshes/cell_shape.hpp"

namespace dg {

/// A function of the reference coordinates at a point: its value and its derivatives.
template <int Dim>
struct NodeValue {
  double value;
  std::array<double, Dim> slope;
};

/// The Lagrange polynomial of lattice point `node` = (i, j, k) of a cell of geometric order `order`, at the reference
/// point `xi`. On a pyramid, of order 1 only, it is rational: at the apex, where its derivatives have no limit, they
/// are those along the edge from vertex 0. Preconditions: dim_of(shape) == Dim, order 1 on pyramids.
template <int Dim>
NodeValue<Dim> node_polynomial(CellShape shape, int order, const std::array<int, 3>& node,
                               const std::array<double, Dim>& xi);

/// The same for point `n` of the line [-1, 1].
NodeValue<1> line_polynomial(int order, int n, double xi);

}  // namespace dg
