/// What a CPU is told of the memory that a kernel touches later, so that it does not wait then.
///
/// A core waits for some ten lines of memory at a time, and each further request holds it up at once. So such calls
/// belong between pieces of work. A device has other threads to wait with, and does nothing here.
#pragma once

#include "libdg/backend/config.hpp"

namespace dg {

RKDG_FN void prefetch_read([[maybe_unused]] const void* p) {
#ifndef __CUDA_ARCH__
  __builtin_prefetch(p, 0);
#endif
}

RKDG_FN void prefetch_write([[maybe_unused]] const void* p) {
#ifndef __CUDA_ARCH__
  __builtin_prefetch(p, 1);
#endif
}

/// The same of what is touched only after much else, for the second-level cache.
RKDG_FN void prefetch_later([[maybe_unused]] const void* p) {
#ifndef __CUDA_ARCH__
  __builtin_prefetch(p, 0, 2);
#endif
}

/// For functions that do nothing but ask: GCC takes them for functions without effect and leaves calls of them out.
RKDG_FN void keep_call() {
#ifndef __CUDA_ARCH__
  asm volatile("");
#endif
}

/// Asks a device to bring what lies at p into its second-level cache; other processors do it by themselves.
template <class T>
RKDG_FN void prefetch_to_cache([[maybe_unused]] const T* p) {
#ifdef __CUDA_ARCH__
  asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
#endif
}

}  // namespace dg
