/// A small steady case for the real solver.
#pragma once

#include <string>

namespace dg::app {

/// Couette flow on squares (verification/couette), from a disturbed state; [time] and what follows are left to the
/// test.
inline const std::string couette_case = R"([mesh]
generate = couette
[space]
degree = 2
[gas]
mu = 0.1
[expressions]
p0 = 1 / (gamma * 0.1^2)
R = p0 / 0.85
cp = gamma * R / (gamma - 1)
s = y / 2
T = 0.80 + s * 0.05 + prandtl / (2 * cp) * s * (1 - s)
[exact]
rho = p0 / (R * T)
u = s
v = 0
p = p0
[initial]
rho = p0 / (R * T) * (1 + 0.02 * sin(x) * sin(3 * y))
u = s
v = 0
p = p0
[boundary.bottom]
type = exact
[boundary.right]
type = exact
[boundary.top]
type = exact
[boundary.left]
type = exact
)";

}  // namespace dg::app
