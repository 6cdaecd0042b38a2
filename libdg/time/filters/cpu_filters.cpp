#include "libdg/time/filters/cpu_filters.hpp"

#include "libdg/time/filters/gas_filters.hpp"

namespace dg {

RKDG_GAS_FILTERS(make_cpu_filter)

}  // namespace dg
