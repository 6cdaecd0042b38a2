/// Runge-Kutta stages with assembly `tiles` on 3-D cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/basis_change_tiles.hpp"
#include "libdg/kernels/schedules/tiles/cell_pass_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_pass_3d.hpp"
#include "libdg/kernels/schedules/tiles/stage_workspace_3d.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_points_3d.hpp"

namespace dg {

/// Two passes, as in TileStages, of all faces and cells or of one slab after the other; each zone goes in its
/// TileFamily.
template <class Eq, int P>
class TileStages3D {
  using Real = typename Eq::Real;
  using FacePass = FacePass3D<Eq, P>;
  using CellPass = CellPass3D<Eq, P>;

 public:
  TileStages3D(Backend& backend, const KernelContext<Eq>& context, const Slabs& slabs)
      : workspace_(backend, context, slabs) {}

  /// Whether stages go slab by slab; needs a branch for each workspace, and one more.
  bool has_slabs() const { return workspace_.slabs.count > 1; }

  /// Whether states of some cells are not by modes, see Operators::has_own_basis().
  bool has_own_basis() const { return workspace_.sum_factorised_zone >= 0 || workspace_.changes_basis; }

  /// From modes to these or back, and copies of all others; both may lie at the same place.
  template <bool ToModes>
  void convert(const CudaLauncher& launch, const KernelContext<Eq>& context, const Real* from, Real* to) const {
    Stage<Real> stage{};
    stage.in = from;
    stage.out = to;
    launch.fork();
    for (int z = 0; z < context.zones.count; ++z) {
      ZoneView<Real> zone = context.zones.zone[z];
      zone.launched = zone.padded;
      const Real* in = from + zone.state_begin;
      Real* out = to + zone.state_begin;
      const auto change = [&]<Space S>() {
        launch.run_tiles(BasisChangeTiles<Eq, S, P, ToModes>{zone, in, out}, ToModes ? "to modes" : "from modes", z);
      };
      if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
        if (goes_by_blocks(zone)) change.template operator()<Space::tetrahedron_P>();
      if constexpr (has_prism_fragments(Space::prism_Q, P))
        if (goes_by_triangles(zone)) change.template operator()<Space::prism_Q>();
      if (zone.fragments_3d.basis_change.from_modes) continue;
      if (!is_sum_factorised(zone)) {
        if (from != to) launch.copy(in, out, zone.layout.cell(std::int64_t(zone.padded)), "copy modes", z);
        continue;
      }
      launch.run_tiles(SumFactorisedPoints3D<Eq, P, ToModes>{zone, context.equations, stage_of(zone, stage), z,
                                                             workspace_.store, nullptr},
                       ToModes ? "to modes" : "from modes", z);
    }
    launch.join();
  }

  /// All of a stage, slab by slab. Faces between slabs are taken beside the first slabs' own, and all cells wait for
  /// them. As in compute_cells(), `largest_rate` receives what collect_rate() finds.
  void compute_slabs(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
                     Real* largest_rate) const {
    const auto compute = [&](const StageShare& share) {
      const FacePass faces{workspace_, launch, context, stage, share};
      faces.compute();
      if (workspace_.projects) faces.project();
    };
    const StageShare between{.group = 0, .branch = slab_workspaces};
    launch.fork();
    compute(between);
    for (int slab = 0; slab < workspace_.slabs.count; ++slab) {
      const StageShare own{.group = 1 + slab, .branch = slab % slab_workspaces};
      compute(own);
      if (slab < slab_workspaces) launch.follow(own.branch, between.branch);
      CellPass{workspace_, launch, context, stage, largest_rate, own}.compute();
    }
    launch.join();
  }

  /// The faces of a part of the stage, and of no other part. Kernels run side by side, and then those that need what
  /// these have left.
  void compute_faces(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) const {
    const FacePass faces{workspace_, launch, context, stage, {}};
    launch.fork();
    faces.compute();
    launch.join();
    if (!workspace_.projects) return;
    launch.fork();
    faces.project();
    launch.join();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void compute_cells(const CudaLauncher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
                     Real* largest_rate) const {
    launch.fork();
    CellPass{workspace_, launch, context, stage, largest_rate, {}}.compute();
    launch.join();
  }

 private:
  StageWorkspace3D<Eq, P> workspace_;
};

}  // namespace dg
