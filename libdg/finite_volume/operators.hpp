/// Finite volumes behind the seam of all operators: what looks at means alone is done by the operators of degree 0.
#pragma once

#include <memory>
#include <utility>

#include "libdg/finite_volume/stages.hpp"
#include "libdg/kernels/launch/operators.hpp"

namespace dg {

/// Launching(times) makes the launcher for each call, see kernels/schedules/stages.hpp.
template <class Eq, class Launching>
class FiniteVolumeOperators final : public Operators<Eq> {
  using Real = typename Eq::Real;

 public:
  template <class... Args>
  FiniteVolumeOperators(std::unique_ptr<Operators<Eq>> means, Backend& backend, const Mesh2& mesh,
                        const Discretisation<Real>& discretisation, const Scheme<Eq>& scheme,
                        const ResidualSmoothing& smoothing, const FiniteVolumePart& part, Args&&... args)
      : means_(std::move(means)),
        launching_(std::forward<Args>(args)...),
        stages_(backend, mesh, discretisation, scheme, smoothing, part) {}

  void prepare(const Scheme<Eq>& scheme) override { means_->prepare(scheme); }
  void stage(const Scheme<Eq>& scheme, const Stage<Real>& stage) override {
    stages_.take(launching_(times_), stage);
    if (stage.finds_step) find_step(scheme, stage.out, stage.limits);
  }
  /// Slopes need the ghosts of `in`, and fluxes those of slopes: nothing runs beside an exchange.
  void stage_of_rank(const Scheme<Eq>& scheme, const Stage<Real>& stage, ArrayExchange<Real>& exchange,
                     bool sends) override {
    exchange.finish();
    this->stage(scheme, stage);
    if (sends) exchange.start(stage.out);
  }
  void reduce_step(Communicator& communicator) override { means_->reduce_step(communicator); }
  void await_step() override { means_->await_step(); }
  void find_step(const Scheme<Eq>& scheme, const Real* state, const StepLimits<Real>& limits) override {
    means_->find_step(scheme, state, limits);
  }
  void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) override {
    means_->next_step(limits, control);
  }
  void local_steps(const Scheme<Eq>& scheme, const Real* state, const StepLimits<Real>& limits, const Real* least,
                   Real* dt) override {
    means_->local_steps(scheme, state, limits, least, dt);
  }
  void end_step(StepControl<Real>* control) override { means_->end_step(control); }
  Pending<StateSums<Eq::n_var>> sums(const Scheme<Eq>& scheme, const Real* state) override {
    return means_->sums(scheme, state);
  }
  /// Of the means: what needs gradients inside cells is none.
  Pending<FlowSums<Eq>> integrals(const Scheme<Eq>& scheme, const Real* state) override {
    return means_->integrals(scheme, state);
  }
  void boundary_flux(const Scheme<Eq>&, const Real* state, const BoundaryList& faces, Real* flux) override {
    stages_.boundary_flux(launching_(times_), state, faces, flux);
  }
  std::vector<double> slopes(const Scheme<Eq>&, const Real* state) override {
    return stages_.slopes(launching_(times_), state);
  }
  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

 private:
  std::unique_ptr<Operators<Eq>> means_;
  Launching launching_;
  PassTimes* times_ = nullptr;
  FiniteVolumeStages<Eq> stages_;
};

}  // namespace dg
