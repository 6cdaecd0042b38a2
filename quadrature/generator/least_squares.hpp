/// Solvers of the moment equations: a globalised search in double, a Newton polish in extended precision.
#pragma once

#include "quadrature/generator/moment_equations.hpp"
#include "quadrature/generator/scalar.hpp"

namespace dg::generator {

/// Residual norm at which the search hands over to the polish; rounding in double allows some 1e-12 at degree 15.
inline constexpr double converged_norm = 1e-10;

/// Levenberg-Marquardt iteration from `unknowns`, in place. Returns true when the residual norm falls to
/// converged_norm. It gives up early where the iteration has stalled or has carried a point far outside the cell.
bool levenberg_marquardt(const MomentEquations<double>& system, Vector<double>& unknowns);

/// Gauss-Newton iteration from `unknowns`, in place. Returns the largest residual left.
Extended polish(const MomentEquations<Extended>& system, Vector<Extended>& unknowns);

}  // namespace dg::generator
