/// Meshes of 3-D cells, affine or curved, whose neighbours meet in every orientation.
#pragma once

#include "meshes/mesh.hpp"

namespace dg::test {

/// Cells that fill the unit cube. They are of one shape, or hexahedra beside prisms, or prisms below tetrahedra. Cells
/// of all four shapes need n to be 2 or 3.
enum class Shapes3D { tetrahedra, prisms, hexahedra, pyramids, hexahedra_and_prisms, prisms_and_tetrahedra, all_four };
const char* name_of(Shapes3D shapes);

/// The affine map of the cube that the meshes fill: row d has the coefficients of x_d.
inline constexpr double shear_3d[3][3] = {{1, 0.2, 0.1}, {0.1, 1, -0.15}, {0, 0.1, 1.1}};

/// How the cells are bent where x > 1/3 in the cube, by polynomials of this order: none, and all are affine.
struct Bending {
  int order = 1;
  double amplitude = 0;  ///< largest displacement, in edges of the cube
};

/// n^3 cubes, cut into cells of which each is numbered from another vertex, bent and sheared; periodic, or with the one
/// boundary "outside". The sides of the cube are bent, too.
Mesh3 mesh_of_shapes(Shapes3D shapes, int n, bool periodic, const Bending& bending = {});

}  // namespace dg::test
