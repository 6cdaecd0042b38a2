#include "libdg/implicit/stage_solver.hpp"

#include <algorithm>
#include <cmath>

namespace dg {
namespace {

constexpr int most_iterations = 10;
constexpr double slowest = 0.9;  ///< part of the residual that may be left by a step of Newton's method
// The linear system. A solution below the stage's tolerance ends the stage, if the system is nearly linear.
constexpr double enough = 0.5, loosest = 0.1, tightest = 1e-4;
constexpr int patience = 20, most_steps = 60;
constexpr double same = 1.2;  ///< ratio of two h that one preconditioner serves

}  // namespace

StageSolver::StageSolver(NonlinearSystem& system, const std::vector<BlockGraph>& levels,
                         const MultigridOptions& options)
    : system_(system), vectors_(system.vectors()), jacobian_(system, levels, options), n_(system.graph().unknowns()) {
  for (auto* vector : {&f_, &rest_, &direction_, &next_}) *vector = vectors_.make(n_);
}

void StageSolver::evaluate(const Array<double>& x, Array<double>& f) {
  system_.evaluate(x.data(), f.data());
  ++work_.right_hand_sides;
}

ImplicitWork StageSolver::work() const {
  ImplicitWork work = work_;
  work.right_hand_sides += jacobian_.evaluations();
  return work;
}

/// Leaves F(x) in f_ and s / h + F(x) - x / h in rest_; returns the norm of s + h F(x) - x.
double StageSolver::find_rest(const Array<double>& s, double h, const Array<double>& x) {
  evaluate(x, f_);
  vectors_.set(rest_.data(), n_, {{1.0, s.data()}, {-1.0, x.data()}}, 1 / h);
  vectors_.set(rest_.data(), n_, {{1.0, rest_.data()}, {1.0, f_.data()}});
  return h * vectors_.norm(rest_.data(), n_);
}

void StageSolver::prepare(double h) {
  if (stale_)
    jacobian_.renew_preconditioner(1 / h);
  else if (std::max(h / factored_, factored_ / h) > same)
    jacobian_.factor_preconditioner(1 / h);
  else
    return;
  stale_ = false;
  factored_ = h;
}

bool StageSolver::solve(const Array<double>& s, double h, double tolerance, Array<double>& x) {
  double norm = find_rest(s, h, x);
  if (!std::isfinite(norm)) return false;
  for (int n = 0; n < most_iterations && norm > tolerance; ++n) {
    jacobian_.set_state(x.data(), f_.data());
    const bool fresh = stale_;
    prepare(h);
    const GmresResult linear = jacobian_.solve(1 / h, rest_.data(), direction_.data(),
                                               std::clamp(enough * tolerance / norm, tightest, loosest), most_steps);
    ++work_.newton_steps;
    work_.krylov_steps += linear.steps;
    vectors_.set(next_.data(), n_, {{1.0, x.data()}, {1.0, direction_.data()}});
    const double next = find_rest(s, h, next_);
    if (fresh) steps_when_fresh_ = linear.steps;
    stale_ = linear.steps > std::max(patience, 2 * steps_when_fresh_);
    if (next <= slowest * norm) {
      std::swap(x, next_);
      norm = next;
    } else {
      if (fresh) return false;
      stale_ = true;
      norm = find_rest(s, h, x);
    }
  }
  return norm <= tolerance;
}

}  // namespace dg
