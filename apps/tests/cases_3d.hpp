/// Cases on boxes of 3-D cells for the real solver.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app::cases_3d {

using Settings = std::vector<std::string>;

inline const Machine one_core{BackendKind::cpu, 1};

/// Shapes of cells, and the space on prisms.
inline const std::vector<std::pair<std::string, std::string>> kinds{
    {"tetrahedra", "P"}, {"prisms", "P"}, {"prisms", "Q"}, {"hexahedra", "P"}, {"pyramids", "P"}};

/// Every side of a box of a type.
inline std::string sides(const std::string& type) {
  std::string text;
  for (const char* side : {"left", "right", "front", "back", "bottom", "top"})
    text += std::string("[boundary.") + side + "]\ntype = " + type + "\n";
  return text;
}

/// A manufactured flow at Mach numbers around 1, at rest.
inline const std::string waves = R"([mesh]
generate = box
parameters = n=2
[space]
degree = 1
riemann = roe
[gas]
mu = 0.002
[expressions]
s = sin(2 * x + y - z)
c = cos(x - y + 2 * z)
[exact]
rho = 1 + 0.2 * s
u = 0.7 + 0.1 * c
v = 0.5 + 0.1 * s
w = 0.4 - 0.1 * c
p = 1 / gamma + 0.1 * c
[source]
from = exact
[initial]
type = exact
[time]
end = 0.1
[output]
format = none
)";

inline const std::string periodic =
    "[boundary.left]\ntype = periodic\npartner = right\n[boundary.front]\ntype = periodic\npartner = back\n"
    "[boundary.bottom]\ntype = periodic\npartner = top\n";

/// A wave in a gas without viscosity, in a periodic box.
inline const std::string sound = R"([mesh]
generate = box
parameters = kind=prisms n=2
[space]
degree = 2
[gas]
model = euler
[reference]
mach = 0.3
[initial]
rho = 1 + 0.1 * sin(2 * pi * (x + y))
u = 0.3
v = 0.2 * cos(2 * pi * z)
w = -0.1
p = 1 / gamma
[time]
steps = 30
[output]
line = 0.1, 0.2, 0.3, 0.9, 0.7, 0.6, 3
monitor = 5
every = 15
)" + periodic;

}  // namespace dg::app::cases_3d
