#include "meshes/lattice.hpp"

namespace dg {

std::vector<std::array<double, 2>> lattice_points(CellShape shape, int order) {
  std::vector<std::array<double, 2>> points;
  points.reserve(node_count(shape, order));
  for (int j = 0; j <= order; ++j) {
    const int last = shape == CellShape::triangle ? order - j : order;
    for (int i = 0; i <= last; ++i) points.push_back({-1.0 + 2.0 * i / order, -1.0 + 2.0 * j / order});
  }
  return points;
}

}  // namespace dg
