/// What the tests of finite volumes share: options and states.
#pragma once

#include <vector>

#include "libdg/tests/support.hpp"

namespace dg::test {

/// Linear reconstruction of a gas without viscosity, on the tested backend, one thread of a CPU.
SolverOptions finite_volumes(Limiter limiter = Limiter::none);

bool is_built(Precision precision);

/// Coefficients of degree 0 whose means are primitive fields rho, u, v, p at the centroids of the cells.
std::vector<double> at_centroids(const Mesh2& mesh, const FieldFunction& primitive);

/// The same fields with random jumps between cells, up to `part` of each.
std::vector<double> rough_averages(const Mesh2& mesh, const FieldFunction& primitive, double part);

/// Conservative variables of rho, u, v, p in a gas with gamma = 1.4.
std::array<double, 4> to_conservative(const std::array<double, 4>& primitive);

/// Relative to the coefficient of degree 0, which is constant on the reference cell.
double mean_over_coefficient(CellShape shape);

/// Curved triangles and quadrilaterals on [0, 1]^2 with corners that have a single neighbour, if open.
Mesh2 mixed_mesh(bool periodic, int order = 3);

}  // namespace dg::test
