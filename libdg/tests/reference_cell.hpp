/// A cell as the definition of the scheme sees it: its map, its modes, its mass matrix, evaluated point by point.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "libdg/core/vocabulary.hpp"
#include "libdg/element/element.hpp"
#include "libdg/element/reference_face.hpp"
#include "meshes/mesh.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Quadrature on a reference cell that owes nothing to the rules of the project but Gauss's. It is exact to degree 20,
/// on 3-D cells to 13 (simplices by collapsing squares and cubes).
template <int Dim>
struct FinePoints {
  explicit FinePoints(CellShape shape);

  std::vector<std::array<double, Dim>> x;
  std::vector<double> weight;
};

template <int Dim>
class ReferenceCell {
 public:
  using Point = std::array<double, Dim>;
  using Jacobian = Eigen::Matrix<double, Dim, Dim>;
  using State = Eigen::Matrix<double, Dim + 2, 1>;
  using Gradient = Eigen::Matrix<double, Dim, Dim + 2>;  ///< [d][variable]

  /// `coefficients` are the cell's, [variable][mode]. Mass matrices of curved hexahedra with Q are weight-adjusted,
  /// those of others exact, unless `mass_inverse` says otherwise.
  ReferenceCell(const Mesh<Dim>& mesh, Index cell, int degree, QuadSpace quads, const double* coefficients,
                MassInverse mass_inverse = MassInverse::automatic);

  Point place(const Point& r) const;
  /// d x_d / d xi_r at (d, r).
  Jacobian jacobian(const Point& r) const;
  /// Modes with their derivatives in the reference cell. Cells of a kind share their points: each is evaluated once.
  const std::array<Vector, Dim + 1>& basis(const Point& r) const;
  /// Derivatives of all modes in the reference cell, [r][mode].
  Matrix reference_gradients(const Point& r) const;
  /// Gradients in x of all modes, [d][mode].
  Matrix gradients(const Point& r) const;
  State value(const Point& r) const { return state.transpose() * basis(r)[0]; }
  Gradient gradient(const Point& r) const { return gradients(r) * state; }
  Matrix solve_mass(const Matrix& rhs) const {
    return adjusted_inverse_.size() > 0 ? Matrix(adjusted_inverse_ * rhs) : Matrix(mass_.solve(rhs));
  }

  /// n |J_f| at the points of a local face: its L2 projection on the traces of this degree, [point][d].
  Matrix scaled_normals(int f, const ReferenceFace<Dim>& face) const;

  /// The normal of a local face of the reference cell, times the ratio of areas of that and of the reference face.
  Vector reference_normal(int f) const;

  /// det J d xi_r / d x_d at the points of a rule, [r][d]. On curved hexahedra with Q they leave nothing of a uniform
  /// flow through `faces`, of which there is one for each kind. Among such terms they are closest to the exact ones,
  /// weighted by the rule. That is a least-squares problem with constraints for each d.
  std::vector<Matrix> metric_terms(const QuadratureRule<Dim>& rule, const std::vector<ReferenceFace<Dim>>& faces) const;

  CellShape shape;
  Space space;
  int degree, modes = 0;
  bool affine = false;
  Matrix state;  ///< [mode][variable]

 private:
  const std::array<Vector, Dim + 1>& monomials(const Point& r) const;  ///< as basis()
  std::array<Vector, Dim + 1> evaluate_monomials(const Point& r) const;
  /// The integral of phi phi^T / J over the reference cell by p + 1 Gauss points a direction. J is a polynomial of Q^p
  /// with the moments of det J: Chan, Hewett, Warburton, SIAM J. Sci. Comput. 39 (2017) A2395.
  Matrix adjusted_inverse(const Vector& moments) const;

  int order_;
  Matrix map_;  ///< x_d = sum map(ijk, d) xi^i eta^j zeta^k
  Eigen::LDLT<Matrix> mass_;
  Matrix adjusted_inverse_;  ///< empty: by mass_
};

}  // namespace dg::test
