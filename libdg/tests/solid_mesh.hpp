/// Meshes of affine solid cells whose neighbours are turned against each other in every way.
#pragma once

#include "meshes/mesh.hpp"

namespace dg::test {

/// Cells that fill the unit cube: of one shape, or hexahedra beside prisms, or prisms below tetrahedra.
enum class Solid { tetrahedra, prisms, hexahedra, hexahedra_and_prisms, prisms_and_tetrahedra };
const char* name_of(Solid solid);

/// n^3 cubes, cut into cells of which each is numbered from another vertex, sheared by an affine map; periodic, or with
/// the one boundary "outside".
Mesh3 solid_mesh(Solid solid, int n, bool periodic);

}  // namespace dg::test
