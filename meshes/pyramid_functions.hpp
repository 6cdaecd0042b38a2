/// Lagrange functions of the nodes of a pyramid.
#pragma once

#include <array>
#include <span>

#include "meshes/node_polynomial.hpp"

namespace dg {

/// Values and derivatives at `xi` of the functions of all nodes of a pyramid of geometric order `order`, in the order
/// of the lattice. They span the products of `P_i P_j` of the collapsed coordinates, `(1 - zeta)^max(i, j)`, and
/// polynomials of degree `order - max(i, j)` in zeta, with `0 <= i, j <= order`. These are all polynomials of that
/// degree, and on every face its own functions of that order (Bergot, Cohen and Durufle, J. Sci. Comput. 42, 2010). At
/// the apex derivatives have no limit; there they are those along the edge from vertex 0. Precondition: 1 <= order <=
/// max_element_order, values.size() is the number of nodes.
void pyramid_functions(int order, const std::array<double, 3>& xi, std::span<NodeValue<3>> values);

}  // namespace dg
