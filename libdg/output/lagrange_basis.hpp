/// Lagrange polynomials on the equispaced nodes of a reference cell, numbered as in Mesh (Silvester 1969).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// The shape whose lattice the nodes of LagrangeBasis make: that of the cell, or of a pyramid a hexahedron.
constexpr CellShape shown_lattice(CellShape shape) {
  return shape == CellShape::pyramid ? CellShape::hexahedron : shape;
}

/// Basis of P^m on simplices, of Q^m on [-1,1]^2 and [-1,1]^3, of their product on prisms. On pyramids it is that of
/// the cube in collapsed coordinates, with its (m + 1)^3 nodes. Those of the upper face lie on the apex. The
/// derivatives there hold for functions that are smooth across it, as all of P^m are. Order 0 is the constant, its node
/// the centroid.
template <int Dim = 2>
class LagrangeBasis {
 public:
  using Point = std::array<double, Dim>;

  LagrangeBasis(CellShape shape, int order);

  int order() const { return order_; }
  int size() const { return static_cast<int>(nodes_.size()); }

  /// Nodes of the reference cell, in the order of dg::Mesh; of a pyramid, in that of a hexahedron.
  const std::vector<Point>& nodes() const { return nodes_; }

  /// Values of all functions at a point; size() entries.
  void values(const Point& point, std::span<double> phi) const;

  /// Derivatives of all functions with respect to the reference coordinates at a point; size() entries.
  void gradients(const Point& point, std::span<Point> dphi) const;

 private:
  CellShape shape_;
  int order_;
  std::vector<Point> nodes_;
};

/// Centre of mass of a reference cell.
template <int Dim>
std::array<double, Dim> reference_centroid(CellShape shape);

}  // namespace dg
