/// Bodies of EquationSolver: steps by Newton's method, to a steady state or in time.
#pragma once

#include "libdg/backend/stop_request.hpp"
#include "libdg/backend/thread_count.hpp"
#include "libdg/implicit/p_multigrid.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg {

template <class Eq>
void EquationSolver<Eq>::make_implicit_system(const std::vector<double>& scales, RateUnit unit,
                                              const Conserved& conserved) {
  ImplicitParts<Eq> parts{*backend_, mesh_,         space_, host_space_, *operators_,  products_.get(),
                          limits_,   registers_[0], data_,  time_,       filter_.get()};
  using Ranks = typename decltype(parts.ranks)::value_type;
  if (exchange_) parts.ranks.emplace(Ranks{halo_, communicator_, *exchange_, options_.overlaps_exchange});
  implicit_system_ =
      std::make_unique<ImplicitSystem<Eq>>(parts, scales, thread_count(options_.threads), unit, conserved);
}

template <class Eq>
NewtonStep EquationSolver<Eq>::newton_step(const std::vector<double>& scales, const Conserved& conserved) {
  const StopScope undisturbed([] { return false; });
  if (!newton_) {
    make_implicit_system(scales, RateUnit::explicit_step, conserved);
    newton_ = std::make_unique<NewtonSolver>(*implicit_system_, implicit_system_->levels(),
                                             MultigridOptions{options_.smoother, implicit_system_->rank_cells()});
  }
  sums_.reset();
  return newton_->step();
}

template <class Eq>
Progress EquationSolver<Eq>::advance_implicitly(long steps, double end_time, const std::vector<double>& scales,
                                                double& next_step) {
  if (!esdirk_) {
    make_implicit_system(scales, RateUnit::time, {});
    esdirk_ =
        std::make_unique<EsdirkSolver>(*implicit_system_, implicit_system_->levels(), esdirk_scheme(options_.scheme),
                                       StepSizing{options_.step_tolerance, options_.fixed_dt},
                                       MultigridOptions{options_.smoother, implicit_system_->rank_cells()});
  }
  if (options_.fixed_dt == 0) esdirk_->set_next_step(next_step > 0 ? next_step : time_step_limit());
  Progress progress{.time = time_};
  try {
    while (progress.steps < steps && time_ < end_time) {
      const EsdirkStep step = esdirk_->step(time_, end_time - time_);
      progress.implicit += step.work;
      if (step.dt == 0) {
        data_.evaluate(time_);
        break;
      }
      sums_.reset();
      const bool is_last = step.dt == end_time - time_;
      time_ = is_last ? end_time : time_ + step.dt;
      ++progress.steps;
      progress.last_dt = step.dt;
    }
  } catch (const Interrupted&) {
    const StopScope undisturbed([] { return false; });
    data_.evaluate(time_);
  }
  next_step = esdirk_->next_step();
  progress.time = time_;
  return progress;
}

}  // namespace dg
