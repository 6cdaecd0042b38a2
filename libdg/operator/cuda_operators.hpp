/// The operators on a CUDA device; for .cu files only.
#pragma once

#include <optional>

#include "libdg/operator/boundary_flux.hpp"
#include "libdg/operator/cuda_launcher.hpp"
#include "libdg/operator/cuda_sums.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/stages.hpp"
#include "libdg/operator/tensor_stages.hpp"
#include "libdg/operator/time_step.hpp"
#include "libdg/operator/variants.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

/// Positive floating-point numbers order as the integers of their bits.
__device__ inline void atomic_minimum(float* to, float x) {
  atomicMin(reinterpret_cast<unsigned*>(to), __float_as_uint(x));
}
__device__ inline void atomic_minimum(double* to, double x) {
  atomicMin(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(__double_as_longlong(x)));
}

/// least <- min(least, stable step of every cell). A NaN orders above all numbers and is left to find_bad_cell().
template <class Real>
__global__ void __launch_bounds__(cuda_block)
    least_time_step(const __grid_constant__ CellTimeStep<Real> kernel, Index n, Real* least) {
  const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
  Real dt = kernel.template operator()<Real>(i < n ? i : n - 1);
  for (int offset = 16; offset > 0; offset /= 2) dt = minimum(dt, __shfl_xor_sync(0xffffffffu, dt, offset));
  if (threadIdx.x % 32 == 0) atomic_minimum(least, dt);
}

template <class Real>
__global__ void set_step_kernel(const __grid_constant__ StepLimits<Real> limits, const Real* least,
                                StepControl<Real>* control) {
  set_step(limits, *least, *control);
}

template <class Real>
__global__ void finish_step_kernel(StepControl<Real>* control) {
  finish_step(*control);
}

template <class Real, int P>
class CudaOperators final : public Operators<Real> {
 public:
  CudaOperators(Backend& backend, const Scheme<Real>& scheme, const AssemblyPlan& plan)
      : backend_(backend),
        branches_(plan.assembly == Assembly::tensor ? TensorStages<Real, P>::branches(scheme) : scheme.zones.count),
        least_(backend, 1),
        stages_(backend, scheme, plan) {
    if (plan.assembly == Assembly::tensor) tensor_.emplace(backend, scheme);
  }

  void stage(const Scheme<Real>& scheme, const Stage<Real>& stage) override {
    const CudaLauncher launcher{branches_, timer_, times_};
    if (tensor_) return tensor_->take(launcher, scheme, stage);
    stages_.take(launcher, scheme, stage);
  }

  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

  void begin_step(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits,
                  StepControl<Real>* control) override {
    if (limits.fixed <= Real(0)) {
      constexpr int large = 0x7f;  // bytes of 0x7f make a number near the largest
      check_cuda(cudaMemsetAsync(least_.data(), large, sizeof(Real), cudaStreamPerThread), "cudaMemsetAsync");
      branches_.fork();
      for (int z = 0; z < scheme.zones.count; ++z) {
        const ZoneView<Real>& zone = scheme.zones.zone[z];
        const CellTimeStep<Real> kernel{scheme, limits, state, z};
        const Index blocks = (zone.cells + cuda_block - 1) / cuda_block;
        least_time_step<Real><<<blocks, cuda_block, 0, branches_.stream(z)>>>(kernel, zone.cells, least_.data());
        check_launch("least time step");
      }
      branches_.join();
    }
    set_step_kernel<Real><<<1, 1, 0, cudaStreamPerThread>>>(limits, least_.data(), control);
    check_launch("set step");
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
    finish_step_kernel<Real><<<1, 1, 0, cudaStreamPerThread>>>(control);
    check_launch("finish step");
  }

  void boundary_flux(const Scheme<Real>& scheme, const Real* state, const BoundaryList& faces, Real* flux) override {
    launch_cuda<Real>(BoundaryFlux<Real, P>{scheme, state, faces, flux}, faces.padded, "boundary flux");
  }

 private:
  Backend& backend_;
  CudaBranches branches_;
  CudaPassTimer timer_;
  PassTimes* times_ = nullptr;
  Array<Real> least_;
  Stages<Real, P> stages_;
  std::optional<TensorStages<Real, P>> tensor_;
};

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cuda_operators(Backend& backend, const Scheme<Real>& scheme,
                                                     const AssemblyPlan& plan) {
  return std::make_unique<CudaOperators<Real, P>>(backend, scheme, plan);
}

}  // namespace dg
