/// Workspace in shared memory for the modes of the cells beside a face, in tiles of faces of 3-D cells.
#pragma once

#include <algorithm>

#include "libdg/kernels/schedules/tiles/faces_3d.hpp"

namespace dg {

/// Workspace for the modes of one side of the faces of a kind, in all zones.
template <class Eq, int Kind, int P>
int side_numbers_3d(const KernelContext<Eq>& context) {
  int most = 0;
  for (int z = 0; z < context.zones.count; ++z)
    with_space_of<FaceOfKind<3, Kind, P>>(context.zones.zone[z], [&]<Space S>() {
      if constexpr (fits_beside_tiles(S, P))
        most = std::max(most, FaceTiles3D<Eq, Kind, P, false, false>::template modes_size<S>());
    });
  return most;
}

}  // namespace dg
