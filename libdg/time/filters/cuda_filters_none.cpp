#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/large_eddy_gas.hpp"
#include "libdg/time/filters/make_gas_filter.hpp"

namespace dg {

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_gas_filter(const GasFilterInput<Eq>&) {
  throw InputError("this build has no filters for GPUs; configure with -DRKDG_CUDA=ON");
}

template std::unique_ptr<StageFilter<Gas2<float>>> make_cuda_gas_filter(const GasFilterInput<Gas2<float>>&);
template std::unique_ptr<StageFilter<Gas2<double>>> make_cuda_gas_filter(const GasFilterInput<Gas2<double>>&);
template std::unique_ptr<StageFilter<Gas3<float>>> make_cuda_gas_filter(const GasFilterInput<Gas3<float>>&);
template std::unique_ptr<StageFilter<LargeEddyGas<float>>> make_cuda_gas_filter(
    const GasFilterInput<LargeEddyGas<float>>&);
template std::unique_ptr<StageFilter<Gas3<double>>> make_cuda_gas_filter(const GasFilterInput<Gas3<double>>&);
template std::unique_ptr<StageFilter<LargeEddyGas<double>>> make_cuda_gas_filter(
    const GasFilterInput<LargeEddyGas<double>>&);

}  // namespace dg
