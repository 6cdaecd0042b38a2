/// Lagrange polynomials of the nodes of a cell.
#pragma once

#include <array>
#include <span>

#include "meshes/cell_shape.hpp"

namespace dg {

/// A function of the reference coordinates at a point: its value and its derivatives.
template <int Dim>
struct NodeValue {
  double value;
  std::array<double, Dim> slope;
};

/// The Lagrange polynomial of lattice point `node` = (i, j, k) of a cell of geometric order `order`, at the reference
/// point `xi`. On a pyramid it is rational: see pyramid_functions(). Precondition: dim_of(shape) == Dim.
template <int Dim>
NodeValue<Dim> node_polynomial(CellShape shape, int order, const std::array<int, 3>& node,
                               const std::array<double, Dim>& xi);

/// Those of all lattice points, in order.
template <int Dim>
void node_polynomials(CellShape shape, int order, const std::array<double, Dim>& xi, std::span<NodeValue<Dim>> values);

/// The same for point `n` of the line [-1, 1].
NodeValue<1> line_polynomial(int order, int n, double xi);

}  // namespace dg
