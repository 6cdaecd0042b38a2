#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/time/filters/make_gas_filter.hpp"

namespace dg {

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_gas_filter(const GasFilterInput<Eq>&) {
  throw InputError("this build has no filters for GPUs; configure with -DRKDG_CUDA=ON");
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
