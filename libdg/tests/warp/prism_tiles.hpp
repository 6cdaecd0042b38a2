/// Tiles of prisms with triangle x line, as SolidTileStages makes them.
#pragma once

#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/tests/warp/run_on_warp.hpp"

namespace dg::test {

/// The first zone of which this holds; none: -1.
template <class Eq, class Holds>
int zone_where(const Scheme<Eq>& scheme, const Holds& holds) {
  for (int z = 0; z < scheme.zones.count; ++z)
    if (holds(scheme.zones.zone[z])) return z;
  return -1;
}
/// One whose cells are such prisms, for their faces.
template <class Eq>
int zone_of_prisms(const Scheme<Eq>& scheme) {
  return zone_where(scheme, [](const auto& zone) { return goes_by_triangles(zone); });
}

/// Runs the faces of a class between cells that leave values at points, those that go by triangle and line and then the
/// others.
template <int Kind, bool Curved, bool Viscous, int P, class Eq>
void run_prism_faces(const Scheme<Eq>& scheme, const Stage<typename Eq::Real>& stage,
                     const SolidStore<typename Eq::Real>& store, int side_numbers, const ClassTiles& inner,
                     const PrismMatrices<typename Eq::Real, P>& matrices) {
  run_on_warp(AllPrismFaces<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, store, inner.points(), matrices.faces(),
                                                          matrices.lines()});
  const SolidFaceTiles<Eq, Kind, P, false, Viscous> straight{
      scheme, stage.in, store, side_numbers, inner.by_matrices().begin, inner.by_matrices().stored};
  const FacesBesidePrisms<Eq, Kind, P, Curved, Viscous> others{{straight}, matrices.faces().side};
  run_on_warp(others, inner.by_matrices().size());
}

}  // namespace dg::test
