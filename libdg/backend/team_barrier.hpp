/// How the warps of a block that work on one item wait for each other.
#pragma once

#include "libdg/backend/device_names.hpp"

namespace dg {

/// Until all lanes of a team of so many warps are here, teams following each other in a block. What each of them has
/// written to shared memory before, the others read.
template <int Warps>
__device__ __forceinline__ void wait_for_team() {
  if constexpr (Warps == 1)
    __syncwarp();
  else
    asm volatile("bar.sync %0, %1;" ::"r"(1 + threadIdx.x / (32 * Warps)), "n"(32 * Warps) : "memory");
}

}  // namespace dg
