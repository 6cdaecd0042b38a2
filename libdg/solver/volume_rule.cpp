#include "libdg/solver/volume_rule.hpp"

#include <algorithm>

#include "libdg/element/basis.hpp"

namespace dg {
namespace {

QuadratureRule<2> rule_of(CellShape shape, int degree) {
  return shape == CellShape::triangle ? triangle_rule(std::min(degree, max_triangle_degree))
                                      : quadrilateral_rule(degree);
}

}  // namespace

std::vector<double> tabulate(Space space, int degree, std::span<const std::array<double, 2>> points) {
  const std::size_t n = mode_count(space, degree);
  std::vector<double> basis(points.size() * n);
  for (std::size_t q = 0; q < points.size(); ++q)
    evaluate_basis(space, degree, points[q][0], points[q][1], {&basis[q * n], n});
  return basis;
}

VolumeRule::VolumeRule(const Mesh2& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree)
    : rule(rule_of(shape, rule_degree)),
      map(shape, mesh.geometry_order, rule.points),
      basis(tabulate(space_of(shape, quads), degree, rule.points)) {}

void CellPoints::place(const Mesh2& mesh, Index cell, const VolumeRule& rule) {
  const std::size_t n = rule.size();
  x.resize(n);
  weight.resize(n);
  jacobian.resize(n);
  rule.map.evaluate(mesh, cell, x, jacobian);
  for (std::size_t q = 0; q < n; ++q) weight[q] = rule.rule.weights[q] * determinant(jacobian[q]);
}

}  // namespace dg
