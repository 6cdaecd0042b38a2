/// Kernels launched on a CUDA device, one thread for each cell; for .cu files only.
#pragma once

#include <optional>

#include "libdg/backend/cuda_branches.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/operator/boundary_flux.hpp"
#include "libdg/operator/cuda_sums.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/stages.hpp"
#include "libdg/operator/tensor_stages.hpp"
#include "libdg/operator/time_step.hpp"
#include "libdg/operator/variants.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

inline constexpr int cuda_block = 128;

/// Calls a kernel body for each item 0 <= i < n (and for up to 31 items of padding). The threads of an item are lanes
/// of one warp, as far from each other as possible, so that neighbouring lanes read neighbouring items.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_body(const __grid_constant__ Kernel kernel, Index n) {
  constexpr int warp = 32, threads = Kernel::shape.threads, items = warp / threads;
  const Index lane = threadIdx.x % warp;
  const Index first = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / warp) * items;
  if (first < n) kernel(first + lane % items, Team<threads, Real>{static_cast<int>(lane / items)});
}

template <class Real, class Kernel>
void launch_cuda(const Kernel& kernel, Index n, const char* name, cudaStream_t stream = cudaStreamPerThread) {
  if (n == 0) return;
  constexpr Index items = cuda_block / Kernel::shape.threads;
  run_body<Real><<<(n + items - 1) / items, cuda_block, 0, stream>>>(kernel, n);
  check_launch(name);
}

/// Works through the groups of a block of faces, a block of threads for each.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_face_block(const __grid_constant__ Kernel kernel, const FaceBlocks blocks, Index begin) {
  constexpr int warp = 32, threads = Kernel::shape.threads, items = warp / threads;
  const Index block = begin + static_cast<Index>(blockIdx.x);
  const Index lane = threadIdx.x % warp, first = static_cast<Index>(threadIdx.x / warp) * items;
  for (Index g = blocks.block_begin[block]; g < blocks.block_begin[block + 1]; ++g) {
    const Index end = blocks.begin[g + 1];
    for (Index i = blocks.begin[g] + first; i < end; i += cuda_block / threads)
      kernel.face(i + lane % items, end, Team<threads, Real>{static_cast<int>(lane / items)});
    __syncthreads();
  }
}

/// Launches kernels on the device; see stages.hpp for what it must offer.
struct CudaLauncher {
  const CudaBranches& branches;

  void fork() const { branches.fork(); }
  void join() const { branches.join(); }

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Index n, const char* name, int branch = 0) const {
    launch_cuda<Real>(kernel, n, name, branches.stream(branch));
  }

  template <class Real, class Kernel>
  void run_blocks(const Kernel& kernel, const FaceBlocks& blocks, Index begin, Index end, const char* name) const {
    if (begin == end) return;
    run_face_block<Real><<<end - begin, cuda_block, 0, cudaStreamPerThread>>>(kernel, blocks, begin);
    check_launch(name);
  }
};

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
      : backend_(backend), branches_(scheme.zones.count), least_(backend, 1), stages_(backend, scheme, plan) {
    if constexpr (std::is_same_v<Real, double>)
      if (plan.assembly == Assembly::tensor) tensor_.emplace(backend, scheme);
  }

  void stage(const Scheme<Real>& scheme, const Stage<Real>& stage) override {
    if constexpr (std::is_same_v<Real, double>)
      if (tensor_) return tensor_->take(branches_, scheme, stage);
    stages_.take(CudaLauncher{branches_}, scheme, stage);
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
  Array<Real> least_;
  Stages<Real, P> stages_;
  std::optional<TensorStages<P>> tensor_;  ///< double precision only
};

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cuda_operators(Backend& backend, const Scheme<Real>& scheme,
                                                     const AssemblyPlan& plan) {
  return std::make_unique<CudaOperators<Real, P>>(backend, scheme, plan);
}

}  // namespace dg
