/// Cells in tiles, as Assembly::tiles works through them: what a tile reads of their geometry, in one piece.
#pragma once

#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/element/tables.hpp"
#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Numbers of an affine cell, [tile][number][row]: ZoneView::metric, from cell_lengths() on |J_f| / det J of each face,
/// and last ZoneView::inverse_length, which few stages need.
inline constexpr int cell_metric = 0;
constexpr int cell_lengths(int dim) { return dim * dim; }
constexpr int affine_cell_numbers(int dim, int faces) { return cell_lengths(dim) + faces + 1; }

/// From the geometry of an affine zone with so many cells.
std::vector<double> tile_cell_geometry(const ZoneGeometry& zone, Index padded, int dim, int faces);

/// Numbers of a curved cell: [tile][number][row] the lengths of its faces. From curved_cell_points() on, for each point
/// of the volume rule, ZoneView::metric and `1 / det J`, [tile][pair][row][2] and, of an odd number, the last
/// [tile][row]. From curved_cell_mass() on, [tile][number][row] is ZoneView::mass_inverse.
///
/// The length of a face is the mean of |J_f|. What faces with a curved cell leave is so much more as |J_f| there is
/// more than that.
constexpr int curved_cell_point_numbers(int dim) { return dim * dim + 1; }
constexpr int curved_cell_points(int faces) { return (faces + 1) / 2 * 2; }
constexpr int curved_cell_mass(int dim, int faces, int points) {
  return curved_cell_points(faces) + curved_cell_point_numbers(dim) * points;
}
constexpr int curved_cell_numbers(int dim, int faces, int points, int modes) {
  return curved_cell_mass(dim, faces, points) + modes * (modes + 1) / 2;
}

/// From the geometry of a curved zone with so many cells.
template <int Dim>
std::vector<double> curved_tile_cell_geometry(const ZoneGeometry& zone, Index padded,
                                              const Tables<double, Dim>& tables);

/// The mean of |J_f| over a local face of a curved cell.
template <int Dim>
double mean_face_length(const ZoneGeometry& zone, Index padded, Index cell, const Tables<double, Dim>& tables,
                        int face);

/// Turns [f][cell] into [tile][f][row].
std::vector<Index> tile_cell_faces(const std::vector<Index>& face_number, Index padded);

}  // namespace dg
