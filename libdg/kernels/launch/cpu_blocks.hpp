/// Stages with Assembly::blocks: straight cells that have them (goes_in_blocks()) block by block, a run of blocks to a
/// thread, other cells as with `fused`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/launch/range.hpp"
#include "libdg/kernels/schedules/blocks.hpp"
#include "libdg/kernels/schedules/fused.hpp"
#include "libdg/kernels/schedules/point_blocks.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P>
class CpuBlocks {
  using Real = typename Eq::Real;
  using V = SimdPack<Real>;
  static constexpr int dim = Eq::dim;

 public:
  CpuBlocks(Backend& backend, const Scheme<Eq>& scheme) {
    std::size_t room = 0;
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
        if constexpr (!Curved && has_blocks<S>) room = std::max(room, add_zone<S>(backend, zone, z));
      });
    }
    for (int t = 0; t < backend.threads(); ++t) rooms_.emplace_back(backend, room);
  }

  /// The cells of a part of the stage.
  template <class Launcher>
  void take_cells(const Launcher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
        if constexpr (!Curved && has_blocks<S>)
          if (zones_[z])
            return take_blocks<S>(launch, {scheme, stage, z, zones_[z]->blocks, zones_[z]->left.data()}, *zones_[z]);
        launch.template run<Real>(FusedStage<Eq, S, P, Curved>{scheme, stage, z},
                                  part(stage.part, zone.interface, zone.launched), "fused stage");
      });
    }
  }

 private:
  struct Zone {
    FaceModes<Real> modes;  ///< of simplices, and of triangles of prisms
    CellBlocks<Real, dim> blocks;
    Array<Real> left;  ///< see BlockSchedule
  };

  template <Space S>
  static constexpr bool has_blocks = S == simplex_space(dim) || has_lines<S, P, V>;

  /// Blocks of a zone whose cells have them; the numbers of a room for their sides.
  template <Space S>
  std::size_t add_zone(Backend& backend, const ZoneView<Real>& zone, int number) {
    if (!fits<S>(zone)) return 0;
    constexpr std::size_t numbers = side_numbers<S>();
    constexpr auto cells = static_cast<Index>(block_side_bytes / (Element<S, P>::n_faces * numbers * sizeof(Real)));
    Zone& added = zones_[number].emplace();
    added.blocks = make_cell_blocks<Real, dim>(backend, zone, number, cells, LaneTraits<V>::width, backend.threads());
    if constexpr (S == simplex_space(dim) || S == Space::prism_Q) {
      const bool lean = zone.tables.faces[0].weighted_points < FaceOfKind<dim, 0, P>::n_points;
      added.modes = make_face_modes<Real, dim>(P, lean ? FaceRule::lean : FaceRule::full);
      if constexpr (S == Space::prism_Q) set_prism_lifting(added.modes, P);
    }
    added.left = Array<Real>(backend, std::size_t(added.blocks.outer_begin.back()) * numbers);
    return added.blocks.most_sides() * numbers;
  }

  template <Space S>
  static bool fits([[maybe_unused]] const ZoneView<Real>& zone) {
    if constexpr (S == simplex_space(dim))
      return true;
    else
      return LineWork<Eq, S, P, V>::fits(zone);
  }

  template <Space S>
  static constexpr std::size_t side_numbers() {
    if constexpr (S == simplex_space(dim))
      return BlockStage<Eq, P>::template side_numbers<V>();
    else
      return PointBlockStage<Eq, S, P>::template side_numbers<V>();
  }

  template <Space S, class Launcher>
  void take_blocks(const Launcher& launch, const BlockSchedule<Eq, S, P>& schedule, const Zone& zone) {
    const std::span<const Index> runs = zone.blocks.run_begin;
    if constexpr (S == simplex_space(dim))
      launch.run_cell_blocks(BlockStage<Eq, P>(schedule, zone.modes), schedule.stage.part, runs, rooms_, "block stage");
    else
      launch.run_cell_blocks(PointBlockStage<Eq, S, P>(schedule, zone.modes), schedule.stage.part, runs, rooms_,
                             "block stage");
  }

  static Range part(Part part, Index interface, Index all) {
    return {part == Part::interior ? interface : 0, part == Part::interface ? interface : all};
  }

  std::array<std::optional<Zone>, max_zones> zones_;
  std::vector<Array<Real>> rooms_;  ///< [thread]
};

}  // namespace dg
