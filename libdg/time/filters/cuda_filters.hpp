/// Makes the filters of states on a CUDA device. Their kernels are compiled when a run needs them.
#pragma once

#include <memory>

#include "libdg/backend/compile_only.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/operators/header_of_equations.hpp"
#include "libdg/time/filters/state_filter.hpp"

namespace dg {

struct CudaFilterLaunching {
  static constexpr bool knows_sizes = true;
  /// Where no device tells what its states are made of.
  static bool compiles_all_bases() { return only_compiles(); }

  CudaFilterLaunching(int zones, const char* header_of_equations)
      : branches(std::make_shared<CudaBranches>(zones)),
        source(std::make_shared<KernelSource>(
            KernelSource{{header_of_equations, "libdg/time/filters/device_kernels.cuh"}})) {}

  std::shared_ptr<CudaBranches> branches;
  std::shared_ptr<CudaTimer> timer = std::make_shared<CudaTimer>();
  std::shared_ptr<const KernelSource> source;
  CudaLauncher operator()(PassTimes* times) const { return {*branches, *timer, times, *source}; }
};

template <class Eq>
class CudaStateFilter final : public StateFilter<Eq, CudaFilterLaunching> {
 public:
  using StateFilter<Eq, CudaFilterLaunching>::StateFilter;

  void prepare(const KernelContext<Eq>& context) override {
    KernelList list;
    this->launch(context, nullptr, nullptr, false);
    compile_kernels(list.kernels());
  }
};

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_filter(const StateFilterInput<Eq>& input) {
  return std::make_unique<CudaStateFilter<Eq>>(
      input, CudaFilterLaunching(input.space.view().zones.count, header_of_equations<Eq>()));
}

}  // namespace dg
