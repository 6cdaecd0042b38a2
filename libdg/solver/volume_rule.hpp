/// A quadrature rule on the cells of one shape, with the basis and the map of the cells tabulated at its points.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libdg/element/element.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"
#include "quadrature/rule.hpp"

namespace dg {

struct VolumeRule {
  /// Exact to `rule_degree` on reference cells, as far as there are rules.
  VolumeRule(const Mesh2& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree);

  int size() const { return rule.size(); }

  QuadratureRule<2> rule;
  CellMap<2> map;
  std::vector<double> basis;  ///< [q][k]
};

/// Geometry of one cell at the points of a rule.
struct CellPoints {
  std::vector<std::array<double, 2>> x;
  std::vector<double> weight;  ///< w_q det J
  std::vector<Jacobian2> jacobian;

  void place(const Mesh2& mesh, Index cell, const VolumeRule& rule);
};

/// Degree of the rules for sources, which are integrated as they are if they are of the degree of the space and the map
/// of the cells has this order.
constexpr int source_rule_degree(int degree, int geometry_order) { return 2 * (degree + geometry_order); }

/// Basis at a list of points, [q][k].
std::vector<double> tabulate(Space space, int degree, std::span<const std::array<double, 2>> points);

}  // namespace dg
