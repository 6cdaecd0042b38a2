/// Cases of equations that a header declares, with exact solutions.
#pragma once

#include <string>

namespace dg::app {

/// Advection and diffusion of a wave, du/dt + a . grad u = nu div grad u, whose exact solution the case has.
inline const std::string wave_case = R"([equations]
header = libdg/equations/advection/advection.hpp
name = dg::Advection2D
a_x = 1
a_y = 0.5
diffusion = 0.02
[mesh]
generate = square
parameters = kind=triangles, n=6
[space]
degree = 2
[expressions]
k = pi / 5
[exact]
u = sin(k * (x + y - 1.5 * t)) * exp(-0.04 * k^2 * t)
[initial]
type = exact
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = exact
[boundary.top]
type = exact
[time]
end = 1
[output]
every = 20
monitor = 10
[checkpoint]
every = 20
)";

/// A dam between depths 1 and 0.5 breaks. Stoker's solution: a rarefaction to the left, a bore to the right, and water
/// of one depth and speed between them.
inline const std::string dam_case = R"([equations]
header = libdg/equations/shallow_water/shallow_water.hpp
name = dg::ShallowWater2D
[mesh]
generate = square
parameters = kind=quads, nx=400, ny=2, xmin=0, xmax=1, ymin=0, ymax=0.01
[space]
degree = 0
riemann = hll
[parameters]
depth = 0.726920446187286
speed = 0.92336390197708
bore = 2.95791812018753
[expressions]
c = sqrt(gravity)
ray = (x - 0.5) / max(t, 1e-12)
rarefied = (2 * c - ray)^2 / (9 * gravity)
[exact]
h = ray < -c ? 1 : ray < speed - sqrt(gravity * depth) ? rarefied : ray < bore ? depth : 0.5
hu = ray < -c ? 0 : ray < speed - sqrt(gravity * depth) ? rarefied * 2 / 3 * (c + ray) : ray < bore ? depth * speed : 0
hv = 0
[initial]
h = x < 0.5 ? 1 : 0.5
hu = 0
hv = 0
[boundary.left]
type = wall
[boundary.right]
type = wall
[boundary.bottom]
type = wall
[boundary.top]
type = wall
[time]
end = 0.08
)";

}  // namespace dg::app
