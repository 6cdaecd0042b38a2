/// The state with the lowest residual of a run, to end with where later ones are worse.
#pragma once

#include <vector>

#include "libdg/solver/solver.hpp"

namespace dg::app {

class BestState {
 public:
  template <int Dim>
  void observe(const SolverOf<Dim>& solver, double residual) {
    if (!coefficients_.empty() && !(residual < residual_)) return;
    coefficients_ = solver.coefficients();
    residual_ = residual;
  }

  /// Puts the best state into the solver if that is better than a residual; returns whether it was.
  template <int Dim>
  bool restore(SolverOf<Dim>& solver, double residual) const {
    if (coefficients_.empty() || residual <= residual_) return false;
    solver.set_coefficients(coefficients_);
    return true;
  }

 private:
  std::vector<double> coefficients_;
  double residual_ = 0.0;
};

}  // namespace dg::app
