/// Where the kernels of the spatial operator are declared, for the compiler that a run starts.
#pragma once

#include "libdg/backend/device_kernel.hpp"
#include "libdg/kernels/launch/header_of_equations.hpp"

namespace dg {

/// All kernels for these equations.
template <class Eq>
const KernelSource& operator_source() {
  static const KernelSource source{{header_of_equations<Eq>(), "libdg/kernels/launch/device_kernels.cuh"}};
  return source;
}

/// The same for cells whose loops over modes and points stay loops, see rolled_kernels.hpp.
template <class Eq>
const KernelSource& rolled_source() {
  static const KernelSource source{operator_source<Eq>().headers, true};
  return source;
}

/// Kernels for the size of a step, whatever the equations.
inline const KernelSource step_source{{"libdg/kernels/launch/step_kernels.cuh"}};

}  // namespace dg
