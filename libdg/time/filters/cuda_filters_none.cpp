#include "libdg/time/filters/cuda_filters_none.hpp"

#include "libdg/time/filters/gas_filters.hpp"

namespace dg {

RKDG_GAS_FILTERS(make_cuda_filter)

}  // namespace dg
