/// Stands in for the CUDA kernels where they are not built; never reached, because no CUDA backend can be made there.
#pragma once

#include "libdg/operator/variants.hpp"
#include "meshes/errors.hpp"

namespace dg {

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cuda_operators(Backend&, const Scheme<Real>&, const AssemblyPlan&) {
  throw InputError("the CUDA backend is not in this build; configure with -DRKDG_CUDA=ON");
}

}  // namespace dg
