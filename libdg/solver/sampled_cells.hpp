/// Cells of a mesh, and points of their reference cells where states are wanted.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "libdg/element/spaced_shapes.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "meshes/cell_shape.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct SampledCellsOf {
  std::span<const CellShape> shapes;  ///< of all cells of the mesh
  std::vector<Index> cells;
  std::array<std::vector<std::array<double, Dim>>, spaced_shapes<Dim>.size()> of_shape;  ///< by shape_number()

  PointsOfShapes<Dim> points() const {
    PointsOfShapes<Dim> points;
    std::copy(of_shape.begin(), of_shape.end(), points.begin());
    return points;
  }
};
using SampledCells = SampledCellsOf<2>;

}  // namespace dg
