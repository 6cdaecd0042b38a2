/// Tiles of prisms with triangle x line, as SolidTileStages makes them.
#pragma once

#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"

namespace dg::test {

/// The first zone whose cells are such prisms; none: -1.
template <int P, class Eq>
int zone_of_prisms(const Scheme<Eq>& scheme) {
  for (int z = 0; z < scheme.zones.count; ++z)
    if (PrismMatrices<typename Eq::Real, P>::fits(scheme.zones.zone[z])) return z;
  return -1;
}

/// Straight faces between cells.
template <int Kind, bool Viscous, int P, class Eq>
AllPrismFaces<Eq, Kind, P, Viscous> prism_faces(const Scheme<Eq>& scheme, const Stage<typename Eq::Real>& stage,
                                                const SolidStore<typename Eq::Real>& store, int side_numbers,
                                                const TileGroup& inner,
                                                const PrismMatrices<typename Eq::Real, P>& matrices) {
  return {scheme, stage.in, store, side_numbers, TileGroup{}, inner, matrices.faces(), matrices.lines()};
}

}  // namespace dg::test
