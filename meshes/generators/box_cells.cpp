#include "meshes/generators/box_cells.hpp"

namespace dg {

std::vector<CubeCell> cells_around_centre(const std::array<bool, 6>& cut) {
  // Counter-clockwise seen from the centre, from the lowest corner, by way of which they are cut.
  constexpr std::array<std::array<int, 4>, 6> sides{
      {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}};
  std::vector<CubeCell> cells;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto& [a, b, c, d] = sides[i];
    if (cut[i]) {
      cells.push_back({CellShape::tetrahedron, {a, b, c, cube_centre}});
      cells.push_back({CellShape::tetrahedron, {a, c, d, cube_centre}});
    } else {
      cells.push_back({CellShape::pyramid, {a, b, c, d, cube_centre}});
    }
  }
  return cells;
}

const std::vector<CubeCell>& cells_of_cube(CubeCells kind) {
  static const std::vector<CubeCell> hexahedron{{CellShape::hexahedron, {0, 1, 3, 2, 4, 5, 7, 6}}};
  static const std::vector<CubeCell> prisms{{CellShape::prism, {0, 1, 3, 4, 5, 7}},
                                            {CellShape::prism, {0, 3, 2, 4, 7, 6}}};
  static const std::vector<CubeCell> tetrahedra{
      {CellShape::tetrahedron, {0, 1, 3, 7}}, {CellShape::tetrahedron, {0, 3, 2, 7}},
      {CellShape::tetrahedron, {0, 2, 6, 7}}, {CellShape::tetrahedron, {0, 6, 4, 7}},
      {CellShape::tetrahedron, {0, 4, 5, 7}}, {CellShape::tetrahedron, {0, 5, 1, 7}}};
  static const auto pyramids = cells_around_centre({});
  static const auto pyramid_on_base = cells_around_centre({false, true, true, true, true, true});
  static const auto pyramids_on_base_and_top = cells_around_centre({false, false, true, true, true, true});
  static const std::vector<CubeCell> pyramid_on_top{{CellShape::tetrahedron, {0, 1, 3, 7}},
                                                    {CellShape::tetrahedron, {0, 3, 2, 7}},
                                                    {CellShape::tetrahedron, {0, 2, 6, 7}},
                                                    {CellShape::pyramid, {4, 6, 7, 5, 0}},
                                                    {CellShape::tetrahedron, {0, 5, 1, 7}}};
  switch (kind) {
    case CubeCells::hexahedron:
      return hexahedron;
    case CubeCells::prisms:
      return prisms;
    case CubeCells::tetrahedra:
      return tetrahedra;
    case CubeCells::pyramids:
      return pyramids;
    case CubeCells::pyramid_on_base:
      return pyramid_on_base;
    case CubeCells::pyramids_on_base_and_top:
      return pyramids_on_base_and_top;
    case CubeCells::pyramid_on_top:
      break;
  }
  return pyramid_on_top;
}

}  // namespace dg
