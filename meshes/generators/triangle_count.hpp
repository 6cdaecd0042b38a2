/// How many triangles an unstructured mesh of given edge lengths will have.
#pragma once

#include <cmath>
#include <numbers>

namespace dg {

/// Triangles that triangulate() makes where the integral of 1 / length^2 over the region is `integral`. The ideal
/// number is that of equilateral ones, `4 / sqrt(3) * integral`. The excess inside and along the boundaries was
/// measured on graded meshes of 5000 to 300 000 triangles, and is met within 3 %.
inline double expected_triangles(double integral) {
  const double ideal = 4 / std::numbers::sqrt3 * integral;
  return 1.023 * ideal + 5.8 * std::sqrt(ideal);
}

}  // namespace dg
