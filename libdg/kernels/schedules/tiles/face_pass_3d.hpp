/// Launches of the faces of a stage, or of a share of it, with assembly `tiles` on 3-D cells.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/schedules/tiles/all_faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/projected_faces.hpp"
#include "libdg/kernels/schedules/tiles/stage_workspace_3d.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_faces.hpp"

namespace dg {

template <class Eq, int P>
struct FacePass3D {
  using Real = typename Eq::Real;
  using Workspace = StageWorkspace3D<Eq, P>;

  const Workspace& workspace;
  const CudaLauncher& launch;
  const KernelContext<Eq>& context;
  const Stage<Real>& stage;
  StageShare share;

  /// Fluxes and jumps.
  void compute() const {
    if (context.equations.viscous)
      compute<true>();
    else
      compute<false>();
  }

  /// Values at nodes of faces that have left values at points.
  void project() const {
    const FaceNodesView<Real>& matrices = context.zones.zone[workspace.nodal_zone].fragments_3d.faces[0].nodes;
    for (const bool curved : {false, true})
      for_each_group(0, curved, [&](const ClassTiles&, const ClassTiles& inner) {
        if constexpr (face_nodes_pay(P)) {
          if (context.equations.viscous)
            run(ProjectedFaces<Eq, P, true>{workspace.store, matrices, inner}, "project faces", 0);
          else
            run(ProjectedFaces<Eq, P, false>{workspace.store, matrices, inner}, "project faces", 0);
        }
      });
  }

 private:
  template <class Work>
  void run(const Work& work, const char* name, int kernel) const {
    launch.run_tiles(work, name, share.branch_of(kernel));
  }

  template <bool Viscous>
  void compute() const {
    compute_kind<0, true, Viscous>();
    compute_kind<1, true, Viscous>();
    compute_kind<0, false, Viscous>();
    compute_kind<1, false, Viscous>();
  }

  /// The groups of faces of a kind that are taken.
  Range groups_of(int kind) const {
    const auto groups = static_cast<Index>(workspace.slabs.workspaces[kind].groups.size());
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
      visit(workspace.slabs.workspaces[kind].groups[g][boundary], workspace.slabs.workspaces[kind].groups[g][inner]);
  }

  /// Faces of one class each run beside those of others, as far as there are branches.
  template <int Kind, bool Curved, bool Viscous>
  void compute_kind() const {
    const int branches = context.zones.count, by_points = (2 * Curved + Kind) % branches, by_nodes = 2 % branches;
    for_each_group(Kind, Curved, [&](const ClassTiles& boundary, const ClassTiles& inner) {
      if constexpr (Kind == 1)
        run(
            AllSumFactorisedFaces3D<Eq, P, Curved, Viscous>{
                context, stage.in, workspace.store, workspace.sum_factorised_zone, boundary.lines(), inner.lines()},
            "store faces", Curved % branches);
      if constexpr (Kind == 0 && !Curved && face_terms_pay<Real>(P))
        run(AllThreadPerElementFaces<Eq, P, Viscous>{context, stage.in, workspace.store, boundary.nodes(),
                                                     inner.nodes(), workspace.nodal_zone},
            "store faces", by_nodes);
      else if constexpr (Kind == 0 && !Curved && face_nodes_pay(P))
        compute_by_matrices<Kind, Curved, Viscous, true>(boundary.nodes(), inner.nodes(), by_nodes);
      if constexpr (has_prism_fragments(Space::prism_Q, P))
        if (workspace.prisms) return compute_beside_prisms<Kind, Curved, Viscous>(boundary, inner, by_points);
      compute_by_matrices<Kind, Curved, Viscous, false>(boundary.by_matrices(), inner.by_matrices(), by_points);
    });
  }

  template <int Kind, bool Curved, bool Viscous, bool Nodes>
  void compute_by_matrices(const TileGroup& boundary, const TileGroup& inner, int kernel) const {
    run(AllFaceTiles3D<Eq, Kind, P, Curved, Viscous, Nodes>{context, stage.in, workspace.store,
                                                            workspace.side_numbers[Kind], boundary, inner},
        "store faces", kernel);
  }

  /// Faces of a mesh with prisms, but for those that leave values at nodes alone.
  template <int Kind, bool Curved, bool Viscous>
  void compute_beside_prisms(const ClassTiles& boundary, const ClassTiles& inner, int kernel) const {
    const PrismFaceFragmentsView<Real>& faces = workspace.prisms->faces();
    run(AllPrismFaces<Eq, Kind, P, Curved, Viscous>{context, stage.in, workspace.store, inner.points(), faces,
                                                    workspace.prisms->lines()},
        "store faces", kernel);
    const TileGroup others = workspace.has_others[Kind][Curved] ? inner.by_matrices() : TileGroup{};
    run(AllFacesBesidePrisms<Eq, Kind, P, Curved, Viscous>{context, stage.in, workspace.store,
                                                           workspace.side_numbers[Kind], boundary.by_matrices(), others,
                                                           faces.side},
        "store faces", kernel);
  }
};

}  // namespace dg
