#include "libdg/implicit/esdirk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dg {
namespace {

constexpr double failed = std::numeric_limits<double>::infinity();
constexpr double stage_accuracy = 0.01;  ///< of the solution of stages, over the tolerance of a step
// Control of the size. A step that would grow by less than `worth` stays as it is, and with it what is factored.
constexpr double safety = 0.9, least_factor = 0.2, most_factor = 5.0, worth = 1.2, after_failure = 0.25;
constexpr double proportional = 0.4, integral = 0.7, least_error = 1e-8, least_past_error = 1e-4;
constexpr int most_rejections = 20;
constexpr double rounding = 1e-9;  ///< part of a step that is no step of its own

}  // namespace

EsdirkSolver::EsdirkSolver(EvolvingSystem& system, const std::vector<BlockGraph>& levels, const EsdirkScheme& scheme,
                           const StepSizing& sizing, const MultigridOptions& options)
    : system_(system),
      vectors_(system.vectors()),
      n_(system.graph().unknowns()),
      scheme_(scheme),
      sizing_(sizing),
      stages_(system, levels, options),
      next_step_(sizing.fixed) {
  for (int i = 0; i < scheme.stages(); ++i) rates_.push_back(vectors_.make(n_));
  for (auto* vector : {&start_, &known_, &x_}) *vector = vectors_.make(n_);
}

EsdirkStep EsdirkSolver::step(double time, double longest) {
  const ImplicitWork before = stages_.work();
  EsdirkStep step;
  system_.start(start_.data());
  system_.set_time(time);
  stages_.evaluate(start_, rates_[0]);
  long rejected = 0;
  while (step.dt == 0.0 && rejected < most_rejections) {
    const double dt = next_step_ < (1 - rounding) * longest ? next_step_ : longest;
    if (time + dt == time) break;
    const double error = attempt(time, dt);
    if (error <= 1.0 || (sizing_.fixed > 0 && error < failed)) {
      system_.accept(x_.data());
      step.dt = dt;
      if (sizing_.fixed == 0) learn_from_success(dt, error, rejected > 0);
    } else {
      ++rejected;
      if (sizing_.fixed > 0) break;
      learn_from_rejection(dt, error);
    }
  }
  step.work = stages_.work();
  step.work -= before;
  step.work.rejected_steps = rejected;
  return step;
}

/// Leaves the end of a step in x_; returns its error over the tolerance, and `failed` if there is no such end.
double EsdirkSolver::attempt(double time, double dt) {
  const double h = scheme_.gamma * dt;
  for (int i = 1; i < scheme_.stages(); ++i) {
    system_.set_time(time + scheme_.c[i] * dt);
    vectors_.set(known_.data(), n_, {{1.0, start_.data()}});
    add_rates(dt, scheme_.a[i], known_);
    vectors_.set(x_.data(), n_, {{1.0, known_.data()}});
    std::vector<double> guess(i, 0.0);
    guess.back() = scheme_.gamma;
    add_rates(dt, guess, x_);
    if (!stages_.solve(known_, h, stage_accuracy * sizing_.tolerance * scale(), x_)) return failed;
    vectors_.set(rates_[i].data(), n_, {{1.0, x_.data()}, {-1.0, known_.data()}}, 1 / h);
  }
  return system_.admissible(x_.data()) ? error_of(dt) : failed;
}

/// y += dt * sum over stages of weight * rate
void EsdirkSolver::add_rates(double dt, const std::vector<double>& weights, Array<double>& y) const {
  std::vector<const double*> rates;
  std::vector<double> factors;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    rates.push_back(rates_[i].data());
    factors.push_back(dt * weights[i]);
  }
  vectors_.add(rates, factors, y.data(), n_);
}

double EsdirkSolver::error_of(double dt) {
  std::vector<double> weights;
  for (int i = 0; i < scheme_.stages(); ++i) weights.push_back(scheme_.error_weight(i));
  known_.set_zero();
  add_rates(dt, weights, known_);
  const double error = vectors_.norm(known_.data(), n_) / (scale() * sizing_.tolerance);
  return error < failed ? error : failed;  // not a number, too
}

/// The norm of entries that are one in the mean of each cell and zero beside it, for all variables.
double EsdirkSolver::scale() const {
  return std::sqrt(static_cast<double>(system_.all_cells()) * system_.graph().n_var);
}

void EsdirkSolver::learn_from_success(double dt, double error, bool was_rejected) {
  error = std::max(error, least_error);
  double factor =
      safety * std::pow(error, -integral / scheme_.order) * std::pow(last_error_, proportional / scheme_.order);
  factor = std::clamp(factor, least_factor, was_rejected ? 1.0 : most_factor);
  if (factor > 1.0 && factor < worth) factor = 1.0;
  last_error_ = std::max(error, least_past_error);
  // A step that was cut at the end of a run says little of those that go on from there.
  next_step_ = dt < next_step_ ? std::max(next_step_, factor * dt) : factor * dt;
}

void EsdirkSolver::learn_from_rejection(double dt, double error) {
  const bool has_error = error < failed;
  next_step_ = dt * (has_error ? std::clamp(safety * std::pow(error, -1.0 / scheme_.order), least_factor, safety)
                               : after_failure);
}

std::size_t esdirk_bytes(const std::vector<BlockGraph>& levels, const EsdirkScheme& scheme, BackendKind backend) {
  constexpr int others = 8;  // states and residuals here and in the stages, and what the system keeps
  return shifted_jacobian_bytes(levels, scheme.stages() + others, backend);
}

}  // namespace dg
