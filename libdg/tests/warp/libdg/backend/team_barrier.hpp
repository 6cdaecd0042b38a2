/// libdg/backend/team_barrier.hpp for warps on the host.
#pragma once

#include "libdg/tests/warp/warp.hpp"

namespace dg {

template <int Warps>
void wait_for_team() {
  if constexpr (Warps == 1)
    __syncwarp();
  else
    test::Warps::wait_for_all();
}

}  // namespace dg
