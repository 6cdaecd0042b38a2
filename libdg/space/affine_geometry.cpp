#include "libdg/space/affine_geometry.hpp"

#include <array>

#include "libdg/space/cell_length.hpp"
#include "libdg/space/jacobian.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

template <int Dim>
JacobianMatrix<Dim> jacobian_of(const Mesh<Dim>& mesh, Index cell) {
  JacobianMatrix<Dim> j;
  const auto& first = mesh.nodes[vertex_node(mesh, cell, 0)];
  for (int r = 0; r < Dim; ++r) {
    const auto& next = mesh.nodes[vertex_node(mesh, cell, vertex_along(mesh.cell_shapes[cell], r))];
    for (int d = 0; d < Dim; ++d) j[d][r] = 0.5 * (next[d] - first[d]);
  }
  return j;
}

/// Measure of a reference face, which a face has |J_f| times.
double measure_of(FaceShape shape) { return shape == FaceShape::quadrilateral ? 4 : 2; }

}  // namespace

template <int Dim>
void set_affine_cell(const Mesh<Dim>& mesh, Index cell, const Tables<double, Dim>& t, Index place, Index padded,
                     ZoneGeometry& zone) {
  const std::size_t n = padded;
  const JacobianMatrix<Dim> j = jacobian_of(mesh, cell);
  const auto a = adjugate(j);
  const double det = determinant(j);
  for (int i = 0; i < Dim * Dim; ++i) zone.metric[i * n + place] = a[i] / det;
  zone.jacobian[place] = det;
  std::array<double, most_faces> areas{};
  int faces = 0;
  for (int kind = 0; kind < face_kinds(Dim); ++kind) {
    const FaceTables<double, Dim>& of_kind = t.faces[kind];
    for (int f = 0; f < of_kind.range.count; ++f, ++faces) {
      const auto normal = rotated_normal<Dim>(a, &of_kind.normal[f * Dim]);
      const double length = norm(normal);
      const std::size_t row = (of_kind.range.first + f) * (Dim + 1);
      for (int d = 0; d < Dim; ++d) zone.face[(row + d) * n + place] = normal[d] / length;
      zone.face[(row + Dim) * n + place] = length / det;
      areas[faces] = measure_of(face_shape_of_kind(Dim, kind)) * length;
    }
  }
  double reference = 0;
  for (const double w : t.weights) reference += w;
  const double measure = reference * det;
  zone.inverse_length[place] = 1 / cell_length(mesh.cell_shapes[cell], measure, std::span(areas).first(faces));
  zone.cell_value[place] = filter_width<Dim>(measure, t.degree);
}

template void set_affine_cell<2>(const Mesh<2>&, Index, const Tables<double, 2>&, Index, Index, ZoneGeometry&);
template void set_affine_cell<3>(const Mesh<3>&, Index, const Tables<double, 3>&, Index, Index, ZoneGeometry&);

}  // namespace dg
