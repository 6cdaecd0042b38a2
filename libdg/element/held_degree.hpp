/// Which polynomials of the place the polynomials of reference cells hold, once mapped to cells that are no affine
/// images.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

/// Largest r so that on every straight cell of its shape the space of degree p holds all polynomials of degree r in x.
/// Where refinement leaves cells as distorted as they were, no scheme in that space has a higher order than r + 1. On
/// affine cells r = p.
///
/// A place is a product of polynomials of degree 1, with two factors in quadrilaterals and prisms and three in
/// hexahedra. So x^r has twice and three times that degree in all (Arnold, Boffi and Falk, Math. Comp. 71 (2002)
/// 909, have the quadrilateral). In pyramids it is no polynomial.
constexpr int held_degree(Space space, int p) {
  const bool products = mode_count(space, 1) > total_degree_count(dim_of(space), 1);
  switch (shape_of(space)) {
    case CellShape::quadrilateral:
    case CellShape::prism:
      return products ? p : p / 2;
    case CellShape::hexahedron:
      return products ? p : p / 3;
    case CellShape::pyramid:
      return 0;
    default:
      return p;
  }
}

}  // namespace dg
