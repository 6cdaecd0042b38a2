/// Quadrature rules for cells of all shapes.
#pragma once

#include <algorithm>
#include <vector>

#include "quadrature/rule.hpp"

namespace dg {

/// By shape_number(), exact to `degree` as far as there are rules.
template <int Dim>
std::vector<QuadratureRule<Dim>> rules_of_shapes(int degree) {
  const int in_triangle = std::min(degree, max_triangle_degree);
  if constexpr (Dim == 2)
    return {triangle_rule(in_triangle), quadrilateral_rule(in_triangle)};
  else
    return {tetrahedron_rule(in_triangle), prism_rule(in_triangle), hexahedron_rule(in_triangle),
            pyramid_rule(in_triangle)};
}

}  // namespace dg
