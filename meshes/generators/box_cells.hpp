/// The cells that become of the cubes of a structured box.
#pragma once

#include <array>
#include <vector>

#include "meshes/cell_shape.hpp"

namespace dg {

/// A cube becomes a hexahedron; two prisms, its base cut from lower left to upper right; or six tetrahedra about its
/// space diagonal (Kuhn). Or cells have their apex in the centre: pyramids on all sides, on the base alone or
/// on base and top, and tetrahedra elsewhere. Last are Kuhn's tetrahedra, of which the two
/// at the top are one pyramid. Sides that are cut are cut by the diagonal between their lowest and highest corner, as
/// in the next cube.
enum class CubeCells {
  hexahedron,
  prisms,
  tetrahedra,
  pyramids,
  pyramid_on_base,
  pyramids_on_base_and_top,
  pyramid_on_top
};

/// A cell by its vertices: corners x + 2y + 4z of the cube with x, y, z = 0 or 1, or cube_centre.
struct CubeCell {
  CellShape shape;
  std::array<int, most_vertices> corners;
};

inline constexpr int cube_centre = 8;

/// The cells around the centre of a cube, a pyramid on each side or, where a side is cut, two tetrahedra. The sides are
/// those at the lower and the upper end of z, y and x.
std::vector<CubeCell> cells_around_centre(const std::array<bool, 6>& cut);

/// The cells of a cube, right-handed.
const std::vector<CubeCell>& cells_of_cube(CubeCells kind);

}  // namespace dg
