/// Where the kernels of the spatial operator are declared, and what they are compiled for, for the compiler that a run
/// starts.
#pragma once

#include <string>
#include <vector>

#include "libdg/backend/device_kernel.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/kernels/operators/header_of_equations.hpp"
#include "libdg/space/compiled_kinds.hpp"

namespace dg {

/// Whether a mesh with cells of these kinds (a sum of zone_kind()) gains by a constant viscosity that is known when
/// kernels are compiled. Without its branches faces of prisms spill registers, and steps on tetrahedra take longer
/// (benchmarks/NOTES.md).
constexpr bool gains_by_fixed_viscosity(unsigned kinds) {
  for (const Space space : {Space::tetrahedron_P, Space::prism_P, Space::prism_Q, Space::pyramid_P})
    if (kinds & (zone_kind(space, false) | zone_kind(space, true))) return false;
  return true;
}

/// All kernels of a scheme for a mesh of these kinds of cells, those of all ranks. Where its equations say what a run
/// fixes, kernels are compiled for that alone.
template <class Eq>
KernelSource operator_source(const KernelContext<Eq>& context, unsigned kinds) {
  KernelSource source{{header_of_equations<Eq>(), "libdg/kernels/operators/device_kernels.cuh"}};
  if constexpr (requires { Eq::n_fixed; }) {
    int values[Eq::n_fixed];
    const int count = context.equations.fixed_by_run(context.riemann, gains_by_fixed_viscosity(kinds), values);
    for (int i = 0; i < count; ++i)
      source.options.push_back(std::string("-D") + Eq::fixed_names[i] + "=" + std::to_string(values[i]));
  }
  return source;
}

/// The same with loops over modes and points that stay loops (RKDG_ROLLED in backend/config.hpp).
inline KernelSource rolled(KernelSource source) {
  source.options.emplace_back("-DRKDG_ROLLED");
  return source;
}

/// Kernels for the size of a step, whatever the equations.
inline const KernelSource step_source{{"libdg/kernels/operators/step_kernels.cuh"}};

}  // namespace dg
