/// What the threads that share a cell find together: sums, extremes, and what one of them holds.
///
/// All of a team get the same bits. On a device, all lanes of a warp must call these functions together.
#pragma once

#include "libdg/kernels/engines/team.hpp"

namespace dg {

/// combine(combine(x_0, x_1), combine(x_2, x_3)) and so on over the members. Precondition: T is a power of two, and
/// combine(a, b) is combine(b, a).
template <int T, class V, class Combine>
RKDG_FN V over_team(const Team<T, V>&, V x, [[maybe_unused]] const Combine& combine) {
  static_assert((T & (T - 1)) == 0);
#ifdef __CUDA_ARCH__
  RKDG_UNROLL
  for (int step = 1; step < T; step *= 2) x = combine(x, __shfl_xor_sync(0xffffffffu, x, step * Team<T, V>::per_warp));
#endif
  return x;
}

template <int T, class V>
RKDG_FN V sum_over(const Team<T, V>& team, V x) {
  return over_team(team, x, [](V a, V b) { return a + b; });
}
template <int T, class V>
RKDG_FN V minimum_over(const Team<T, V>& team, V x) {
  return over_team(team, x, [](V a, V b) { return minimum(a, b); });
}
template <int T, class V>
RKDG_FN V maximum_over(const Team<T, V>& team, V x) {
  return over_team(team, x, [](V a, V b) { return maximum(a, b); });
}

/// What a member of each team holds.
template <int T, class V>
RKDG_FN V from_member(const Team<T, V>&, V x, [[maybe_unused]] int member) {
#ifdef __CUDA_ARCH__
  if constexpr (T > 1)
    return __shfl_sync(0xffffffffu, x, member * Team<T, V>::per_warp + int(threadIdx.x % 32) % Team<T, V>::per_warp);
#endif
  return x;
}

/// Orders what the members write to memory before what they read from then on.
template <int T, class V>
RKDG_FN void synchronise(const Team<T, V>&) {
#ifdef __CUDA_ARCH__
  if constexpr (T > 1) __syncwarp();
#endif
}

}  // namespace dg
