/// Affine cells in tiles, as Assembly::tiles works through them: what a tile reads of their geometry, in one piece.
#pragma once

#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Numbers of an affine cell, [tile][number][row]: ZoneView::metric, from cell_lengths() on |J_f| / det J of each face,
/// and last ZoneView::inverse_length, which few stages need.
inline constexpr int cell_metric = 0;
constexpr int cell_lengths(int dim) { return dim * dim; }
constexpr int affine_cell_numbers(int dim, int faces) { return cell_lengths(dim) + faces + 1; }

/// From the geometry of an affine zone with so many cells.
std::vector<double> tile_cell_geometry(const ZoneGeometry& zone, Index padded, int dim, int faces);

/// Turns [f][cell] into [tile][f][row].
std::vector<Index> tile_cell_faces(const std::vector<Index>& face_number, Index padded);

}  // namespace dg
