/// From which cells the gradient of a cell is found, and how.
#pragma once

#include <array>

#include "libdg/finite_volume/geometry.hpp"

namespace dg {

/// The cells from whose means the gradient of a cell is found, by its faces; -1 where there is none. In a corner the
/// neighbours are too few for a gradient. Cells behind them then stand at the boundary faces: those that add most to
/// what is missing.
template <int Dim>
std::array<Index, most_sides<Dim>> gradient_stencil(const Mesh<Dim>& mesh, const CellNeighbours<Dim>& neighbours,
                                                    Index cell);

/// Whether that stencil has cells beyond the neighbours, which are too few, or lie along a line or in a plane.
template <int Dim>
bool has_far_stencil(const CellNeighbours<Dim>& neighbours, Index cell);

/// What the difference to each cell of that stencil adds to the gradient; 0 where there is none. Least squares, all
/// cells with the same weight; along a single line or plane there are only the derivatives along it.
template <int Dim>
std::array<std::array<double, Dim>, most_sides<Dim>> gradient_weights(const Mesh<Dim>& mesh,
                                                                      const CellNeighbours<Dim>& neighbours,
                                                                      Index cell);

}  // namespace dg
