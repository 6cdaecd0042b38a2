/// Makes the operators of finite volumes for a gas without viscosity, on any backend.
#pragma once

#include <memory>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/ghost_values.hpp"
#include "libdg/finite_volume/options.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

/// `discretisation` is one of degree 0 with a reconstruction, and `context` what stands on it; zone_kinds: see
/// AssemblyPlan. Throws InputError if degree 0 was not built, or if a gradient needs cells that its rank does not have.
template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_finite_volumes(
    Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
    const KernelContext<NavierStokes<Real, Dim>>& context, const ResidualSmoothing& smoothing,
    const FiniteVolumePart& part = {}, unsigned zone_kinds = 0);

/// The same on the two kinds of backend, with the operators of degree 0 for what looks at means alone.
template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<Real, Dim>>> averages, Backend& backend, const Mesh<Dim>& mesh,
    const Discretisation<Real, Dim>& discretisation, const KernelContext<NavierStokes<Real, Dim>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part);
template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<Real, Dim>>> averages, Backend& backend, const Mesh<Dim>& mesh,
    const Discretisation<Real, Dim>& discretisation, const KernelContext<NavierStokes<Real, Dim>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part);

}  // namespace dg
