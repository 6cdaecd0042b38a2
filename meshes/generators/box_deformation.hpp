/// Where the nodes of a box lie: on graded lines, then moved at random and curved.
#pragma once

#include <array>
#include <vector>

#include "meshes/generators/box_maker.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Places of the vertices along each direction.
using GridLines = std::array<std::vector<double>, 3>;
GridLines grid_lines(const Box& box);

/// Moves every vertex inside the box to a random place in an ellipsoid of `distortion` times the local spacing. The
/// other nodes of straight cells move with them.
void distort(Mesh3& mesh, const Box& box);

/// Curves the inside: every coordinate gains `amplitude * side * sin(2 pi xi) sin(2 pi eta) sin(2 pi zeta)`, with xi,
/// eta and zeta from 0 to 1 across the box. The sides stay in place; the map is one-to-one while 2 pi sqrt(3) amplitude
/// < 1.
void curve(Mesh3& mesh, const Box& box);

}  // namespace dg
