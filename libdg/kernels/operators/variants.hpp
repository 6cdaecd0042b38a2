/// Makers of the kernels of one set of equations, degree and precision; each is compiled in a translation unit of its
/// own.
#pragma once

#include "libdg/kernels/operators/operators.hpp"

namespace dg {

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cpu_operators(Backend& backend, const KernelContext<Eq>& context,
                                                  const AssemblyPlan& plan);

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cuda_operators(Backend& backend, const KernelContext<Eq>& context,
                                                   const AssemblyPlan& plan);

}  // namespace dg
