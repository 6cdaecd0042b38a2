/// The operators on a CUDA device; for .cu files only.
#pragma once

#include <optional>

#include "libdg/operator/boundary_flux.hpp"
#include "libdg/operator/cuda_launcher.hpp"
#include "libdg/operator/cuda_rates.hpp"
#include "libdg/operator/cuda_sums.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/stages.hpp"
#include "libdg/operator/tensor_stages.hpp"
#include "libdg/operator/variants.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

template <class Real, int P>
class CudaOperators final : public Operators<Real> {
 public:
  CudaOperators(Backend& backend, const Scheme<Real>& scheme, const AssemblyPlan& plan)
      : backend_(backend),
        branches_(scheme.zones.count),
        largest_rate_(backend, rate_numbers),
        stages_(backend, scheme, plan) {
    if (plan.assembly == Assembly::tensor) tensor_.emplace(backend, scheme);
  }

  void stage(const Scheme<Real>& scheme, const Stage<Real>& stage) override {
    const CudaLauncher launcher{branches_, timer_, times_};
    if (tensor_) return tensor_->take(launcher, scheme, stage, largest_rate_.data());
    stages_.take(launcher, scheme, stage);
    if (stage.finds_step) find_step(scheme, stage.out, stage.limits);
  }

  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

  void find_step(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits) override {
    if (limits.fixed > Real(0)) return;
    largest_rate_.set_zero();
    branches_.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      const CellRate<Real> kernel{scheme, limits, state, z};
      const Index cells = scheme.zones.zone[z].cells, blocks = (cells + cuda_block - 1) / cuda_block;
      find_step_kernel<Real><<<blocks, cuda_block, 0, branches_.stream(z)>>>(kernel, cells, largest_rate_.data());
      check_launch("find step");
    }
    branches_.join();
  }

  void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) override {
    next_step_kernel<Real><<<1, rate_places, 0, cudaStreamPerThread>>>(limits, largest_rate_.data(), control);
    check_launch("next step");
  }

  void local_steps(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits, const Real* least,
                   Real* dt) override {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      launch_cuda<Real>(LocalTimeStep<Real>{{scheme, limits, state, z}, least, dt}, zone.padded, "local time steps");
    }
  }

  StateSums sums(const Scheme<Real>& scheme, const Real* state) override {
    StateSums total;
    for (int z = 0; z < scheme.zones.count; ++z)
      with_zone_kind(scheme.zones.zone[z], [&]<Space S, bool Curved>() {
        sum_cells_cuda<Real>(backend_, SumCells<Real, S, P, Curved>{scheme, state, z}, scheme.zones.zone[z].cells,
                             total);
      });
    return total;
  }

  void end_step(StepControl<Real>* control) override {
    end_step_kernel<Real><<<1, 1, 0, cudaStreamPerThread>>>(control);
    check_launch("end step");
  }

  void boundary_flux(const Scheme<Real>& scheme, const Real* state, const BoundaryList& faces, Real* flux) override {
    launch_cuda<Real>(BoundaryFlux<Real, P>{scheme, state, faces, flux}, faces.padded, "boundary flux");
  }

 private:
  Backend& backend_;
  CudaBranches branches_;
  CudaPassTimer timer_;
  PassTimes* times_ = nullptr;
  Array<Real> largest_rate_;  ///< see collect_rate()
  Stages<Real, P> stages_;
  std::optional<TensorStages<Real, P>> tensor_;
};

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cuda_operators(Backend& backend, const Scheme<Real>& scheme,
                                                     const AssemblyPlan& plan) {
  return std::make_unique<CudaOperators<Real, P>>(backend, scheme, plan);
}

}  // namespace dg
