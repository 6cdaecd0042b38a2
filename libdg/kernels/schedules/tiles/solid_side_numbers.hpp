/// Room in shared memory for the modes of the cells beside a face, in tiles of faces of solid cells.
#pragma once

#include <algorithm>

#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

/// Room for the modes of one side of the faces of a kind, in all zones.
template <class Eq, int Kind, int P>
int solid_side_numbers(const Scheme<Eq>& scheme) {
  int most = 0;
  for (int z = 0; z < scheme.zones.count; ++z)
    with_space_of<FaceOfKind<3, Kind, P>>(scheme.zones.zone[z], [&]<Space S>() {
      if constexpr (fits_beside_tiles(S, P))
        most = std::max(most, SolidFaceTiles<Eq, Kind, P, false, false>::template modes_size<S>());
    });
  return most;
}

}  // namespace dg
