/// Tiles of prisms with triangle x line, as TileStages3D makes them.
#pragma once

#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/tests/warp/run_on_warp.hpp"
#include "libdg/tests/warp/tile_zones.hpp"

namespace dg::test {

/// Runs the faces of a class between cells that leave values at points, those that go by triangle and line and then the
/// others.
template <int Kind, bool Curved, bool Viscous, int P, class Eq>
void run_prism_faces(const KernelContext<Eq>& context, const Stage<typename Eq::Real>& stage,
                     const FaceStore3D<typename Eq::Real>& store, int side_numbers, const ClassTiles& inner,
                     const PrismMatrices<typename Eq::Real, P>& matrices) {
  run_on_warp(AllPrismFaces<Eq, Kind, P, Curved, Viscous>{context, stage.in, store, inner.points(), matrices.faces(),
                                                          matrices.lines()});
  const FaceTiles3D<Eq, Kind, P, false, Viscous> straight{
      context, stage.in, store, side_numbers, inner.by_matrices().begin, inner.by_matrices().stored};
  const FacesBesidePrisms<Eq, Kind, P, Curved, Viscous> others{{straight}, matrices.faces().side};
  run_on_warp(others, inner.by_matrices().size());
}

}  // namespace dg::test
