/// The source that turns a given field into a solution: S = dU/dt + div(F_inviscid - F_viscous), method of manufactured
/// solutions (Roache 2002).
#pragma once

#include "libdg/solver/options.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

/// Source of rho, rho u, rho v, rho E that makes the primitive field `exact` a solution.
///
/// Derivatives are central differences of order 8 over points `step` apart. For a field of length scale L (sin(2 pi x /
/// L)) the error is about 1e-10 of the terms at step = L/200: truncation falls as step^8, round-off of the second
/// derivatives grows as 1e-16/step^2.
FieldFunction manufactured_source(const FieldFunction& exact, bool varies_in_time, const GasOptions& gas, double step);

}  // namespace dg::app
