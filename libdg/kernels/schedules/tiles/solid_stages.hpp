/// Runge-Kutta stages with assembly `tiles` on solid cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/solid_cell_pass.hpp"
#include "libdg/kernels/schedules/tiles/solid_face_pass.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_points.hpp"
#include "libdg/kernels/schedules/tiles/solid_stage_room.hpp"
#include "libdg/kernels/schedules/tiles/turned_states.hpp"

namespace dg {

/// Two passes, as in TileStages, of all faces and cells or of one slab after the other; each zone goes in its TileWay.
template <class Eq, int P>
class SolidTileStages {
  using Real = typename Eq::Real;
  using FacePass = SolidFacePass<Eq, P>;
  using CellPass = SolidCellPass<Eq, P>;

 public:
  SolidTileStages(Backend& backend, const Scheme<Eq>& scheme, const Slabs& slabs) : room_(backend, scheme, slabs) {}

  /// Whether stages go slab by slab; needs a branch for each room, and one more.
  bool has_slabs() const { return room_.slabs.count > 1; }

  /// Whether states of some cells are not by modes, see Operators::has_own_basis().
  bool has_own_basis() const { return room_.lines_zone >= 0 || room_.is_turned; }

  /// From modes to these or back, and copies of all others; both may lie at the same place.
  template <bool ToModes>
  void convert(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Real* from, Real* to) const {
    Stage<Real> stage{};
    stage.in = from;
    stage.out = to;
    launch.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      ZoneView<Real> zone = scheme.zones.zone[z];
      zone.launched = zone.padded;
      const Real* in = from + zone.state_begin;
      Real* out = to + zone.state_begin;
      const auto turn = [&]<Space S>() {
        launch.run_tiles(TurnedStates<Eq, S, P, ToModes>{zone, in, out}, ToModes ? "to modes" : "from modes", z);
      };
      if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
        if (goes_by_blocks(zone)) turn.template operator()<Space::tetrahedron_P>();
      if constexpr (has_prism_fragments(Space::prism_Q, P))
        if (goes_by_triangles(zone)) turn.template operator()<Space::prism_Q>();
      if (zone.solid_fragments.turn.from_modes) continue;
      if (!goes_by_lines(zone)) {
        if (from != to) launch.copy(in, out, zone.layout.cell(std::int64_t(zone.padded)), "copy modes", z);
        continue;
      }
      launch.run_tiles(
          SolidLinePoints<Eq, P, ToModes>{zone, scheme.equations, stage_of(zone, stage), z, room_.store, nullptr},
          ToModes ? "to modes" : "from modes", z);
    }
    launch.join();
  }

  /// All of a stage, slab by slab. Faces between slabs are taken beside the first slabs' own, and all cells wait for
  /// them. As in take_cells(), `largest_rate` receives what collect_rate() finds.
  void take_slabs(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                  Real* largest_rate) const {
    const auto take = [&](const StageShare& share) {
      const FacePass faces{room_, launch, scheme, stage, share};
      faces.take();
      if (room_.projects) faces.project();
    };
    const StageShare between{.group = 0, .branch = slab_rooms};
    launch.fork();
    take(between);
    for (int slab = 0; slab < room_.slabs.count; ++slab) {
      const StageShare own{.group = 1 + slab, .branch = slab % slab_rooms};
      take(own);
      if (slab < slab_rooms) launch.follow(own.branch, between.branch);
      CellPass{room_, launch, scheme, stage, largest_rate, own}.take();
    }
    launch.join();
  }

  /// The faces of a part of the stage, and of no other part: kernels side by side, and then those that need what these
  /// have left.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) const {
    const FacePass faces{room_, launch, scheme, stage, {}};
    launch.fork();
    faces.take();
    launch.join();
    if (!room_.projects) return;
    launch.fork();
    faces.project();
    launch.join();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                  Real* largest_rate) const {
    launch.fork();
    CellPass{room_, launch, scheme, stage, largest_rate, {}}.take();
    launch.join();
  }

 private:
  SolidStageRoom<Eq, P> room_;
};

}  // namespace dg
