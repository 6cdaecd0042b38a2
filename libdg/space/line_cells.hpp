/// Curved hexahedra with Q^p, as Assembly::tiles works through them by sum factorisation: what it reads of their
/// geometry, cell by cell.
#pragma once

#include <vector>

#include "libdg/element/tables.hpp"
#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Numbers of a curved cell with n points on a line; line (p, q) is number q n + p (engines/solid_line.hpp):
///   [k][i][line] of points k on the lines in the last direction: ZoneView::metric, and after its 9 numbers 1 / det J;
///   [f][d][line] of those that end on face f: n |J_f|, and after its 3 components |J_f|;
///   [block][lane][2] of the matrix V M^-1 V^T, with the modes V[point][mode] at the points, the blocks of 8 x 8 of its
///   lower triangle. Lane 4 r + c has row r and the columns c and 4 + c.
inline constexpr int line_point_numbers = 10, line_face_numbers = 4, line_block = 8;
constexpr int line_cell_faces(int n) { return line_point_numbers * n * n * n; }
constexpr int line_cell_mass(int n) { return (line_cell_faces(n) + 6 * line_face_numbers * n * n + 3) / 4 * 4; }
/// Blocks beside and above each other.
constexpr int line_blocks(int n) { return (n * n * n + line_block - 1) / line_block; }
constexpr int line_block_number(int row, int column) { return row * (row + 1) / 2 + column; }
constexpr int line_cell_numbers(int n) {
  return line_cell_mass(n) + line_block_number(line_blocks(n), 0) * line_block * line_block;
}

/// Points on a line, of so many in a cell.
constexpr int points_on_line(int points) {
  int n = 1;
  while (n * n * n < points) ++n;
  return n;
}

/// The highest geometric order of curved cells whose volume rule (curved_volume_degree()) has no more points on a line
/// than the faces have.
constexpr int highest_line_order(int degree) { return (degree + 2) / 2; }

/// From the geometry of a curved zone with so many cells. Precondition: hexahedra with Q, whose rule has no more
/// points.
std::vector<double> line_cell_geometry(const ZoneGeometry& zone, Index padded, const Tables<double, 3>& tables);

}  // namespace dg
