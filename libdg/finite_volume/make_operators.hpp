/// Makes the operators of finite volumes for a gas without viscosity, on any backend.
#pragma once

#include <memory>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/ghost_values.hpp"
#include "libdg/finite_volume/options.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

/// `discretisation` is one of degree 0 with a reconstruction, and `scheme` what stands on it. Throws InputError if
/// degree 0 was not built, or if the gradient of a cell needs cells that its rank does not have.
template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                                     const Discretisation<Real>& discretisation,
                                                                     const KernelContext<NavierStokes2D<Real>>& context,
                                                                     const ResidualSmoothing& smoothing,
                                                                     const FiniteVolumePart& part = {});

/// The same on the two kinds of backend, with the operators of degree 0 for what looks at means alone.
template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<Real>>> averages, Backend& backend, const Mesh2& mesh,
    const Discretisation<Real>& discretisation, const KernelContext<NavierStokes2D<Real>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part);
template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<Real>>> averages, Backend& backend, const Mesh2& mesh,
    const Discretisation<Real>& discretisation, const KernelContext<NavierStokes2D<Real>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part);

}  // namespace dg
