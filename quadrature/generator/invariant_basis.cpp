#include "quadrature/generator/invariant_basis.hpp"

#include <array>
#include <cassert>

namespace dg::generator {

std::vector<InvariantExponents> invariant_exponents(int degree) {
  std::vector<InvariantExponents> exponents;
  for (int total = 0; total <= degree; ++total) {
    for (int j = 0; 3 * j <= total; ++j) {
      if ((total - 3 * j) % 2 == 0) exponents.push_back({(total - 3 * j) / 2, j});
    }
  }
  assert(exponents.size() <= max_system_size);
  return exponents;
}

// u^i v^j is homogeneous of degree n = 2i + 3j, so that the divergence theorem for x f takes its integral to the three
// equal edges. On the edge Re z = -1/2, Im z = sqrt(3)/2 t: u = (1 + 3 t^2)/4, v = (9 t^2 - 1)/8, and the mean over the
// triangle is 2/(n+2) times the mean over t in [0, 1].
Extended invariant_mean(int i, int j) {
  std::vector<Extended> polynomial{Extended(1)};  // in powers of t^2
  const auto multiply = [&polynomial](const Extended& constant, const Extended& slope) {
    polynomial.push_back(Extended(0));
    for (std::size_t k = polynomial.size() - 1; k > 0; --k) {
      polynomial[k] = constant * polynomial[k] + slope * polynomial[k - 1];
    }
    polynomial[0] *= constant;
  };
  for (int k = 0; k < i; ++k) multiply(Extended(0.25), Extended(0.75));
  for (int k = 0; k < j; ++k) multiply(Extended(-0.125), Extended(1.125));
  Extended mean = 0;
  for (std::size_t k = 0; k < polynomial.size(); ++k) mean += polynomial[k] / static_cast<int>(2 * k + 1);
  return 2 * mean / (2 * i + 3 * j + 2);
}

Matrix<Extended> orthonormal_coefficients(const std::vector<InvariantExponents>& exponents) {
  const int size = static_cast<int>(exponents.size());
  Matrix<Extended> gram(size, size);
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      gram(row, col) = invariant_mean(exponents[row].i + exponents[col].i, exponents[row].j + exponents[col].j);
    }
  }
  const Eigen::LLT<Matrix<Extended>> cholesky(gram);
  assert(cholesky.info() == Eigen::Success);
  return cholesky.matrixL().solve(Matrix<Extended>::Identity(size, size));
}

template <class Scalar>
InvariantBasis<Scalar>::InvariantBasis(int degree)
    : degree_(degree),
      exponents_(invariant_exponents(degree)),
      coefficients_(orthonormal_coefficients(exponents_).template cast<Scalar>()) {}

template <class Scalar>
void InvariantBasis<Scalar>::evaluate(const Scalar& u, const Scalar& v, Vector<Scalar>& value, Vector<Scalar>& du,
                                      Vector<Scalar>& dv) const {
  std::array<Scalar, max_system_size> power_u, power_v;
  power_u[0] = power_v[0] = Scalar(1);
  for (int k = 1; k <= degree_ / 2; ++k) {
    power_u[k] = power_u[k - 1] * u;
    power_v[k] = power_v[k - 1] * v;
  }
  Eigen::Matrix<Scalar, Eigen::Dynamic, 3, 0, max_system_size, 3> monomials(size(), 3), result(size(), 3);
  for (int k = 0; k < size(); ++k) {
    const auto [i, j] = exponents_[k];
    monomials(k, 0) = power_u[i] * power_v[j];
    monomials(k, 1) = i > 0 ? Scalar(i * power_u[i - 1] * power_v[j]) : Scalar(0);
    monomials(k, 2) = j > 0 ? Scalar(j * power_u[i] * power_v[j - 1]) : Scalar(0);
  }
  result.noalias() = coefficients_.template triangularView<Eigen::Lower>() * monomials;
  value = result.col(0);
  du = result.col(1);
  dv = result.col(2);
}

template class InvariantBasis<double>;
template class InvariantBasis<Extended>;

}  // namespace dg::generator
