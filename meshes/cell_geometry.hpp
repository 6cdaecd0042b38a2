/// The map of a curved cell from its reference cell, x(xi) = sum_n l_n(xi) x_n with the Lagrange polynomials l_n of the
/// cell's lattice, and the measures that follow from it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// jacobian[d][r] = d x_d / d xi_r.
using Jacobian2 = std::array<std::array<double, 2>, 2>;

constexpr double determinant(const Jacobian2& j) { return j[0][0] * j[1][1] - j[0][1] * j[1][0]; }

/// The map of all cells of one shape and order at fixed reference points; the polynomials are tabulated once.
class CellMap {
 public:
  /// Precondition: 1 <= order <= max_geometry_order.
  CellMap(CellShape shape, int order, std::span<const std::array<double, 2>> reference_points);

  int point_count() const { return point_count_; }

  /// Writes the places of the reference points in `cell` and the Jacobians there. Either output may be empty; else its
  /// size is point_count(). Precondition: `cell` has the shape and order of this map.
  void evaluate(const Mesh2& mesh, Index cell, std::span<std::array<double, 2>> points,
                std::span<Jacobian2> jacobians) const;

 private:
  struct Shape {  // of a node's polynomial at a point: its value and its derivatives
    double value, d_xi, d_eta;
  };

  int point_count_, node_count_;
  std::vector<Shape> table_;  // by point, then node
};

/// Area of a cell, exact up to round-off.
double cell_area(const Mesh2& mesh, Index cell);

/// Centre of mass of a cell, exact up to round-off.
std::array<double, 2> cell_centroid(const Mesh2& mesh, Index cell);

/// Length of local face `face` of `cell`: exact if straight, by a 6-point Gauss rule if curved.
double face_length(const Mesh2& mesh, Index cell, int face);

/// True if the map of the cell is affine: a straight triangle or a straight parallelogram, with its nodes equispaced,
/// all within `tolerance` times the longest distance from the first vertex to another one.
bool is_affine(const Mesh2& mesh, Index cell, double tolerance = 1e-10);

/// True if the map is affine (triangles) or bilinear (quadrilaterals), in the sense of is_affine().
bool is_straight(const Mesh2& mesh, Index cell, double tolerance = 1e-10);

}  // namespace dg
