/// Runge-Kutta stages with assembly `tiles`.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/all_faces.hpp"
#include "libdg/kernels/schedules/tiles/cells_2d.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_cells_2d.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

/// Two passes as in `gather`: faces store fluxes and jumps, cells gather them.
template <class Eq, int P>
class TileStages {
  using Real = typename Eq::Real;

 public:
  TileStages(Backend& backend, const KernelContext<Eq>& context)
      : store_(backend,
               std::size_t(context.tiles[0].begin[face_classes]) * tile_faces(P + 1) * StoredFace<Eq::n_var, P>::size) {
    for (int z = 0; z < context.zones.count; ++z)
      with_space(context.zones.zone[z].space, [&]<Space S>() {
        side_numbers_ = std::max(side_numbers_, FaceTile<Eq, P, false, false>::template side_numbers<S>());
      });
  }

  /// The faces of a part of the stage, and of no other part.
  void compute_faces(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    const auto compute = [&]<bool Viscous>() {
      launch.run_tiles(AllFaceTiles<Eq, P, Viscous>(context, stage, store_.data(), side_numbers_), "store faces");
    };
    if (context.equations.viscous)
      compute.template operator()<true>();
    else
      compute.template operator()<false>();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void compute_cells(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
                     Real* largest_rate) {
    if (context.equations.viscous)
      compute_cells<true>(launch, context, stage, largest_rate);
    else
      compute_cells<false>(launch, context, stage, largest_rate);
  }

 private:
  template <bool Viscous>
  void compute_cells(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
                     Real* largest_rate) {
    if (!stage.finds_step) largest_rate = nullptr;
    double work = 0;
    for (int z = 0; z < context.zones.count; ++z) work += work_of(part_of<Eq::dim>(context.zones.zone[z], stage.part));
    launch.fork();
    for (int z = context.zones.count - 1; z >= 0; --z) {
      const ZoneView<Real> zone = part_of<Eq::dim>(context.zones.zone[z], stage.part);
      if (zone.launched == 0) continue;
      const auto run = [&]<class Cells>() {
        launch.run_tiles(Cells{zone, context.equations, stage_of(zone, stage), z, store_.data(), largest_rate},
                         "gather stage", z, share_device ? work_of(zone) / work : 1);
      };
      if constexpr (factorised_pays(P) && Eq::n_var == quarters)
        if (SumFactorisedCells2D<Eq, P, Viscous>::fits(zone)) {
          run.template operator()<SumFactorisedCells2D<Eq, P, Viscous>>();
          continue;
        }
      with_zone_kind(
          zone, [&]<Space S, bool Curved>() { run.template operator()<CellTiles2D<Eq, S, P, Viscous, Curved>>(); });
    }
    launch.join();
  }

  /// Whether kernels of all zones run from the beginning to the end of the pass: at low degree, where each repeats.
  static constexpr bool share_device =
      tile_cell_shape<Real>(Element<Space::quadrilateral_Q, P>::n_modes, true).repeats();

  /// Curved cells count twice: the shares that ran fastest on a hybrid mesh (benchmarks/NOTES.md).
  static double work_of(const ZoneView<Real>& zone) { return (zone.curved ? 2.0 : 1.0) * zone.launched; }

  Array<Real> store_;
  int side_numbers_ = 0;  ///< see FaceTile
};

}  // namespace dg
