#include "quadrature/generator/least_squares.hpp"

#include <algorithm>

namespace dg::generator {
namespace {

constexpr int max_iterations = 300;
constexpr double converged_norm = 1e-12;
constexpr double far_outside = 2.0;

}  // namespace

bool levenberg_marquardt(const MomentSystem<double>& system, Vector<double>& unknowns) {
  Vector<double> residual, trial_residual, gradient, step, trial;
  Matrix<double> jacobian, normal, damped;
  double damping = 1e-2;
  system.evaluate(unknowns, residual, &jacobian);
  double norm = residual.squaredNorm();
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    if (norm <= converged_norm * converged_norm) return true;
    normal.noalias() = jacobian.transpose() * jacobian;
    gradient.noalias() = jacobian.transpose() * residual;
    bool accepted = false;
    while (!accepted && damping < 1e8) {
      damped = normal;
      damped.diagonal() += damping * normal.diagonal() + Vector<double>::Constant(normal.rows(), 1e-14);
      step = damped.ldlt().solve(gradient);
      trial = unknowns - step;
      system.evaluate(trial, trial_residual, nullptr);
      accepted = trial_residual.squaredNorm() < norm;
      damping = accepted ? std::max(damping * 0.2, 1e-15) : damping * 4;
    }
    if (!accepted || trial.lpNorm<Eigen::Infinity>() > far_outside) return false;
    unknowns = trial;
    system.evaluate(unknowns, residual, &jacobian);
    norm = residual.squaredNorm();
  }
  return false;
}

Extended polish(const MomentSystem<Extended>& system, Vector<Extended>& unknowns) {
  Vector<Extended> residual;
  Matrix<Extended> jacobian;
  for (int iteration = 0; iteration < 8; ++iteration) {
    system.evaluate(unknowns, residual, &jacobian);
    unknowns -= jacobian.completeOrthogonalDecomposition().solve(residual);
  }
  system.evaluate(unknowns, residual, nullptr);
  return residual.lpNorm<Eigen::Infinity>();
}

}  // namespace dg::generator
