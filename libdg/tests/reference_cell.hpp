/// A cell as the definition of the scheme sees it: its map, its modes, its mass matrix, evaluated point by point.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Point = std::array<double, 2>;
using State = Eigen::Vector4d;
using Gradient = Eigen::Matrix<double, 2, 4>;  ///< [d][variable]

std::vector<double> first_coordinates(const QuadratureRule<1>& rule);

class ReferenceCell {
 public:
  /// `coefficients` are the cell's, [variable][mode].
  ReferenceCell(const Mesh2& mesh, Index cell, const SolverOptions& o, const double* coefficients);

  Point place(Point r) const;
  /// d x_d / d xi_r at (d, r).
  Eigen::Matrix2d jacobian(Point r) const;
  /// Modes with their derivatives in the reference cell.
  std::array<Vector, 3> basis(Point r) const;
  /// Gradients in x of all modes, [d][mode].
  Matrix gradients(Point r) const;
  State value(Point r) const { return state.transpose() * basis(r)[0]; }
  Gradient gradient(Point r) const { return gradients(r) * state; }
  Matrix solve_mass(const Matrix& rhs) const { return mass_.solve(rhs); }

  /// Reference point at parameter t in [-1, 1] along face f.
  Point face_point(int f, double t) const;
  /// n |J_f| at the Gauss points of a face: its L2 projection on P^degree, [point][d].
  Matrix scaled_normals(int f) const;

  CellShape shape;
  Space space;
  int degree, modes = 0;
  bool affine = false;
  Matrix state;  ///< [mode][variable]

 private:
  std::array<Vector, 3> monomials(Point r) const;

  int order_;
  Matrix map_;  ///< x_d = sum map(ij, d) r^i s^j
  Eigen::LDLT<Matrix> mass_;
};

}  // namespace dg::test
