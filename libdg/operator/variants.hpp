/// Makers of the kernels of one degree and precision; each is compiled in a translation unit of its own.
#pragma once

#include "libdg/operator/operators.hpp"

namespace dg {

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cpu_operators(Backend& backend, const Scheme<Real>& scheme,
                                                    const AssemblyPlan& plan);

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cuda_operators(Backend& backend, const Scheme<Real>& scheme,
                                                     const AssemblyPlan& plan);

}  // namespace dg
