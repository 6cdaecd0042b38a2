#include "quadrature/generator/least_squares.hpp"

#include <algorithm>

namespace dg::generator {
namespace {

constexpr int max_iterations = 300;
constexpr double far_outside = 2.0;

// Most starts end in a local minimum with a residual near 0.1: a fall by less than a fifth in ten iterations tells.
constexpr int stall_window = 10;
constexpr double stall_ratio = 0.8;

constexpr double first_damping = 1.0;
constexpr double damping_decrease = 0.5;
constexpr double damping_increase = 3.0;
constexpr double max_damping = 1e8;

/// One damped step that lowers `norm`, with its residual; false if no damping achieves it.
bool descend(const MomentEquations<double>& system, const Matrix<double>& jacobian, Vector<double>& unknowns,
             Vector<double>& residual, double& damping) {
  const double norm = residual.norm();
  const Matrix<double> normal = jacobian.transpose() * jacobian;
  const Vector<double> gradient = jacobian.transpose() * residual;
  // An orbit whose weight has vanished leaves zeros on the diagonal.
  const Vector<double> floor = Vector<double>::Constant(normal.rows(), 1e-14);
  for (; damping < max_damping; damping *= damping_increase) {
    Matrix<double> damped = normal;
    damped.diagonal() += damping * normal.diagonal() + floor;
    const Vector<double> trial = unknowns - damped.ldlt().solve(gradient);
    system.evaluate(trial, residual, nullptr);
    if (residual.norm() < norm) {
      unknowns = trial;
      damping *= damping_decrease;
      return true;
    }
  }
  return false;
}

}  // namespace

bool levenberg_marquardt(const MomentEquations<double>& system, Vector<double>& unknowns) {
  Vector<double> residual;
  Matrix<double> jacobian;
  double damping = first_damping, reference_norm = 0;
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    system.evaluate(unknowns, residual, &jacobian);
    const double norm = residual.norm();
    if (norm <= converged_norm) return true;
    if (iteration % stall_window == 0) {
      if (iteration > 0 && norm > stall_ratio * reference_norm) return false;
      reference_norm = norm;
    }
    if (!descend(system, jacobian, unknowns, residual, damping)) return false;
    if (unknowns.lpNorm<Eigen::Infinity>() > far_outside) return false;
  }
  return false;
}

Extended polish(const MomentEquations<Extended>& system, Vector<Extended>& unknowns) {
  constexpr int quadratic_steps = 8;  // 1e-10, 1e-20, 1e-40, rounding; the rest is reserve for ill-conditioned rules
  Vector<Extended> residual;
  Matrix<Extended> jacobian;
  for (int step = 0; step < quadratic_steps; ++step) {
    system.evaluate(unknowns, residual, &jacobian);
    unknowns -= jacobian.completeOrthogonalDecomposition().solve(residual);
  }
  system.evaluate(unknowns, residual, nullptr);
  return residual.lpNorm<Eigen::Infinity>();
}

}  // namespace dg::generator
