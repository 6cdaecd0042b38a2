/// Curved hexahedra with Q^p and a weight-adjusted mass inverse, as Assembly::tiles works through them by sum
/// factorisation. Here is what it reads of their geometry, cell by cell.
#pragma once

#include <vector>

#include "libdg/element/tables.hpp"
#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Numbers of a curved cell with n points on a line; line (p, q) is number q n + p (engines/sum_factorisation_3d.hpp):
///   [k][i][line] of points k on the lines in the last direction: ZoneView::metric, then 1 / det J, then the same of
///   the projection of det J on Q^p, the weight-adjusted inverse mass matrix but for the weights of the points;
///   [f] the length of face f (space/tile_cells.hpp).
enum LinePoint { line_metric = 0, line_inverse = 9, line_inverse_mass = 10, line_point_numbers = 11 };
constexpr int sum_factorised_cell_lengths(int n) { return line_point_numbers * n * n * n; }
constexpr int sum_factorised_cell_numbers(int n) { return (sum_factorised_cell_lengths(n) + 6 + 3) / 4 * 4; }

/// Points on a line, of so many in a cell.
constexpr int points_on_line(int points) {
  int n = 1;
  while (n * n * n < points) ++n;
  return n;
}

/// From the geometry of a curved zone with so many cells. Precondition: hexahedra with Q, whose rule has no more
/// points.
std::vector<double> sum_factorised_geometry_of(const ZoneGeometry& zone, Index padded, const Tables<double, 3>& tables);

}  // namespace dg
