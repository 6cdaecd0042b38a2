/// The shapes of cells that have polynomial spaces, as lists by shape are indexed.
#pragma once

#include <array>
#include <span>

#include "libdg/element/element.hpp"

namespace dg {

/// Shapes of cells of a dimension that have polynomial spaces, in the order of CellShape.
template <int Dim>
inline constexpr std::array spaced_shapes{CellShape::triangle, CellShape::quadrilateral};
template <>
inline constexpr std::array spaced_shapes<3>{CellShape::tetrahedron, CellShape::prism, CellShape::hexahedron,
                                             CellShape::pyramid};

/// Place of a shape among them.
constexpr int shape_number(CellShape shape) {
  return static_cast<int>(shape) - static_cast<int>(dim_of(shape) == 2 ? CellShape::triangle : CellShape::tetrahedron);
}

/// Points of the reference cells of each shape, by shape_number().
template <int Dim>
using PointsOfShapes = std::array<std::span<const std::array<double, Dim>>, spaced_shapes<Dim>.size()>;

}  // namespace dg
