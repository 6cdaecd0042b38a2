/// The moment equations of a symmetric rule, whatever its cell and its unknowns.
#pragma once

#include <Eigen/Dense>

namespace dg::generator {

/// Largest number of equations, and of unknowns, that the fixed storage below admits.
inline constexpr int max_system_size = 40;

template <class Scalar>
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, max_system_size, 1>;
template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, 0, max_system_size, max_system_size>;

template <class Scalar>
class MomentEquations {
 public:
  virtual ~MomentEquations() = default;

  /// Fills the residual, and the Jacobian if there is one.
  virtual void evaluate(const Vector<Scalar>& unknowns, Vector<Scalar>& residual, Matrix<Scalar>* jacobian) const = 0;
};

}  // namespace dg::generator
