#include "meshes/generators/box_cells.hpp"

namespace dg {

const std::vector<CubeCell>& cells_of_cube(CubeCells kind) {
  constexpr int m = cube_centre;
  static const std::vector<CubeCell> hexahedron{{CellShape::hexahedron, {0, 1, 3, 2, 4, 5, 7, 6}}};
  static const std::vector<CubeCell> prisms{{CellShape::prism, {0, 1, 3, 4, 5, 7}},
                                            {CellShape::prism, {0, 3, 2, 4, 7, 6}}};
  static const std::vector<CubeCell> tetrahedra{
      {CellShape::tetrahedron, {0, 1, 3, 7}}, {CellShape::tetrahedron, {0, 3, 2, 7}},
      {CellShape::tetrahedron, {0, 2, 6, 7}}, {CellShape::tetrahedron, {0, 6, 4, 7}},
      {CellShape::tetrahedron, {0, 4, 5, 7}}, {CellShape::tetrahedron, {0, 5, 1, 7}}};
  // The bases of these tetrahedra are counter-clockwise seen from the centre.
  static const std::vector<CubeCell> around_centre{
      {CellShape::pyramid, {0, 1, 3, 2, m}},  {CellShape::tetrahedron, {4, 7, 5, m}},
      {CellShape::tetrahedron, {4, 6, 7, m}}, {CellShape::tetrahedron, {0, 5, 1, m}},
      {CellShape::tetrahedron, {0, 4, 5, m}}, {CellShape::tetrahedron, {2, 3, 7, m}},
      {CellShape::tetrahedron, {2, 7, 6, m}}, {CellShape::tetrahedron, {0, 2, 6, m}},
      {CellShape::tetrahedron, {0, 6, 4, m}}, {CellShape::tetrahedron, {1, 7, 3, m}},
      {CellShape::tetrahedron, {1, 5, 7, m}}};
  switch (kind) {
    case CubeCells::hexahedron:
      return hexahedron;
    case CubeCells::prisms:
      return prisms;
    case CubeCells::tetrahedra:
      return tetrahedra;
    case CubeCells::around_centre:
      break;
  }
  return around_centre;
}

}  // namespace dg
