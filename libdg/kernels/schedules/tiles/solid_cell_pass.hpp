/// Launches of the cells of a stage, or of a share of it, with assembly `tiles` on solid cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/lone_cells.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_stage_room.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_cells.hpp"

namespace dg {

template <class Eq, int P>
struct SolidCellPass {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

  const SolidStageRoom<Eq, P>& room;
  const CudaLauncher& launch;
  const Scheme<Eq>& scheme;
  const Stage<Real>& stage;
  Real* largest_rate;  ///< receives, with Stage::finds_step, what collect_rate() finds
  StageShare share;

  /// The faces of the cells have been taken.
  void take() const {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real> zone = cells_of(scheme.zones.zone[z]);
      if (zone.launched == 0) continue;
      if (scheme.equations.viscous)
        take_zone<true>(zone, z);
      else
        take_zone<false>(zone, z);
    }
  }

 private:
  ZoneView<Real> cells_of(const ZoneView<Real>& zone) const {
    if (share.group < 0) return part_of<dim>(zone, stage.part);
    const auto begin = [&](int slab) { return slab_begin(zone.launched, slab, room.slabs.count); };
    return dg::cells_of<dim>(zone, begin(share.group - 1), begin(share.group));
  }

  template <class Cells, class... More>
  void run(const ZoneView<Real>& zone, int z, const More&... more) const {
    launch.run_tiles(Cells{zone, scheme.equations, stage_of(zone, stage), z, room.store,
                           stage.finds_step ? largest_rate : nullptr, more...},
                     "gather stage", share.branch_of(z));
  }

  template <bool Viscous>
  void take_zone(const ZoneView<Real>& zone, int z) const {
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone)) return run<TetrahedronCells<Eq, P, Viscous>>(zone, z);
    if (goes_by_lines(zone) && zone.curved) return run<SolidLineCells<Eq, P, Viscous, true>>(zone, z);
    if (goes_by_lines(zone)) return run<SolidLineCells<Eq, P, Viscous>>(zone, z);
    with_space<dim>(zone.space, [&]<Space S>() { take_space<S, Viscous>(zone, z); });
  }

  template <Space S, bool Viscous>
  void take_space(const ZoneView<Real>& zone, int z) const {
    if constexpr (has_prism_fragments(S, P)) {
      if (goes_by_triangles(zone) && zone.curved)
        return run<PrismCells<Eq, P, Viscous, true>>(zone, z, room.prisms->view());
      if (goes_by_triangles(zone)) return run<PrismCells<Eq, P, Viscous, false>>(zone, z, room.prisms->view());
    }
    if constexpr (fits_solid_tiles(S, P)) {
      if (zone.curved) return run<SolidCellTiles<Eq, S, P, Viscous, false, true>>(zone, z);
      if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
        if (goes_by_nodes(zone)) return run<NodalCells<Eq, P, Viscous>>(zone, z);
      run<SolidCellTiles<Eq, S, P, Viscous>>(zone, z);
    }
  }
};

}  // namespace dg
