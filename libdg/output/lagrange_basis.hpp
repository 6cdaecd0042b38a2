/// Lagrange polynomials on the equispaced nodes of a reference cell, numbered as in Mesh (Silvester 1969).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Basis of P^m on simplices, of Q^m on [-1,1]^2 and [-1,1]^3, of their product on prisms. Order 0 is the constant, its
/// node the centroid. Pyramids have none.
template <int Dim = 2>
class LagrangeBasis {
 public:
  using Point = std::array<double, Dim>;

  LagrangeBasis(CellShape shape, int order);

  int order() const { return order_; }
  int size() const { return static_cast<int>(nodes_.size()); }

  /// Nodes of the reference cell, in the order of dg::Mesh.
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

/// Precondition: no pyramid.
template <int Dim>
std::array<double, Dim> reference_centroid(CellShape shape);

}  // namespace dg
