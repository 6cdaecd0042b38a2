/// Copies of whole rows from global to shared memory by the copy engine of a multiprocessor.
///
/// One lane asks for a row by one instruction. Copies of 16 bytes (async_copy.hpp) take one for every 512 bytes of a
/// warp, and keep its load units busy. Of devices from compute capability 9.0 on.
#pragma once

#include <cstdint>

#include "libdg/backend/device_names.hpp"

namespace dg {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
inline constexpr bool has_bulk_copies = true;
#else
inline constexpr bool has_bulk_copies = false;
#endif

/// What a warp waits with for rows that its lanes have asked for, once; lies in shared memory. Without bulk copies, no
/// function may be called.
struct BulkBarrier {
  alignas(16) std::uint64_t state;

  /// Called by all lanes before the first copy, with the bytes of all. Racecheck of compute-sanitizer warns that the
  /// first lane reads what the last has written: the instruction that initialises counts as the whole warp's.
  __device__ void expect([[maybe_unused]] int lane, [[maybe_unused]] int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (lane == 0) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place_of(this)) : "memory");
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place_of(this)), "r"(bytes)
                   : "memory");
    }
#endif
    __syncwarp();
  }

  /// Whether a lane is the one that asks for rows: of those that ask, the compiler knows that it is alone by this.
  __device__ static bool elect() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    std::uint32_t chosen;
    asm volatile(
        "{\n\t"
        ".reg .pred chosen;\n\t"
        "elect.sync _|chosen, 0xffffffff;\n\t"
        "selp.u32 %0, 1, 0, chosen;\n\t"
        "}"
        : "=r"(chosen));
    return chosen != 0;
#else
    return false;
#endif
  }

  /// By all lanes that have read or written shared memory to which rows come next, before they wait for each other.
  __device__ static void give_way() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }

  /// Both addresses, and the bytes, are multiples of 16.
  template <class Real>
  __device__ void copy([[maybe_unused]] Real* shared, [[maybe_unused]] const Real* global, [[maybe_unused]] int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     place_of(shared)),
                 "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(place_of(this))
                 : "memory");
#endif
  }

  /// By all lanes: until all bytes are there.
  __device__ void wait() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile(
        "{\n\t"
        ".reg .pred done;\n\t"
        "again:\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n\t"
        "@!done bra again;\n\t"
        "}" ::"r"(place_of(this))
        : "memory");
#endif
  }

  /// Asks for a row in the second-level cache.
  template <class Real>
  __device__ static void prefetch_to_cache([[maybe_unused]] const Real* global, [[maybe_unused]] int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(global)), "r"(bytes)
                 : "memory");
#endif
  }

 private:
#if defined(__CUDA_ARCH__)
  __device__ static std::uint32_t place_of(const void* shared) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  }
#endif
};

/// Numbers of shared memory that it takes.
template <class Real>
inline constexpr int barrier_numbers = sizeof(BulkBarrier) / sizeof(Real);

}  // namespace dg
