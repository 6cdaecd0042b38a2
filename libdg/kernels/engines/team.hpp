/// Threads that share a cell: each holds some of its variables, and exchanges them for all variables at some points.
///
/// A matrix that acts on each variable alone (interpolation, projection, lifting) needs nothing of the other threads; a
/// flux needs all variables at one point. With T threads and M T variables, thread r holds the variables r M, ..., and
/// evaluates fluxes at every T-th point. One thread, or a lane of a SIMD register, is a team of its own: nothing is
/// exchanged.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/element/element.hpp"

namespace dg {

template <int T, class V>
struct Team {
  static_assert(T >= 1 && T <= max_team);
  static constexpr int size = T;
  /// Teams of a warp of a device; lanes beyond the last of them are idle.
  static constexpr int per_warp = 32 / T, lanes = T * per_warp;

  /// Points out of n at which a thread evaluates fluxes, counting idle ones of the last round.
  static constexpr int rounds(int n) { return (n + T - 1) / T; }

  int rank = 0;

  /// First of the variables of which each thread holds `own`.
  RKDG_FN int first_variable(int own) const { return rank * own; }

  /// The point of this thread in a round of N points; repeats the last where there are too few.
  template <int N>
  RKDG_FN int point(int round) const {
    if constexpr (T == 1) return round;
    const int g = round * T + rank;
    return N % T == 0 || g < N ? g : N - 1;
  }

  /// y: all variables at point round * T + rank, from the variables that each thread holds at all N points.
  template <int N, int n_own, int n_all>
  RKDG_FN void to_point(const V (&x)[N][n_own], int round, V (&y)[n_all]) const {
    static_assert(n_own * T == n_all);
    if constexpr (T == 1) {
      RKDG_UNROLL
      for (int n = 0; n < n_all; ++n) y[n] = x[round][n];
    } else {
      V a[T][n_own];
      RKDG_UNROLL
      for (int i = 0; i < T; ++i) RKDG_UNROLL
      for (int j = 0; j < n_own; ++j) a[i][j] = x[N % T == 0 || round * T + i < N ? round * T + i : N - 1][j];
      exchange(a);
      RKDG_UNROLL
      for (int i = 0; i < T; ++i) RKDG_UNROLL
      for (int j = 0; j < n_own; ++j) y[i * n_own + j] = a[i][j];
    }
  }

  /// The way back: the own variables at the points round * T, ..., from all variables at the own one.
  template <int N, int n_own, int n_all>
  RKDG_FN void to_own(const V (&y)[n_all], int round, V (&x)[N][n_own]) const {
    static_assert(n_own * T == n_all);
    if constexpr (T == 1) {
      RKDG_UNROLL
      for (int n = 0; n < n_all; ++n) x[round][n] = y[n];
    } else {
      V a[T][n_own];
      RKDG_UNROLL
      for (int i = 0; i < T; ++i) RKDG_UNROLL
      for (int j = 0; j < n_own; ++j) a[i][j] = y[i * n_own + j];
      exchange(a);
      RKDG_UNROLL
      for (int i = 0; i < T; ++i) {
        if (N % T != 0 && round * T + i >= N) continue;
        RKDG_UNROLL
        for (int j = 0; j < n_own; ++j) x[round * T + i][j] = a[i][j];
      }
    }
  }

  /// Whether the condition holds in any lane of any cell of the warp: branches that exchange must be taken together.
  RKDG_FN static bool any_of(MaskOf<V> m) {
#ifdef __CUDA_ARCH__
    if constexpr (T > 1) return __any_sync(all_lanes, m);
#endif
    return any(m);
  }

 private:
  static constexpr unsigned all_lanes = 0xffffffffu >> (32 - lanes);

  /// a[i] of thread r <-> a[r] of thread i.
  template <int n_own>
  RKDG_FN void exchange(V (&a)[T][n_own]) const {
    if constexpr ((T & (T - 1)) == 0)
      exchange_in_pairs(a);
    else
      exchange_in_turn(a);
  }

  template <int n_own>
  RKDG_FN void exchange_in_pairs(V (&a)[T][n_own]) const {
    RKDG_UNROLL
    for (int step = T / 2; step > 0; step /= 2) {
      const bool upper = (rank & step) != 0;
      RKDG_UNROLL
      for (int i = 0; i < T; ++i) {
        if (i & step) continue;
        RKDG_UNROLL
        for (int j = 0; j < n_own; ++j) {
          const V other = from_partner(upper ? a[i][j] : a[i + step][j], step);
          a[i][j] = upper ? other : a[i][j];
          a[i + step][j] = upper ? a[i + step][j] : other;
        }
      }
    }
  }

  /// In turn s each thread gives to the s-th after it what the s-th before it gives.
  template <int n_own>
  RKDG_FN void exchange_in_turn(V (&a)[T][n_own]) const {
    V given[T][n_own];
    RKDG_UNROLL
    for (int i = 0; i < T; ++i) RKDG_UNROLL
    for (int j = 0; j < n_own; ++j) given[i][j] = a[i][j];
    RKDG_UNROLL
    for (int s = 1; s < T; ++s) {
      const int to = rank + s < T ? rank + s : rank + s - T, from = rank < s ? rank - s + T : rank - s;
      RKDG_UNROLL
      for (int j = 0; j < n_own; ++j) {
        V x = given[0][j];
        RKDG_UNROLL
        for (int i = 1; i < T; ++i) x = to == i ? given[i][j] : x;
        x = from_member(x, from);
        RKDG_UNROLL
        for (int i = 0; i < T; ++i) a[i][j] = from == i ? x : a[i][j];
      }
    }
  }

  RKDG_FN static V from_partner(V x, [[maybe_unused]] int step) {
#ifdef __CUDA_ARCH__
    return __shfl_xor_sync(all_lanes, x, step * per_warp);
#else
    return x;
#endif
  }

  RKDG_FN static V from_member(V x, [[maybe_unused]] int member) {
#ifdef __CUDA_ARCH__
    return __shfl_sync(all_lanes, x, member * per_warp + static_cast<int>(threadIdx.x) % 32 % per_warp);
#else
    return x;
#endif
  }
};

}  // namespace dg
