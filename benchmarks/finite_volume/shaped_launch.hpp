/// Operators of finite volumes whose kernels are compiled and launched as a benchmark wants them; CUDA only.
#pragma once

#include <memory>
#include <vector>

#include "benchmarks/finite_volume/variant.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/options.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg::finite_volume {

/// Throws InputError in a build without CUDA, and for a choice that is not compiled.
std::unique_ptr<Operators<NavierStokes2D<double>>> make_shaped_volumes(
    Backend& backend, const Mesh2& mesh, const Discretisation<double>& discretisation,
    const KernelContext<NavierStokes2D<double>>& context, const ResidualSmoothing& smoothing,
    const LaunchChoice& choice);

/// The same with exact divisions.
std::unique_ptr<Operators<NavierStokes2D<double>>> make_exact_volumes(
    Backend& backend, const Mesh2& mesh, const Discretisation<double>& discretisation,
    const KernelContext<NavierStokes2D<double>>& context, const ResidualSmoothing& smoothing,
    const LaunchChoice& choice);

void note_kernel(const KernelResources& kernel);

/// What the kernels take that have been launched since the last call.
std::vector<KernelResources> kernel_resources();

}  // namespace dg::finite_volume
