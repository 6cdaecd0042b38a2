/// Stands in for filters on CUDA devices where they are not built for a set of equations.
#pragma once

#include "libdg/core/errors.hpp"
#include "libdg/time/filters/make_state_filter.hpp"

namespace dg {

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_filter(const StateFilterInput<Eq>&) {
  throw InputError("this build has no filters for GPUs; configure with -DRKDG_CUDA=ON");
}

}  // namespace dg
