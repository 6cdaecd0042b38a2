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

StageSolver::StageSolver(NonlinearSystem& system, const std::vector<BlockGraph>& levels, int threads)
    : system_(system), vectors_(threads), jacobian_(system, levels, vectors_) {
  for (auto* vector : {&f_, &rest_, &next_}) vector->resize(system.graph().unknowns());
}

void StageSolver::evaluate(const std::vector<double>& x, std::vector<double>& f) {
  system_.evaluate(x.data(), f.data());
  ++work_.right_hand_sides;
}

ImplicitWork StageSolver::work() const {
  ImplicitWork work = work_;
  work.right_hand_sides += jacobian_.evaluations();
  return work;
}

/// Leaves F(x) in f_ and s / h + F(x) - x / h in rest_; returns the norm of s + h F(x) - x.
double StageSolver::find_rest(const std::vector<double>& s, double h, const std::vector<double>& x) {
  evaluate(x, f_);
  vectors_.over_parts(x.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) rest_[i] = (s[i] - x[i]) / h + f_[i];
  });
  return h * vectors_.norm(rest_.data(), rest_.size());
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

bool StageSolver::solve(const std::vector<double>& s, double h, double tolerance, std::vector<double>& x) {
  double norm = find_rest(s, h, x);
  if (!std::isfinite(norm)) return false;
  for (int n = 0; n < most_iterations && norm > tolerance; ++n) {
    jacobian_.set_state(x, f_);
    const bool fresh = stale_;
    prepare(h);
    const GmresResult linear =
        jacobian_.solve(1 / h, rest_, direction_, std::clamp(enough * tolerance / norm, tightest, loosest), most_steps);
    ++work_.newton_steps;
    work_.krylov_steps += linear.steps;
    for (std::size_t i = 0; i < x.size(); ++i) next_[i] = x[i] + direction_[i];
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
