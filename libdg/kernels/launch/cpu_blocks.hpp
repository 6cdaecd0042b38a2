/// Stages with Assembly::blocks: straight triangles and tetrahedra block by block, a block to a thread, other cells as
/// with `fused`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/launch/range.hpp"
#include "libdg/kernels/schedules/blocks.hpp"
#include "libdg/kernels/schedules/fused.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P>
class CpuBlocks {
  using Real = typename Eq::Real;
  using V = SimdPack<Real>;
  static constexpr int dim = Eq::dim;
  static constexpr Space space = simplex_space(dim);

 public:
  CpuBlocks(Backend& backend, const Scheme<Eq>& scheme) {
    std::size_t room = 0;
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      if (zone.space != space || zone.curved) continue;
      const bool lean = zone.tables.faces[0].weighted_points < FaceOfKind<dim, 0, P>::n_points;
      zones_[z].emplace(Zone{make_face_modes<Real, dim>(P, lean ? FaceRule::lean : FaceRule::full),
                             make_cell_blocks<Real, dim>(backend, zone, z, block_cells, LaneTraits<V>::width)});
      room = std::max(room, zones_[z]->blocks.most_sides() * side_numbers);
    }
    for (int t = 0; t < backend.threads(); ++t) rooms_.emplace_back(backend, room);
  }

  /// The cells of a part of the stage.
  template <class Launcher>
  void take_cells(const Launcher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      if (zones_[z]) {
        const CellBlocks<Real, dim>& blocks = zones_[z]->blocks;
        launch.run_cell_blocks(BlockStage<Eq, P>{scheme, stage, z, FaceModesView<Real>(zones_[z]->modes), blocks},
                               part(stage.part, blocks.interface, blocks.blocks()), rooms_, "block stage");
      } else {
        with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
          if constexpr (S != space || Curved)
            launch.template run<Real>(FusedStage<Eq, S, P, Curved>{scheme, stage, z},
                                      part(stage.part, zone.interface, zone.launched), "fused stage");
        });
      }
    }
  }

 private:
  struct Zone {
    FaceModes<Real> modes;
    CellBlocks<Real, dim> blocks;
  };

  static constexpr std::size_t side_numbers = BlockStage<Eq, P>::template side_numbers<V>();
  static constexpr Index block_cells =
      static_cast<Index>(block_side_bytes / (CellBlocks<Real, dim>::faces * side_numbers * sizeof(Real)));

  static Range part(Part part, Index interface, Index all) {
    return {part == Part::interior ? interface : 0, part == Part::interface ? interface : all};
  }

  std::array<std::optional<Zone>, max_zones> zones_;
  std::vector<Array<Real>> rooms_;  ///< [thread]
};

}  // namespace dg
