#include "meshes/lattice.hpp"

#include <cassert>

namespace dg {
namespace {

constexpr FaceVertexLattice vertices_of_all_faces() {
  FaceVertexLattice all{};
  for (int s = 0; s < cell_shape_count; ++s)
    for (int order = 1; order <= max_element_order; ++order) {
      const auto shape = static_cast<CellShape>(s);
      for (int f = 0; f < face_count(shape); ++f) {
        const auto local = face_vertices(shape, f);
        auto& face = all[s][order][f];
        face.count = local.count;
        for (int v = 0; v < local.count; ++v)
          face.vertex[v] = static_cast<std::int16_t>(lattice_vertex(shape, order, local[v]));
      }
    }
  return all;
}

}  // namespace

constinit const FaceVertexLattice face_vertex_lattice = vertices_of_all_faces();

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
