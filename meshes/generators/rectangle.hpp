/// Structured, unstructured and mixed cells of a rectangle, whose sides are the boundaries left, right, bottom and top.
#pragma once

#include "meshes/generators/grid_window.hpp"
#include "meshes/generators/skeleton.hpp"

namespace dg {

/// A rectangle and the numbers of edges along its sides.
struct Rectangle {
  double xmin, xmax, ymin, ymax;
  int nx, ny;
};

/// What becomes of the squares of a structured rectangle. They are left whole, or all cut by the diagonal from lower
/// left to upper right. Or every second one is cut, in a chequer with diagonals alternating by row, so that nearly
/// every face joins two shapes.
enum class Tiling { quadrilaterals, triangles, chequer };

/// The nx x ny grid.
Skeleton structured_rectangle(const Rectangle& r, Tiling tiling);

/// Squares of that grid. Sides of the window inside of the grid are a fifth boundary.
Skeleton structured_rectangle(const Rectangle& r, Tiling tiling, const GridWindow<2>& window);

/// Triangles by Gmsh with edges about as long as those of the sides. Throws InputError as triangulate() does.
Skeleton unstructured_rectangle(const Rectangle& r);

/// Structured triangles on the left, unstructured ones on the right of the vertical line that gives the latter the
/// `share` (0..1) of the area. The columns of either part are those of `r`, stretched a little to end at that line.
Skeleton mixed_rectangle(const Rectangle& r, double share);

}  // namespace dg
