/// Launches of the faces of a stage, or of a share of it, with assembly `tiles` on solid cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/all_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/lone_faces.hpp"
#include "libdg/kernels/schedules/tiles/projected_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_stage_room.hpp"

namespace dg {

template <class Eq, int P>
struct SolidFacePass {
  using Real = typename Eq::Real;
  using Room = SolidStageRoom<Eq, P>;

  const Room& room;
  const CudaLauncher& launch;
  const Scheme<Eq>& scheme;
  const Stage<Real>& stage;
  StageShare share;

  /// Fluxes and jumps.
  void take() const {
    if (scheme.equations.viscous)
      take<true>();
    else
      take<false>();
  }

  /// Values at nodes of faces that have left values at points.
  void project() const {
    const FaceNodesView<Real>& matrices = scheme.zones.zone[room.nodal_zone].solid_fragments.faces[0].nodes;
    for (const bool curved : {false, true})
      for_each_group(0, curved, [&](const ClassTiles&, const ClassTiles& inner) {
        if constexpr (face_nodes_pay(P)) {
          if (scheme.equations.viscous)
            run(ProjectedFaces<Eq, P, true>{room.store, matrices, inner}, "project faces", 0);
          else
            run(ProjectedFaces<Eq, P, false>{room.store, matrices, inner}, "project faces", 0);
        }
      });
  }

 private:
  template <class Work>
  void run(const Work& work, const char* name, int kernel) const {
    launch.run_tiles(work, name, share.branch_of(kernel));
  }

  template <bool Viscous>
  void take() const {
    take_kind<0, true, Viscous>();
    take_kind<1, true, Viscous>();
    take_kind<0, false, Viscous>();
    take_kind<1, false, Viscous>();
  }

  /// The groups of faces of a kind that are taken.
  Range groups_of(int kind) const {
    const auto groups = static_cast<Index>(room.slabs.rooms[kind].groups.size());
    if (groups == 0) return {};
    if (share.group >= 0) return {share.group, share.group + 1};
    return {stage.part == Part::interface ? 1 : 0, stage.part == Part::interior ? 1 : groups};
  }

  /// Calls visit(boundary, inner) with the tiles of two classes, group by group.
  template <class Visit>
  void for_each_group(int kind, bool curved, const Visit& visit) const {
    const Range groups = groups_of(kind);
    const auto boundary = static_cast<std::size_t>(face_class(curved, true)),
               inner = static_cast<std::size_t>(face_class(curved, false));
    for (Index g = groups.begin; g < groups.end; ++g)
      visit(room.slabs.rooms[kind].groups[g][boundary], room.slabs.rooms[kind].groups[g][inner]);
  }

  /// Faces of one class each run beside those of others, as far as there are branches.
  template <int Kind, bool Curved, bool Viscous>
  void take_kind() const {
    const int branches = scheme.zones.count, by_points = (2 * Curved + Kind) % branches, by_nodes = 2 % branches;
    for_each_group(Kind, Curved, [&](const ClassTiles& boundary, const ClassTiles& inner) {
      if constexpr (Kind == 1)
        run(AllSolidLineFaces<Eq, P, Curved, Viscous>{scheme, stage.in, room.store, room.lines_zone, boundary.lines(),
                                                      inner.lines()},
            "store faces", Curved % branches);
      if constexpr (Kind == 0 && !Curved && face_terms_pay<Real>(P))
        run(AllLoneFaces<Eq, P, Viscous>{scheme, stage.in, room.store, boundary.nodes(), inner.nodes(),
                                         room.nodal_zone},
            "store faces", by_nodes);
      else if constexpr (Kind == 0 && !Curved && face_nodes_pay(P))
        take_by_matrices<Kind, Curved, Viscous, true>(boundary.nodes(), inner.nodes(), by_nodes);
      if constexpr (has_prism_fragments(Space::prism_Q, P))
        if (room.prisms) return take_beside_prisms<Kind, Curved, Viscous>(boundary, inner, by_points);
      take_by_matrices<Kind, Curved, Viscous, false>(boundary.by_matrices(), inner.by_matrices(), by_points);
    });
  }

  template <int Kind, bool Curved, bool Viscous, bool Nodes>
  void take_by_matrices(const TileGroup& boundary, const TileGroup& inner, int kernel) const {
    run(AllSolidFaceTiles<Eq, Kind, P, Curved, Viscous, Nodes>{scheme, stage.in, room.store, room.side_numbers[Kind],
                                                               boundary, inner},
        "store faces", kernel);
  }

  /// Faces of a mesh with prisms, but for those that leave values at nodes alone.
  template <int Kind, bool Curved, bool Viscous>
  void take_beside_prisms(const ClassTiles& boundary, const ClassTiles& inner, int kernel) const {
    const PrismFaceFragmentsView<Real>& faces = room.prisms->faces();
    run(AllPrismFaces<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, room.store, inner.points(), faces,
                                                    room.prisms->lines()},
        "store faces", kernel);
    const TileGroup others = room.has_others[Kind][Curved] ? inner.by_matrices() : TileGroup{};
    run(AllFacesBesidePrisms<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, room.store, room.side_numbers[Kind],
                                                           boundary.by_matrices(), others, faces.side},
        "store faces", kernel);
  }
};

}  // namespace dg
