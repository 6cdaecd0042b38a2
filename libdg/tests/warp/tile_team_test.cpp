#include <catch2/catch.hpp>
#include <vector>

#include "libdg/kernels/engines/tile_team.hpp"

namespace dg::test {
namespace {

TEST_CASE("Of the pairs of slots, each belongs to one member of a team, in its place") {
  using Team = TileTeam<2>;
  for (int pairs = 1; pairs <= 12; ++pairs) {
    std::vector<int> found(pairs, 0);
    for (int member = 0; member < 2; ++member)
      for (int i = 0; i < Team::own(pairs); ++i) {
        const int pair = Team::pair(member, i);
        if (pair >= pairs) continue;
        ++found[pair];
        CHECK(Team::owner(pair) == member);
        CHECK(pair / 2 == i);
      }
    for (const int times : found) CHECK(times == 1);
  }
}

TEST_CASE("Warps of a team see what the others have written before both waited, whichever comes first") {
  constexpr int rounds = 5, lanes = 2 * warp_size;
  std::vector<int> written(lanes, -1), wrong(lanes, 0);
  Warps::run(2, [&] {
    const unsigned own = threadIdx.x, other = (own + warp_size) % lanes;
    for (int round = 0; round < rounds; ++round) {
      written[own] = round;
      wait_for_team<2>();
      wrong[own] += written[other] != round;
      wait_for_team<2>();
    }
  });
  for (const int times : wrong) CHECK(times == 0);
}

TEST_CASE("A warp of a team that does not wait is found out, be it ahead or behind") {
  std::vector<int> written(2 * warp_size, 0), seen(2 * warp_size, 0);
  Warps::run(2, [&] {
    const unsigned own = threadIdx.x, other = (own + warp_size) % (2 * warp_size);
    written[own] = 1;
    seen[own] = written[other];  // without a wait: the warp that comes first sees nothing yet
    wait_for_team<2>();
    written[own] = 2;
    seen[own] += written[other] == 2;
  });
  int first = 0, second = 0;
  for (int lane = 0; lane < warp_size; ++lane) {
    first += seen[lane];
    second += seen[warp_size + lane];
  }
  CHECK(first == warp_size);   // saw what came later alone
  CHECK(second == warp_size);  // saw what came before alone
}

}  // namespace
}  // namespace dg::test
