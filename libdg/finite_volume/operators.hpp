/// Finite volumes behind the seam of all operators: what looks at means alone is done by the operators of degree 0.
#pragma once

#include <memory>
#include <utility>

#include "libdg/finite_volume/stages.hpp"
#include "libdg/kernels/operators/operators.hpp"

namespace dg {

/// Launching(times) makes the launcher for each call, see kernels/schedules/stages.hpp.
template <class Eq, class Launching>
class FiniteVolumeOperators : public Operators<Eq> {
  using Real = typename Eq::Real;

 public:
  template <class... Args>
  FiniteVolumeOperators(std::unique_ptr<Operators<Eq>> averages, Backend& backend, const Mesh<Eq::dim>& mesh,
                        const Discretisation<Real, Eq::dim>& discretisation, const KernelContext<Eq>& context,
                        const ResidualSmoothing& smoothing, const FiniteVolumePart& part, Args&&... args)
      : averages_(std::move(averages)),
        launching_(std::forward<Args>(args)...),
        stages_(backend, mesh, discretisation, context, smoothing, part) {}

  void prepare(const KernelContext<Eq>& context) override { averages_->prepare(context); }
  void stage(const KernelContext<Eq>& context, const Stage<Real>& stage) override {
    stages_.compute(launching_(times_), stage);
    if (stage.finds_step) find_step(context, stage.out, stage.limits);
  }
  /// Slopes need the ghosts of `in`, and fluxes those of slopes: nothing runs beside an exchange.
  void stage_of_rank(const KernelContext<Eq>& context, const Stage<Real>& stage, ArrayExchange<Real>& exchange,
                     bool sends) override {
    exchange.finish();
    this->stage(context, stage);
    if (sends) exchange.start(stage.out);
  }
  void reduce_step(Communicator& communicator) override { averages_->reduce_step(communicator); }
  void await_step() override { averages_->await_step(); }
  void find_step(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits) override {
    averages_->find_step(context, state, limits);
  }
  void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) override {
    averages_->next_step(limits, control);
  }
  void local_steps(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits,
                   const Real* least, Real* dt) override {
    averages_->local_steps(context, state, limits, least, dt);
  }
  void end_step(StepControl<Real>* control) override { averages_->end_step(control); }
  Pending<StateSums<Eq::n_var>> sums(const KernelContext<Eq>& context, const Real* state) override {
    return averages_->sums(context, state);
  }
  /// Of the means: what needs gradients inside cells is none.
  Pending<FlowSums<Eq>> integrals(const KernelContext<Eq>& context, const Real* state) override {
    return averages_->integrals(context, state);
  }
  void boundary_flux(const KernelContext<Eq>&, const Real* state, const BoundaryList& faces, Real* flux) override {
    stages_.boundary_flux(launching_(times_), state, faces, flux);
  }
  std::vector<double> slopes(const KernelContext<Eq>&, const Real* state) override {
    return stages_.slopes(launching_(times_), state);
  }
  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

 protected:
  /// For a launcher that collects kernels.
  void launch_kernels() { stages_.launch_kernels(launching_(nullptr)); }

 private:
  std::unique_ptr<Operators<Eq>> averages_;
  Launching launching_;
  PassTimes* times_ = nullptr;
  FiniteVolumeStages<Eq> stages_;
};

}  // namespace dg
