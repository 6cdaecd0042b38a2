/// A gas at rest on a chequer of triangles and squares, 0..1 x 0..1, whose density and pressure are linear. Finite
/// volumes without a limiter hold it exactly. It takes one step, of next to no length.
#pragma once

#include <string>

namespace dg::app {

inline const std::string linear_gas_case = R"([mesh]
generate = square
level = 1
parameters = kind=hybrid, xmin=0, xmax=1, ymin=0, ymax=1
[gas]
model = euler
[space]
degree = 0
[boundary.left]
type = symmetry
[boundary.right]
type = symmetry
[boundary.bottom]
type = wall-slip
[boundary.top]
type = symmetry
[reference]
mach = 0.5
[initial]
rho = 1 + 0.3 * x - 0.2 * y
u = 0
v = 0
p = 0.9 - 0.2 * x + 0.25 * y
[time]
steps = 1
cfl = 1e-12
[output]
directory = out
surface = bottom
forces = bottom
)";

}  // namespace dg::app
