/// Launches of the cells of a stage, or of a share of it, with assembly `tiles` on 3-D cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/cells_3d.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/stage_workspace_3d.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_cells_3d.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_cells.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_cells.hpp"

namespace dg {

template <class Eq, int P>
struct CellPass3D {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

  const StageWorkspace3D<Eq, P>& workspace;
  const CudaLauncher& launch;
  const KernelContext<Eq>& context;
  const Stage<Real>& stage;
  Real* largest_rate;  ///< receives, with Stage::finds_step, what collect_rate() finds
  StageShare share;

  /// The faces of the cells have been taken.
  void compute() const {
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real> zone = cells_of(context.zones.zone[z]);
      if (zone.launched == 0) continue;
      if (context.equations.viscous)
        compute_zone<true>(zone, z);
      else
        compute_zone<false>(zone, z);
    }
  }

 private:
  ZoneView<Real> cells_of(const ZoneView<Real>& zone) const {
    if (share.group < 0) return part_of<dim>(zone, stage.part);
    const auto begin = [&](int slab) { return slab_begin(zone.launched, slab, workspace.slabs.count); };
    return dg::cells_of<dim>(zone, begin(share.group - 1), begin(share.group));
  }

  template <class Cells, class... More>
  void run(const ZoneView<Real>& zone, int z, const More&... more) const {
    launch.run_tiles(Cells{zone, context.equations, stage_of(zone, stage), z, workspace.store,
                           stage.finds_step ? largest_rate : nullptr, more...},
                     "gather stage", share.branch_of(z));
  }

  template <bool Viscous>
  void compute_zone(const ZoneView<Real>& zone, int z) const {
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone)) return run<TetrahedronCells<Eq, P, Viscous>>(zone, z);
    if (is_sum_factorised(zone) && zone.curved) return run<SumFactorisedCells3D<Eq, P, Viscous, true>>(zone, z);
    if (is_sum_factorised(zone)) return run<SumFactorisedCells3D<Eq, P, Viscous>>(zone, z);
    with_space<dim>(zone.space, [&]<Space S>() { compute_zone_in<S, Viscous>(zone, z); });
  }

  template <Space S, bool Viscous>
  void compute_zone_in(const ZoneView<Real>& zone, int z) const {
    if constexpr (has_prism_fragments(S, P)) {
      if (goes_by_triangles(zone) && zone.curved)
        return run<PrismCells<Eq, P, Viscous, true>>(zone, z, workspace.prisms->view());
      if (goes_by_triangles(zone)) return run<PrismCells<Eq, P, Viscous, false>>(zone, z, workspace.prisms->view());
    }
    if constexpr (fits_tiles_3d(S, P)) {
      if (zone.curved) return run<CellTiles3D<Eq, S, P, Viscous, false, true>>(zone, z);
      if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
        if (goes_by_nodes(zone)) return run<NodalCells<Eq, P, Viscous>>(zone, z);
      run<CellTiles3D<Eq, S, P, Viscous>>(zone, z);
    }
  }
};

}  // namespace dg
