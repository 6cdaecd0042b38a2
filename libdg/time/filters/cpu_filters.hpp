/// Makes the filters of states on a CPU, for equations whose text is at hand.
#pragma once

#include <memory>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/operators/cpu_operators.hpp"
#include "libdg/time/filters/state_filter.hpp"

namespace dg {

struct CpuFilterLaunching {
  static constexpr bool knows_sizes = false;
  int threads;
  CpuLauncher operator()(PassTimes* times) const { return {threads, times}; }
};

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cpu_filter(const StateFilterInput<Eq>& input) {
  return std::make_unique<StateFilter<Eq, CpuFilterLaunching>>(input, CpuFilterLaunching{input.backend.threads()});
}

}  // namespace dg
