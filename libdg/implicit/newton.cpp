#include "libdg/implicit/newton.hpp"

#include <algorithm>
#include <cmath>

namespace dg {
namespace {

// Pseudo-time. A first step changes no entry by more than about `first_change`, and later ones grow as residuals fall,
// and may grow until `first_change` is reached again, as long as no step has been cut short.
constexpr double first_change = 0.3, least_growth = 3.0, most_growth = 10.0, fall = 0.1;
// The linear system. Blocks are kept until GMRES takes more than `patience` steps with them, and left at once where it
// takes `most_of_old`, or the `share` of the right-hand sides of new ones if that is more. Where it took more than
// `tired` steps, and cfl grows by more than `settled` at once, as it does where states hardly change any more, they get
// new factors.
constexpr double loosest = 0.1, tightest = 1e-3, settled = 8.0, share = 0.1;
constexpr int tired = 10, patience = 20, most_of_old = 30, most_steps = 200;
constexpr double useless = 0.5;  ///< reduction of the linear residual that makes no direction
// The line search: states must be physical beyond the step, too, so that density and pressure keep a third at least.
// A step that is one in pseudo-time may lead `uphill`: the way of a flow to its steady state need not let residuals
// fall. It is one where the step counts: |d / cfl| more than `in_time` of |F|.
constexpr double shortest = 1.0 / 64, beyond = 1.5, descent = 1e-4, uphill = 3.0, in_time = 0.01;

}  // namespace

NewtonSolver::NewtonSolver(NonlinearSystem& system, const std::vector<BlockGraph>& levels,
                           const MultigridOptions& options)
    : system_(system), vectors_(system.vectors()), jacobian_(system, levels, options), n_(system.graph().unknowns()) {
  for (auto* vector : {&x_, &f_, &direction_, &next_, &f_next_, &rest_}) *vector = vectors_.make(n_);
}

NewtonStep NewtonSolver::step() {
  evaluations_ = 0;
  const long before = jacobian_.evaluations();
  system_.start(x_.data());
  evaluate(x_, f_);
  const double residual = norm(f_);
  if (residual == 0.0) return {.length = 1.0, .right_hand_sides = evaluations_};
  jacobian_.set_state(x_.data(), f_.data());
  choose_cfl();
  const double ratio = last_norm_ > 0 ? residual / last_norm_ : 1.0;
  const double tolerance = std::clamp(0.9 * ratio * ratio, tightest, loosest);

  NewtonStep step;
  step.residual = residual / std::sqrt(static_cast<double>(system_.all_unknowns()));
  step.cfl = cfl_;
  const GmresResult linear = solve(tolerance);
  step.krylov_steps = linear.steps;
  step.reduction = linear.reduction;
  Way way;
  if (!std::isfinite(linear.reduction))
    step.trouble = NewtonTrouble::not_finite;
  else if (!(linear.reduction <= useless))
    step.trouble = NewtonTrouble::linear_solver;
  else if ((way = search()).length == 0.0)
    step.trouble = way.is_finite ? NewtonTrouble::line_search : NewtonTrouble::not_finite;
  else
    system_.accept(next_.data());
  step.length = way.length;
  learn_from(step, way.descends, residual);
  step.right_hand_sides = evaluations_ + jacobian_.evaluations() - before;
  return step;
}

void NewtonSolver::evaluate(const Array<double>& x, Array<double>& f) {
  system_.evaluate(x.data(), f.data());
  ++evaluations_;
}

void NewtonSolver::choose_cfl() {
  if (!eager_) return;
  const double careful = first_change / vectors_.largest(f_.data(), n_);
  cfl_ = last_cfl_ == 0.0 ? careful : std::max(cfl_, std::min(careful, most_growth * last_cfl_));
}

/// Blocks are kept while they serve; where they stop to, new ones take what they have left of the residual.
GmresResult NewtonSolver::solve(double tolerance) {
  const double shift = 1.0 / cfl_;
  const bool fresh = stale_;
  if (fresh)
    jacobian_.renew_preconditioner(shift);
  else if (last_steps_ > tired && cfl_ > settled * last_cfl_)
    jacobian_.factor_preconditioner(shift);
  const int worth = static_cast<int>(share * static_cast<double>(jacobian_.evaluations_of_blocks()));
  GmresResult linear = jacobian_.solve(shift, f_.data(), direction_.data(), tolerance,
                                       fresh ? most_steps : std::max(most_of_old, worth));
  stale_ = linear.steps > patience;
  if (!fresh && !(linear.reduction <= tolerance)) {
    jacobian_.renew_preconditioner(shift);
    const GmresResult rest = solve_rest(tolerance);
    stale_ = rest.steps > patience;
    linear = {linear.steps + rest.steps, rest.reduction};
  }
  last_steps_ = linear.steps;
  return linear;
}

/// Adds to the direction what solves for the linear residual that it leaves.
GmresResult NewtonSolver::solve_rest(double tolerance) {
  const double shift = 1.0 / cfl_;
  jacobian_.multiply(shift, direction_.data(), rest_.data());
  vectors_.set(rest_.data(), n_, {{1.0, f_.data()}, {-1.0, rest_.data()}});
  const double left = norm(rest_) / norm(f_);
  if (!(left < 1.0)) return jacobian_.solve(shift, f_.data(), direction_.data(), tolerance, most_steps);
  if (left <= tolerance) return {0, left};
  GmresResult rest = jacobian_.solve(shift, rest_.data(), next_.data(), tolerance / left, most_steps);
  vectors_.set(direction_.data(), n_, {{1.0, direction_.data()}, {1.0, next_.data()}});
  rest.reduction *= left;
  return rest;
}

/// Leaves x + length * direction in next_, `limited` or as it is; false where that is no state, or too near to none.
bool NewtonSolver::go(double length, bool limited) {
  const auto move = [this](double by) { vectors_.set(next_.data(), n_, {{1.0, x_.data()}, {by, direction_.data()}}); };
  move(limited ? length : beyond * length);
  if (limited && !system_.limit(next_.data())) return false;
  if (!system_.admissible(next_.data())) return false;
  if (!limited) move(length);
  return true;
}

/// The residual of the step in pseudo-time to next_, and F there in f_next_.
double NewtonSolver::residual_of_step(double length, bool limited) {
  evaluate(next_, f_next_);
  if (limited)
    vectors_.set(rest_.data(), n_, {{1 / cfl_, next_.data()}, {-1 / cfl_, x_.data()}, {-1.0, f_next_.data()}});
  else
    vectors_.set(rest_.data(), n_, {{length / cfl_, direction_.data()}, {-1.0, f_next_.data()}});
  jacobian_.conservation().balance(rest_.data());
  return norm(rest_);
}

/// Leaves in next_ the state to which the step leads, and says how far it went. It is limited where it would be no
/// state, or F no number: states that are physical in a cell need not be so at its faces.
NewtonSolver::Way NewtonSolver::search() {
  const double before = norm(f_);
  const bool may_rise = norm(direction_) / cfl_ > in_time * before;
  Way none{.is_finite = false};
  for (double length = 1.0; length >= shortest; length /= 2)
    for (const bool limited : {false, true}) {
      const bool is_state = go(length, limited);
      none.is_finite = none.is_finite || (!is_state && !limited);
      if (!is_state) continue;
      const double after = residual_of_step(length, limited), enough = (1.0 - descent * length) * before;
      if (!std::isfinite(after)) continue;
      none.is_finite = true;
      if (after < enough || (may_rise && after < uphill * before)) return {length, after < enough};
      break;
    }
  return none;
}

void NewtonSolver::learn_from(const NewtonStep& step, bool descends, double residual) {
  last_cfl_ = step.cfl;
  last_norm_ = step.trouble == NewtonTrouble::none ? residual : 0.0;
  eager_ = eager_ && step.length == 1.0;
  if (step.length == 1.0 && descends)
    cfl_ *= std::clamp(residual / norm(f_next_), least_growth, most_growth);
  else if (step.length < 0.5)
    cfl_ *= std::max(step.length, fall);
}

std::size_t newton_bytes(const std::vector<BlockGraph>& levels, BackendKind backend) {
  constexpr int own = 10;  // states, residuals, directions
  return shifted_jacobian_bytes(levels, own, backend);
}

}  // namespace dg
