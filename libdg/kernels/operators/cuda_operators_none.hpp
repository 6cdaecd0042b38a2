/// Stands in for the CUDA kernels where they are not built for a set of equations.
#pragma once

#include "libdg/core/errors.hpp"
#include "libdg/kernels/operators/variants.hpp"

namespace dg {

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cuda_operators(Backend&, const KernelContext<Eq>&, const AssemblyPlan&) {
  throw InputError(
      "these equations have no CUDA kernels in this program; build it with CUDA among its languages, or take the CPU "
      "backend");
}

}  // namespace dg
