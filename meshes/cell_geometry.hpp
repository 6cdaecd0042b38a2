/// The map of a curved cell from its reference cell, `x(xi) = sum_n l_n(xi) x_n`, and the measures that follow from it.
/// The l_n are the Lagrange polynomials of the cell's lattice.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {

/// jacobian[d][r] = d x_d / d xi_r.
template <int Dim>
using JacobianMatrix = std::array<std::array<double, Dim>, Dim>;
using Jacobian2 = JacobianMatrix<2>;
using Jacobian3 = JacobianMatrix<3>;

constexpr double determinant(const Jacobian2& j) { return j[0][0] * j[1][1] - j[0][1] * j[1][0]; }

constexpr double determinant(const Jacobian3& j) {
  return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) + j[0][1] * (j[1][2] * j[2][0] - j[1][0] * j[2][2]) +
         j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

/// The map of all cells of one shape and order at fixed reference points; the polynomials are tabulated once.
template <int Dim>
class CellMap {
 public:
  /// Preconditions: dim_of(shape) == Dim, 1 <= order <= max_geometry_order.
  CellMap(CellShape shape, int order, std::span<const std::array<double, Dim>> reference_points);

  int point_count() const { return point_count_; }

  /// Writes the places of the reference points in `cell` and the Jacobians there. Either output may be empty; else its
  /// size is point_count(). Precondition: `cell` has the shape and order of this map.
  void evaluate(const Mesh<Dim>& mesh, Index cell, std::span<std::array<double, Dim>> points,
                std::span<JacobianMatrix<Dim>> jacobians) const;

 private:
  int point_count_, node_count_;
  std::vector<NodeValue<Dim>> table_;  // by point, then node
};

template <class Points>
CellMap(CellShape, int, const Points& points) -> CellMap<std::tuple_size_v<std::decay_t<decltype(points[0])>>>;

/// Volume of a cell, in 2-D its area; exact up to round-off.
template <int Dim>
double cell_volume(const Mesh<Dim>& mesh, Index cell);
inline double cell_area(const Mesh2& mesh, Index cell) { return cell_volume(mesh, cell); }

/// Centre of mass of a cell, exact up to round-off.
template <int Dim>
std::array<double, Dim> cell_centroid(const Mesh<Dim>& mesh, Index cell);

/// Area of local face `face` of `cell`, in 2-D its length: exact if flat and straight-sided, else by a Gauss rule.
template <int Dim>
double face_area(const Mesh<Dim>& mesh, Index cell, int face);
inline double face_length(const Mesh2& mesh, Index cell, int face) { return face_area(mesh, cell, face); }

/// True if the map of the cell is affine: a straight simplex, parallelogram, parallelepiped or sheared right prism with
/// equispaced nodes. All hold within `tolerance` times the longest distance from the first vertex to another one. A
/// pyramid is affine if its base is a parallelogram.
template <int Dim>
bool is_affine(const Mesh<Dim>& mesh, Index cell, double tolerance = 1e-10);

/// True if all nodes lie where the map of order 1 through the vertices puts them, in the sense of is_affine().
template <int Dim>
bool is_straight(const Mesh<Dim>& mesh, Index cell, double tolerance = 1e-10);

}  // namespace dg
