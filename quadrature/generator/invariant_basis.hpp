/// Orthonormal basis of the polynomials on the triangle that are invariant under its symmetry group S3.
///
/// Take the equilateral triangle with vertices `z = 1, exp(2 pi i/3), exp(4 pi i/3)`. Every invariant polynomial is one
/// in `u = |z|^2` (degree 2) and `v = Re z^3` (degree 3). A fully symmetric rule is exact to degree d if and only if it
/// is exact for the invariant polynomials of degree <= d (Sobolev 1962). Here that reads
/// `sum_i w_i phi_k(u_i, v_i) = delta_k0`.
#pragma once

#include <vector>

#include "quadrature/generator/moment_equations.hpp"
#include "quadrature/generator/scalar.hpp"

namespace dg::generator {

/// Exponents of the monomial u^i v^j, of degree 2i + 3j in the coordinates.
struct InvariantExponents {
  int i, j;
};

/// Exponents of all invariant monomials of degree <= `degree`, by ascending degree.
std::vector<InvariantExponents> invariant_exponents(int degree);

/// Mean of u^i v^j over the triangle.
Extended invariant_mean(int i, int j);

/// Lower triangular C such that phi = C m is orthonormal in the mean over the triangle, m the monomials of `exponents`.
Matrix<Extended> orthonormal_coefficients(const std::vector<InvariantExponents>& exponents);

/// Values and first derivatives in u and v of the orthonormal invariants of degree <= `degree`.
template <class Scalar>
class InvariantBasis {
 public:
  explicit InvariantBasis(int degree);

  int size() const { return static_cast<int>(exponents_.size()); }

  /// Fills `value`, `du` and `dv`, each of length size().
  void evaluate(const Scalar& u, const Scalar& v, Vector<Scalar>& value, Vector<Scalar>& du, Vector<Scalar>& dv) const;

 private:
  int degree_;
  std::vector<InvariantExponents> exponents_;
  Matrix<Scalar> coefficients_;
};

extern template class InvariantBasis<double>;
extern template class InvariantBasis<Extended>;

}  // namespace dg::generator
