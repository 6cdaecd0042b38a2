/// Warps that share a tile, where what a tile has in shared memory leaves room for too few of them otherwise; .cu files
/// only.
///
/// Each member has some of the pairs of slots that a sum goes to, in the order 0, 3, 4, 7, ... and 1, 2, 5, 6, ..., so
/// that those of low degree, to which more is added, are shared. Members wait for each other by wait_for_team().
#pragma once

#include "libdg/backend/team_barrier.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

template <int Members>
struct TileTeam {
  static_assert(Members == 1 || Members == 2);

  /// How many of so many pairs a member has at most.
  static constexpr int own(int pairs) { return (pairs + Members - 1) / Members; }
  /// The i-th pair of a member; it may be beyond the last.
  __device__ static constexpr int pair(int member, int i) { return Members * i + (i + member) % Members; }
  /// The member that has a pair, of which it is the own(pair + 1)-th.
  static constexpr int owner(int pair) { return (pair % Members + pair / Members) % Members; }
};

/// c[i] += the sum over N slots of a(slot, variable) times the fragments of the member's i-th pair, as far as it is one
/// of the first M, whose fragments lie one after the other from the lane's entries at `b` on.
template <int Members, int N, int M, class Real, class A, int C, int V>
__device__ __forceinline__ void multiply_add_own(const TileLane& lane, TileProduct<Real> (&c)[C][V], const A& a,
                                                 const FactorPair<Real>* b) {
  using Team = TileTeam<Members>;
  static_assert(Team::own(M) <= C);
#pragma unroll
  for (int s = 0; s < N; s += 2) {
    Real x[2][V] = {};
#pragma unroll
    for (int i = 0; i < 2 && s + i < N; ++i)
#pragma unroll
      for (int n = 0; n < V; ++n) x[i][n] = a(s + i, n);
#pragma unroll
    for (int i = 0; i < Team::own(M); ++i) {
      const int pair = Team::pair(lane.member, i);
      if (pair >= M) continue;
      const FactorPair<Real> factors = load(b + (pair * factor_pairs(N) + s / 2) * warp_lanes);
      if (s + 1 < N)
        multiply_add(c[i], x, factors);
      else
        multiply_add(c[i], x[0], factors);
    }
  }
}

}  // namespace dg
