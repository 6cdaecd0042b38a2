#include "meshes/lattice.hpp"

#include <cassert>

namespace dg {

template <int Dim>
std::vector<std::array<double, Dim>> lattice_points(CellShape shape, int order) {
  assert(dim_of(shape) == Dim);
  std::vector<std::array<double, Dim>> points;
  points.reserve(node_count(shape, order));
  for_each_lattice_point(shape, order, [&](int i, int j, int k) {
    const std::array steps{i, j, k};
    auto& point = points.emplace_back();
    for (int d = 0; d < Dim; ++d) point[d] = -1.0 + 2.0 * steps[d] / order;
  });
  return points;
}

template std::vector<std::array<double, 2>> lattice_points<2>(CellShape, int);
template std::vector<std::array<double, 3>> lattice_points<3>(CellShape, int);

}  // namespace dg
