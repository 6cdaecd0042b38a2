/// How kernels of tiles run on a warp of host threads (warp.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "libdg/kernels/engines/tile_team.hpp"

namespace dg::test {

/// Numbers that begin at a multiple of 16 bytes, and are none yet.
template <class Real>
class Memory {
 public:
  explicit Memory(std::size_t numbers) : pieces_(numbers * sizeof(Real) / sizeof(double2) + 1) {
    std::fill_n(data(), numbers, Real(NAN));
  }
  Real* data() { return reinterpret_cast<Real*>(pieces_.data()); }

 private:
  std::vector<double2> pieces_;
};

/// Warps that share a tile; kernels without a shape of their own are run by one.
template <class Kernel>
constexpr int team_of() {
  if constexpr (requires { Kernel::shape; })
    return Kernel::shape.team;
  else
    return 1;
}

/// Works through tiles as a warp, or a team, of run_tiles() does on a device.
template <class Kernel>
void run_on_warp(const Kernel& kernel, Index tiles) {
  Memory<typename Kernel::Number> memory(kernel.shared_numbers());
  constexpr int members = team_of<Kernel>();
  Warps::run(members, [&] {
    const TileLane lane{static_cast<int>(threadIdx.x % warp_size), static_cast<int>(threadIdx.x / warp_size)};
    for (Index tile = 0; tile < tiles; ++tile) {
      const auto indices = kernel.fetch(tile, lane);
      kernel.start(tile, lane, indices, memory.data(), 0);
      close_copies();
      kernel(tile, lane, indices, memory.data(), 0, [] { close_copies(); });
      wait_for_team<members>();
    }
  });
}

/// All tiles of a work that is of one kind, or whose first tile is of the only kind that it has.
template <class Work>
void run_on_warp(const Work& work) {
  work.at(0, [](const auto& kernel, Index, Index tiles) { run_on_warp(kernel, tiles); });
}

}  // namespace dg::test
