/// How the lanes of a face add to the cells on its sides: with atomics, or plainly where no two lanes meet.
#pragma once

#ifndef __CUDACC__
#include <atomic>
#endif

#include "libdg/backend/lanes.hpp"

namespace dg {

/// *to += x while other threads may do the same.
template <class Real>
RKDG_FN void atomic_add(Real* to, Real x) {
#if defined(__CUDA_ARCH__)
  atomicAdd(to, x);
#elif !defined(__CUDACC__)
  std::atomic_ref<Real>(*to).fetch_add(x, std::memory_order_relaxed);
#endif
}

/// Faces run in any order at once.
struct AtomicAdd {
  template <class Real, class I, class V, class Mask>
  RKDG_FN static void add(Real* base, I at, V x, Mask active) {
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane)
      if (lane_of(active, lane)) atomic_add(base + lane_of(at, lane), lane_of(x, lane));
  }
};

/// Faces that run at once share no cell.
struct PlainAdd {
  template <class Real, class I, class V, class Mask>
  RKDG_FN static void add(Real* base, I at, V x, Mask active) {
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane)
      if (lane_of(active, lane)) base[lane_of(at, lane)] += lane_of(x, lane);
  }
};

}  // namespace dg
