/// Stands in for the CUDA kernels where they are not built; never reached, because no CUDA backend can be made there.
#pragma once

#include "libdg/core/errors.hpp"
#include "libdg/kernels/launch/variants.hpp"

namespace dg {

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cuda_operators(Backend&, const Scheme<Eq>&, const AssemblyPlan&) {
  throw InputError("the CUDA backend is not in this build; configure with -DRKDG_CUDA=ON");
}

}  // namespace dg
