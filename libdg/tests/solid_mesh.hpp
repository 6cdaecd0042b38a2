/// Meshes of affine solid cells whose neighbours are turned against each other in every way.
#pragma once

#include "meshes/mesh.hpp"

namespace dg::test {

/// Cells that fill the unit cube: of one shape, or hexahedra beside prisms, or prisms below tetrahedra.
enum class Solid { tetrahedra, prisms, hexahedra, hexahedra_and_prisms, prisms_and_tetrahedra };
const char* name_of(Solid solid);

/// The affine map of the cube that the meshes fill: row d has the coefficients of x_d.
inline constexpr double solid_shear[3][3] = {{1, 0.2, 0.1}, {0.1, 1, -0.15}, {0, 0.1, 1.1}};

/// n^3 cubes, cut into cells of which each is numbered from another vertex, sheared; periodic, or with the one boundary
/// "outside".
Mesh3 solid_mesh(Solid solid, int n, bool periodic);

}  // namespace dg::test
