/// Warps that share a tile, where what a tile has in shared memory leaves space for too few of them otherwise;
/// device code.
///
/// Each member has some of the pairs of slots that a sum goes to, `0, 3, 4, 7, ...` and `1, 2, 5, 6, ...`. So
/// they share those of low degree, to which more is added. Members wait for each other by wait_for_team().
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
  /// The member that has a pair, as number pair / Members of its own.
  static constexpr int owner(int pair) { return (pair % Members + pair / Members) % Members; }
};

/// multiply_add_pairs() for the member's pairs.
template <int Members, int N, int M, class Real, class A, int C, int V>
__device__ __forceinline__ void multiply_add_own(const TileLane& lane, TileProduct<Real> (&c)[C][V], const A& a,
                                                 const FactorPair<Real>* b) {
  using Team = TileTeam<Members>;
  multiply_add_pairs<N, M, Team::own(M)>(c, a, b, [&](int i) { return Team::pair(lane.member, i); });
}

}  // namespace dg
