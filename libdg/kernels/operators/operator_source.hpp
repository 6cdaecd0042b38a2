/// Where the kernels of the spatial operator are declared, and what they are compiled for, for the compiler that a run
/// starts.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "libdg/backend/device_kernel.hpp"
#include "libdg/element/element.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/kernels/operators/header_of_equations.hpp"

namespace dg {

/// Whether all cells of a mesh are faster with a constant viscosity that is known when their kernels are compiled.
/// Without its branches faces of prisms spill registers, and steps on tetrahedra take longer (benchmarks/NOTES.md).
template <class Real>
bool gains_by_fixed_viscosity(const ZonesView<Real>& zones) {
  return std::all_of(zones.zone, zones.zone + zones.count, [](const ZoneView<Real>& zone) {
    const CellShape shape = shape_of(zone.space);
    return dim_of(shape) == 2 || shape == CellShape::hexahedron;
  });
}

/// All kernels of a scheme. Where its equations say what a run fixes, kernels are compiled for that alone.
template <class Eq>
KernelSource operator_source(const KernelContext<Eq>& context) {
  KernelSource source{{header_of_equations<Eq>(), "libdg/kernels/operators/device_kernels.cuh"}};
  if constexpr (requires { Eq::n_fixed; }) {
    int values[Eq::n_fixed];
    const int count = context.equations.fixed_by_run(context.riemann, gains_by_fixed_viscosity(context.zones), values);
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
