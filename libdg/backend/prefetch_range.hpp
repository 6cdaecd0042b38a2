/// What a device is told at once of a range of memory that a kernel reads later.
#pragma once

#include "libdg/backend/config.hpp"

namespace dg {

/// Asks a device to bring `bytes` from p into its second-level cache, in one request where it can; p and bytes are
/// multiples of 16.
RKDG_FN void prefetch_range_to_cache([[maybe_unused]] const void* p, [[maybe_unused]] int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(p), "r"(bytes));
#endif
}

}  // namespace dg
