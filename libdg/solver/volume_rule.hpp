/// A quadrature rule on the cells of one shape, with the basis and the map of the cells tabulated at its points.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "libdg/element/spaced_shapes.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"
#include "quadrature/rule.hpp"

namespace dg {

template <int Dim = 2>
struct VolumeRule {
  /// Exact to `rule_degree` on reference cells, as far as there are rules.
  VolumeRule(const Mesh<Dim>& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree);

  int size() const { return rule.size(); }

  QuadratureRule<Dim> rule;
  CellMap<Dim> map;
  std::vector<double> basis;  ///< [q][k]
};

/// Geometry of one cell at the points of a rule.
template <int Dim = 2>
struct CellPoints {
  std::vector<std::array<double, Dim>> x;
  std::vector<double> weight;  ///< w_q det J
  std::vector<JacobianMatrix<Dim>> jacobian;

  void place(const Mesh<Dim>& mesh, Index cell, const VolumeRule<Dim>& rule);
};

/// Degree of the rules for sources. Those of the degree of the space on the reference cell are integrated as they are,
/// whatever a map of this order does to volumes. For simplices, det J is of degree `dim (order - 1)` in
/// all. For other cells its degree along each direction is lower than 2 order.
constexpr int source_rule_degree(CellShape shape, int degree, int geometry_order) {
  if (shape == CellShape::triangle || shape == CellShape::tetrahedron)
    return 2 * std::max(degree, 1) + (shape == CellShape::triangle ? 2 : 3) * (geometry_order - 1);
  return 2 * (degree + geometry_order);
}

/// Basis at a list of points, [q][k].
template <int Dim>
std::vector<double> tabulate(Space space, int degree, std::span<const std::array<double, Dim>> points);

/// tabulate() at points of each shape, by shape_number().
template <int Dim>
using BasisOfShapes = std::array<std::vector<double>, spaced_shapes<Dim>.size()>;

}  // namespace dg
