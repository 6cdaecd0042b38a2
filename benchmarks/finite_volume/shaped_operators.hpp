/// Operators of finite volumes in kernels of their own, with blocks of any size; for .cu files only. Everything has
/// internal linkage, so that files may compile it in different ways.
#pragma once

#include "benchmarks/finite_volume/shaped_launch.hpp"
#include "libdg/finite_volume/operators.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/range.hpp"

namespace dg::finite_volume {
namespace {

constexpr int largest_block = 512;

/// As run_body() of the library with one thread an item, but for blocks of any size up to the largest.
template <class Real, int Blocks, class Kernel>
__global__ void __launch_bounds__(largest_block, Blocks)
    run_shaped(const __grid_constant__ Kernel kernel, Range range) {
  const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i / 32 * 32 < range.size()) kernel(range.begin + i, Team<1, Real>{0});
}

template <int Blocks>
class ShapedLauncher {
 public:
  ShapedLauncher(const CudaBranches& branches, const CudaPassTimer& timer, int block, PassTimes* times)
      : branches_(branches), timer_(timer), block_(block), times_(times) {}

  void fork() const { branches_.fork(); }
  void join() const { branches_.join(); }

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Range range, const char* name, int branch = 0) const {
    if (range.size() == 0) return;
    const cudaStream_t stream = branches_.stream(branch);
    const auto launch = [&] {
      run_shaped<Real, Blocks><<<(range.size() + block_ - 1) / block_, block_, 0, stream>>>(kernel, range);
      check_launch(name);
    };
    if (!times_) return launch();
    timer_.time(*times_, name, stream, launch);
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, run_shaped<Real, Blocks, Kernel>), name);
    note_kernel({name, attributes.numRegs, static_cast<int>(attributes.localSizeBytes)});
  }

  /// As the library does it.
  template <class Kernel>
  void run_patches(const Kernel& kernel, const char* name) const {
    launch_patches(kernel, name, branches_.stream(0));
  }

 private:
  const CudaBranches& branches_;
  const CudaPassTimer& timer_;
  int block_;
  PassTimes* times_;
};

template <int Blocks>
class ShapedLaunching {
 public:
  ShapedLaunching(int zones, int block) : branches_(zones), block_(block) {}
  ShapedLauncher<Blocks> operator()(PassTimes* times) const { return {branches_, timer_, block_, times}; }

 private:
  CudaBranches branches_;
  CudaPassTimer timer_;
  int block_;
};

std::unique_ptr<Operators<NavierStokes2D<double>>> make_in_shape(Backend& backend, const Mesh2& mesh,
                                                                 const Discretisation<double>& discretisation,
                                                                 const KernelContext<NavierStokes2D<double>>& context,
                                                                 const ResidualSmoothing& smoothing,
                                                                 const LaunchChoice& choice) {
  auto means =
      make_operators<NavierStokes2D<double>>(backend, context, 0, {Assembly::fused, discretisation.state_size(), {}});
  const int zones = discretisation.view().zones.count;
  const auto make = [&]<int Blocks>() -> std::unique_ptr<Operators<NavierStokes2D<double>>> {
    return std::make_unique<FiniteVolumeOperators<NavierStokes2D<double>, ShapedLaunching<Blocks>>>(
        std::move(means), backend, mesh, discretisation, context, smoothing, FiniteVolumePart{}, zones, choice.block);
  };
  if (choice.blocks == 1) return make.template operator()<1>();
  if (choice.blocks == 2) return make.template operator()<2>();
  throw InputError("blocks of 512 threads are compiled for one and two at once");
}

}  // namespace
}  // namespace dg::finite_volume
