#include "libdg/backend/simd.hpp"
#include "libdg/equations/navier_stokes/large_eddy_gas.hpp"
#include "libdg/kernels/launch/cpu_operators.hpp"
#include "libdg/time/filters/gas_filter.hpp"

namespace dg {
namespace {

struct CpuFilterLaunching {
  static constexpr bool knows_sizes = false;
  int threads;
  CpuLauncher operator()(PassTimes* times) const { return {threads, times}; }
};

}  // namespace

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cpu_gas_filter(const GasFilterInput<Eq>& input) {
  return std::make_unique<GasFilter<Eq, CpuFilterLaunching>>(input, CpuFilterLaunching{input.backend.threads()});
}

template std::unique_ptr<StageFilter<Gas2<float>>> make_cpu_gas_filter(const GasFilterInput<Gas2<float>>&);
template std::unique_ptr<StageFilter<Gas2<double>>> make_cpu_gas_filter(const GasFilterInput<Gas2<double>>&);
template std::unique_ptr<StageFilter<Gas3<float>>> make_cpu_gas_filter(const GasFilterInput<Gas3<float>>&);
template std::unique_ptr<StageFilter<LargeEddyGas<float>>> make_cpu_gas_filter(
    const GasFilterInput<LargeEddyGas<float>>&);
template std::unique_ptr<StageFilter<Gas3<double>>> make_cpu_gas_filter(const GasFilterInput<Gas3<double>>&);
template std::unique_ptr<StageFilter<LargeEddyGas<double>>> make_cpu_gas_filter(
    const GasFilterInput<LargeEddyGas<double>>&);

}  // namespace dg
