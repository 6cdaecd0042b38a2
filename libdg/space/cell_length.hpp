/// Lengths of a cell: h of the stability limits of time/stability.hpp, and the width of what it resolves.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "meshes/mesh.hpp"

namespace dg {

/// From the measure of a cell and those of its faces. Triangles: |K| over a mean of the sides. It is fitted to spectra
/// of BR2 on uniform meshes of right, equilateral, flat acute and flat obtuse triangles, and meets them within 8 %.
/// Twice the inradius: 0.67 to 1.24. Pyramids: |K| over a mean of the squares of the faces, which for those of a cube
/// is that of the base. On flat or tall ones, spectra of BR2 grow as the sum of these squares. Others: the height over
/// the largest face (4 |K| / |dK| would be twice the height of a flat quadrilateral).
inline double cell_length(CellShape shape, double measure, std::span<const double> faces) {
  if (shape == CellShape::pyramid) {
    constexpr double of_cube = 1.5;  // of the sum of squares to that of the base
    return measure / std::sqrt(std::inner_product(faces.begin(), faces.end(), faces.begin(), 0.0) / of_cube);
  }
  const double largest = *std::max_element(faces.begin(), faces.end());
  if (shape != CellShape::triangle) return measure / largest;
  const double squares = faces[0] * faces[0] + faces[1] * faces[1] + faces[2] * faces[2];
  return measure / std::sqrt(0.10 * squares + 0.19 * largest * largest);
}

/// The width of what a cell of a measure resolves with polynomials of a degree: (measure)^(1 / Dim) / (degree + 1).
template <int Dim>
double filter_width(double measure, int degree) {
  return (Dim == 2 ? std::sqrt(measure) : std::cbrt(measure)) / (degree + 1);
}

}  // namespace dg
