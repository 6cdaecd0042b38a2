#include "libdg/backend/simd.hpp"
#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/kernels/operators/cpu_operators.hpp"
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

template std::unique_ptr<StageFilter<NavierStokes2D<float>>> make_cpu_gas_filter(
    const GasFilterInput<NavierStokes2D<float>>&);
template std::unique_ptr<StageFilter<NavierStokes2D<double>>> make_cpu_gas_filter(
    const GasFilterInput<NavierStokes2D<double>>&);
template std::unique_ptr<StageFilter<NavierStokes3D<float>>> make_cpu_gas_filter(
    const GasFilterInput<NavierStokes3D<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<float>>> make_cpu_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<float>>&);
template std::unique_ptr<StageFilter<NavierStokes3D<double>>> make_cpu_gas_filter(
    const GasFilterInput<NavierStokes3D<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<double>>> make_cpu_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<float>>> make_cpu_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<double>>> make_cpu_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<double>>&);

}  // namespace dg
