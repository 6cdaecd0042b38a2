/// What Newton's method does where the rates of a system leave sums over the state alone, as in a box with closed
/// walls. The steady state is then one of many; sought is that with the sums of the initial state.
///
/// F leaves the sums C x alone, as `W F = 0` says. With them a step solves `(shift I - dF/dx) d + B lambda = F` and
/// `C d = 0`, where B is what changes the sums. W takes lambda out of the first of these; directions keep to the second
/// by what solves the first for B.
#pragma once

#include <span>

#include "libdg/implicit/gmres.hpp"
#include "libdg/implicit/nonlinear_system.hpp"

namespace dg {

class Conservation {
 public:
  /// The system must outlive this object.
  explicit Conservation(NonlinearSystem& system) : system_(system), vectors_(system.vectors()) {}

  bool empty() const { return amount_.empty(); }

  /// Takes the sums as the system has them now, after NonlinearSystem::start().
  void renew();

  /// Takes from rates what would change the sums, a multiple of B.
  void balance(double* f) const;

  /// Prepares keep() with about the inverse of the matrix.
  void prepare(const LinearMap& inverse);

  /// Takes from a direction what would change the sums.
  void keep(double* d) const;

 private:
  using Vectors = std::vector<Array<double>>;

  std::vector<double> inverse_of_products(const Vectors& left, const Vectors& right) const;
  void remove(const Vectors& seen_by, const std::vector<double>& inverse, const Vectors& parts, double* x) const;

  NonlinearSystem& system_;
  const VectorOperations& vectors_;
  Vectors amount_, rate_, supply_, response_;           ///< rows of C and W, columns of B and of A^-1 B
  std::vector<double> inverse_balance_, inverse_keep_;  ///< of W B and of C A^-1 B, row after row
};

}  // namespace dg
