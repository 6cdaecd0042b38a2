#include "libdg/solver/volume_rule.hpp"

#include <algorithm>

#include "libdg/element/basis.hpp"

namespace dg {
namespace {

template <int Dim>
QuadratureRule<Dim> rule_of(CellShape shape, int degree) {
  const int in_triangle = std::min(degree, max_triangle_degree);
  if constexpr (Dim == 2)
    return shape == CellShape::triangle ? triangle_rule(in_triangle) : quadrilateral_rule(degree);
  else if (shape == CellShape::tetrahedron)
    return tetrahedron_rule(degree);
  else if (shape == CellShape::pyramid)
    return pyramid_rule(degree);
  else
    return shape == CellShape::prism ? prism_rule(in_triangle) : hexahedron_rule(degree);
}

}  // namespace

template <int Dim>
std::vector<double> tabulate(Space space, int degree, std::span<const std::array<double, Dim>> points) {
  const std::size_t n = mode_count(space, degree);
  std::vector<double> basis(points.size() * n);
  for (std::size_t q = 0; q < points.size(); ++q) evaluate_basis(space, degree, points[q], {&basis[q * n], n});
  return basis;
}

template <int Dim>
VolumeRule<Dim>::VolumeRule(const Mesh<Dim>& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree)
    : rule(rule_of<Dim>(shape, rule_degree)),
      map(shape, mesh.geometry_order, rule.points),
      basis(tabulate<Dim>(space_of(shape, quads), degree, rule.points)) {}

template <int Dim>
void CellPoints<Dim>::place(const Mesh<Dim>& mesh, Index cell, const VolumeRule<Dim>& rule) {
  const std::size_t n = rule.size();
  x.resize(n);
  weight.resize(n);
  jacobian.resize(n);
  rule.map.evaluate(mesh, cell, x, jacobian);
  for (std::size_t q = 0; q < n; ++q) weight[q] = rule.rule.weights[q] * determinant(jacobian[q]);
}

template std::vector<double> tabulate<2>(Space, int, std::span<const std::array<double, 2>>);
template std::vector<double> tabulate<3>(Space, int, std::span<const std::array<double, 3>>);
template struct VolumeRule<2>;
template struct VolumeRule<3>;
template struct CellPoints<2>;
template struct CellPoints<3>;

}  // namespace dg
