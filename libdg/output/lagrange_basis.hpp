/// Lagrange polynomials on the equispaced nodes of a reference cell, numbered as in Mesh (Silvester 1969).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Basis of P^m on the triangle (-1,-1), (1,-1), (-1,1), or of Q^m on [-1,1]^2. Order 0 is the constant, its node the
/// centroid.
class LagrangeBasis {
 public:
  LagrangeBasis(CellShape shape, int order);

  int order() const { return order_; }
  int size() const { return static_cast<int>(nodes_.size()); }

  /// Nodes of the reference cell, row by row.
  const std::vector<std::array<double, 2>>& nodes() const { return nodes_; }

  /// Values of all functions at a point; size() entries.
  void values(const std::array<double, 2>& point, std::span<double> phi) const;

  /// Derivatives of all functions with respect to xi and eta at a point; size() entries.
  void gradients(const std::array<double, 2>& point, std::span<std::array<double, 2>> dphi) const;

 private:
  CellShape shape_;
  int order_;
  std::vector<std::array<double, 2>> nodes_;
};

}  // namespace dg
