#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/time/filters/make_gas_filter.hpp"

namespace dg {

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_gas_filter(const GasFilterInput<Eq>&) {
  throw InputError("this build has no filters for GPUs; configure with -DRKDG_CUDA=ON");
}

template std::unique_ptr<StageFilter<Gas2<float>>> make_cuda_gas_filter(const GasFilterInput<Gas2<float>>&);
template std::unique_ptr<StageFilter<Gas2<double>>> make_cuda_gas_filter(const GasFilterInput<Gas2<double>>&);
template std::unique_ptr<StageFilter<Gas3<float>>> make_cuda_gas_filter(const GasFilterInput<Gas3<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<float>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<float>>&);
template std::unique_ptr<StageFilter<Gas3<double>>> make_cuda_gas_filter(const GasFilterInput<Gas3<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas3D<double>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas3D<double>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<float>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<float>>&);
template std::unique_ptr<StageFilter<AddedViscosityGas2D<double>>> make_cuda_gas_filter(
    const GasFilterInput<AddedViscosityGas2D<double>>&);

}  // namespace dg
