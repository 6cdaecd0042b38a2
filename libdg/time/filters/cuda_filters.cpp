#include "libdg/backend/compile_only.hpp"
#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/time/filters/gas_filter.hpp"

namespace dg {
namespace {

const KernelSource filter_source{{"libdg/equations/navier_stokes/gas_physics.hpp",
                                  "libdg/equations/navier_stokes/added_viscosity_gas.hpp",
                                  "libdg/time/filters/device_kernels.cuh"}};

struct CudaFilterLaunching {
  static constexpr bool knows_sizes = true;
  /// Where no device tells what its states are made of.
  static bool compiles_all_bases() { return only_compiles(); }

  explicit CudaFilterLaunching(int zones) : branches(std::make_shared<CudaBranches>(zones)) {}

  std::shared_ptr<CudaBranches> branches;
  std::shared_ptr<CudaTimer> timer = std::make_shared<CudaTimer>();
  CudaLauncher operator()(PassTimes* times) const { return {*branches, *timer, times, filter_source}; }
};

template <class Eq>
class CudaGasFilter final : public GasFilter<Eq, CudaFilterLaunching> {
 public:
  using GasFilter<Eq, CudaFilterLaunching>::GasFilter;

  void prepare(const KernelContext<Eq>& context) override {
    KernelList list;
    this->launch(context, nullptr, nullptr, false);
    compile_kernels(list.kernels());
  }
};

}  // namespace

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_gas_filter(const GasFilterInput<Eq>& input) {
  return std::make_unique<CudaGasFilter<Eq>>(input, CudaFilterLaunching(input.space.view().zones.count));
}

template std::unique_ptr<StageFilter<NavierStokes2D<float>>> make_cuda_gas_filter(
    const GasFilterInput<NavierStokes2D<float>>&);
template std::unique_ptr<StageFilter<NavierStokes2D<double>>> make_cuda_gas_filter(
    const GasFilterInput<NavierStokes2D<double>>&);
template std::unique_ptr<StageFilter<NavierStokes3D<float>>> make_cuda_gas_filter(
    const GasFilterInput<NavierStokes3D<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<float>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<float>>&);
template std::unique_ptr<StageFilter<NavierStokes3D<double>>> make_cuda_gas_filter(
    const GasFilterInput<NavierStokes3D<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<double>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<float>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<double>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<double>>&);

}  // namespace dg
