/// A kernel on CPU threads, a SIMD register of items at a time.
#pragma once

#include <omp.h>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/range.hpp"

namespace dg {

/// Runs a kernel over items, a register of them at a time; arrays must be padded beyond the last.
template <class Real, class Kernel>
void launch_cpu(const Kernel& kernel, Range range, int threads) {
  using V = SimdPack<Real>;
  static_assert(zone_padding % LaneTraits<V>::width == 0);
  const Index packs = (range.size() + LaneTraits<V>::width - 1) / LaneTraits<V>::width;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (Index i = 0; i < packs; ++i) kernel(range.begin + i * LaneTraits<V>::width, Team<1, V>{});
}

}  // namespace dg
