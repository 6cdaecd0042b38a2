/// Makes the operators of finite volumes for a gas without viscosity, on any backend.
#pragma once

#include <memory>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/solver/run_options.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg {

/// `discretisation` is one of degree 0 with a reconstruction. Throws InputError if degree 0 was not built, or an
/// assembly is none of finite volumes.
template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                           const SemiDiscretisation<Gas2<Real>>& discretisation,
                                                           const RunOptions& options);

/// The same on the two kinds of backend, with the operators of degree 0 for what looks at means alone.
template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_cpu_finite_volumes(std::unique_ptr<Operators<Gas2<Real>>> means,
                                                               Backend& backend, const Mesh2& mesh,
                                                               const SemiDiscretisation<Gas2<Real>>& discretisation,
                                                               const RunOptions& options);
template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_cuda_finite_volumes(std::unique_ptr<Operators<Gas2<Real>>> means,
                                                                Backend& backend, const Mesh2& mesh,
                                                                const SemiDiscretisation<Gas2<Real>>& discretisation,
                                                                const RunOptions& options);

}  // namespace dg
