/// Copies from global to shared memory that a thread starts now and waits for later.
///
/// What is on its way takes no registers, so that a warp can ask for its next items while it works on the present ones.
#pragma once

#include <cstdint>

#include "libdg/backend/device_names.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Starts to copy 16 bytes, which lie so many beyond the addresses; these must be multiples of 16. What is `cached`
/// stays in the first-level cache, too, for others that will soon read it.
template <bool cached = false, int offset = 0, int shared_offset = offset, class Real>
__device__ __forceinline__ void copy_16_bytes_async(Real* shared, const Real* global) {
#if __CUDA_ARCH__ >= 800
  const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  if constexpr (cached)
    asm volatile("cp.async.ca.shared.global [%0 + %2], [%1 + %3], 16;" ::"r"(to), "l"(global), "n"(shared_offset),
                 "n"(offset)
                 : "memory");
  else
    asm volatile("cp.async.cg.shared.global [%0 + %2], [%1 + %3], 16;" ::"r"(to), "l"(global), "n"(shared_offset),
                 "n"(offset)
                 : "memory");
#endif
}

/// The address that is so many numbers beyond `from`, by one instruction. Otherwise the compiler would take `from` to
/// pieces and put each address together from them.
template <class T>
__device__ __forceinline__ T* beyond(T* from, Index items, std::uint32_t numbers) {
  auto at = __cvta_generic_to_global(from);
  asm("" : "+l"(at));
  return static_cast<T*>(__cvta_global_to_generic(at)) + std::uint64_t(static_cast<std::uint32_t>(items)) * numbers;
}

/// The same number; what is computed from it the compiler computes anew, and keeps it in no register until then.
__device__ __forceinline__ int anew(int x) {
  asm volatile("" : "+r"(x));
  return x;
}

/// The same address in shared memory, in one register to which offsets are added. Otherwise the compiler would add up
/// its parts anew at each use.
template <class Real>
__device__ __forceinline__ Real* shared_place(Real* shared) {
  auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  asm("" : "+r"(at));
  return static_cast<Real*>(__cvta_shared_to_generic(at));
}

/// Keeps the compiler from moving loads and stores over this place: what it loads early waits in registers.
__device__ __forceinline__ void keep_order() { asm volatile("" ::: "memory"); }

/// Asks for the line of the second-level cache that has this address.
__device__ __forceinline__ void prefetch_to_cache(const void* global) {
#if __CUDA_ARCH__ >= 800
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(global)));
#endif
}

/// Ends a group of copies.
__device__ __forceinline__ void close_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/// Waits until at most the latest `pending` groups of this thread are on their way.
template <int pending>
__device__ __forceinline__ void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

}  // namespace dg
