#include "libdg/space/volume_degree.hpp"

#include <algorithm>

namespace dg {

int curved_volume_degree(Space space, int degree, int geometry_order) {
  if (degree == 0) return 0;
  if (space == Space::hexahedron_Q) return 2 * degree;
  const CellShape shape = shape_of(space);
  // Entries of the adjugate of J are products of dim - 1 derivatives of the map. On simplices, derivatives are of one
  // degree less in total; elsewhere, along one direction only.
  const int dim = dim_of(shape), map = (dim - 1) * geometry_order;
  const bool simplex = vertex_count(shape) == dim + 1;
  return std::max(2 * degree, degree - 1 + map - (simplex ? dim - 1 : 0));
}

}  // namespace dg
