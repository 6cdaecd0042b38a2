/// Runge-Kutta stages with assembly `tiles` on solid cells; .cu files only.
#pragma once

#include <optional>

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/all_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/lone_cells.hpp"
#include "libdg/kernels/schedules/tiles/lone_faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/projected_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_points.hpp"
#include "libdg/kernels/schedules/tiles/solid_side_numbers.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_cells.hpp"
#include "libdg/kernels/schedules/tiles/turned_states.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// Two passes, as in TileStages, of all faces and cells or of one slab after the other; each zone goes in its TileWay.
template <class Eq, int P>
class SolidTileStages {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

 public:
  SolidTileStages(Backend& backend, const Scheme<Eq>& scheme, const Slabs& slabs) : slabs_(slabs) {
    for (int z = 0; z < scheme.zones.count; ++z) {
      if (goes_by_nodes(scheme.zones.zone[z])) nodal_zone_ = z;
      if (goes_by_lines(scheme.zones.zone[z])) lines_zone_ = z;
      is_turned_ = is_turned_ || scheme.zones.zone[z].solid_fragments.turn.from_modes;
    }
    if (nodal_zone_ >= 0) allocate_nodes(backend, scheme.equations.viscous);
    for (const auto& group : slabs_.rooms[0].groups)
      for (const ClassTiles& tiles : group) projects_ = projects_ || tiles.both().size() > 0;
    allocate<0>(backend, scheme);
    allocate<1>(backend, scheme);
    for (int z = 0; z < scheme.zones.count; ++z)
      if (goes_by_triangles(scheme.zones.zone[z]) && !prisms_) prisms_.emplace(backend, scheme.eta[z]);
    if (!prisms_) return;
    const Index* side = prisms_->faces().side;
    for (const bool curved : {false, true}) {
      has_others_[0][curved] = has_faces_beside_prisms<0>(backend, scheme, slabs_.rooms[0], curved, side);
      has_others_[1][curved] = has_faces_beside_prisms<1>(backend, scheme, slabs_.rooms[1], curved, side);
    }
  }

  /// Whether stages go slab by slab; needs a branch for each room, and one more.
  bool has_slabs() const { return slabs_.count > 1; }

  /// Whether states of some cells are not by modes, see Operators::has_own_basis().
  bool has_own_basis() const { return lines_zone_ >= 0 || is_turned_; }

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
          SolidLinePoints<Eq, P, ToModes>{zone, scheme.equations, stage_of(zone, stage), z, store_, nullptr},
          ToModes ? "to modes" : "from modes", z);
    }
    launch.join();
  }

  /// All of a stage, slab by slab. Faces between slabs are taken beside the first slabs' own, and all cells wait for
  /// them. As in take_cells(), `largest_rate` receives what collect_rate() finds.
  void take_slabs(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    const auto take = [&](const Share& share) {
      take_faces(launch, scheme, stage, share);
      if (projects_) project_faces(launch, scheme, stage, share);
    };
    const Share between{.group = 0, .branch = slab_rooms};
    launch.fork();
    take(between);
    for (int slab = 0; slab < slabs_.count; ++slab) {
      const Share own{.group = 1 + slab, .branch = slab % slab_rooms};
      take(own);
      if (slab < slab_rooms) launch.follow(own.branch, between.branch);
      take_cells(launch, scheme, stage, largest_rate, own);
    }
    launch.join();
  }

  /// The faces of a part of the stage, and of no other part: kernels side by side, and then those that need what these
  /// have left.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    launch.fork();
    take_faces(launch, scheme, stage, Share{});
    launch.join();
    if (!projects_) return;
    launch.fork();
    project_faces(launch, scheme, stage, Share{});
    launch.join();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    launch.fork();
    take_cells(launch, scheme, stage, largest_rate, Share{});
    launch.join();
  }

 private:
  /// What is taken at once.
  struct Share {
    int group = -1;   ///< of faces; of cells those of the slab group - 1; none: what the part of the stage says
    int branch = -1;  ///< on which all of it runs; none: kernels of a pass run side by side

    int branch_of(int kernel) const { return branch < 0 ? kernel : branch; }
  };

  template <int Kind>
  void allocate(Backend& backend, const Scheme<Eq>& scheme) {
    const std::size_t numbers = std::size_t(slabs_.rooms[Kind].tiles) * tile_rows * SolidPiece<Eq, Kind, P>::numbers;
    flux_[Kind] = Array<Real>(backend, numbers);
    jump_[Kind] = Array<Real>(backend, scheme.equations.viscous ? numbers : 0);
    store_.flux[Kind] = flux_[Kind].data();
    store_.jump[Kind] = jump_[Kind].data();
    side_numbers_[Kind] = solid_side_numbers<Eq, Kind, P>(scheme);
  }

  void allocate_nodes(Backend& backend, bool viscous) {
    const std::size_t numbers =
        std::size_t(slabs_.rooms[0].node_tiles) * tile_rows * SolidPiece<Eq, 0, P, true>::numbers;
    node_flux_ = Array<Real>(backend, numbers);
    node_jump_ = Array<Real>(backend, viscous ? numbers : 0);
    store_.node_flux = node_flux_.data();
    store_.node_jump = node_jump_.data();
  }

  /// The groups of faces of a kind that are taken.
  Range groups_of(int kind, Part part, const Share& share) const {
    const auto groups = static_cast<Index>(slabs_.rooms[kind].groups.size());
    if (groups == 0) return {};
    if (share.group >= 0) return {share.group, share.group + 1};
    return {part == Part::interface ? 1 : 0, part == Part::interior ? 1 : groups};
  }

  ZoneView<Real> cells_of(const ZoneView<Real>& zone, Part part, const Share& share) const {
    if (share.group < 0) return part_of<dim>(zone, part);
    const auto begin = [&](int slab) { return slab_begin(zone.launched, slab, slabs_.count); };
    return dg::cells_of<dim>(zone, begin(share.group - 1), begin(share.group));
  }

  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, const Share& share) {
    if (scheme.equations.viscous)
      take_faces<true>(launch, scheme, stage, share);
    else
      take_faces<false>(launch, scheme, stage, share);
  }

  template <bool Viscous>
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, const Share& share) {
    take_faces_of_kind<0, true, Viscous>(launch, scheme, stage, share);
    take_faces_of_kind<1, true, Viscous>(launch, scheme, stage, share);
    take_faces_of_kind<0, false, Viscous>(launch, scheme, stage, share);
    take_faces_of_kind<1, false, Viscous>(launch, scheme, stage, share);
  }

  /// Calls take(boundary, inner) with the tiles of two classes, group by group.
  template <class Take>
  void for_each_group(int kind, bool curved, Part part, const Share& share, const Take& take) const {
    const Range groups = groups_of(kind, part, share);
    const auto boundary = static_cast<std::size_t>(face_class(curved, true)),
               inner = static_cast<std::size_t>(face_class(curved, false));
    for (Index g = groups.begin; g < groups.end; ++g)
      take(slabs_.rooms[kind].groups[g][boundary], slabs_.rooms[kind].groups[g][inner]);
  }

  /// Faces of one class each run beside those of others, as far as there are branches.
  template <int Kind, bool Curved, bool Viscous>
  void take_faces_of_kind(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                          const Share& share) {
    const int branches = scheme.zones.count, branch = share.branch_of((2 * Curved + Kind) % branches),
              nodal_branch = share.branch_of(2 % branches);
    for_each_group(Kind, Curved, stage.part, share, [&](const ClassTiles& boundary, const ClassTiles& inner) {
      if constexpr (Kind == 1)
        launch.run_tiles(AllSolidLineFaces<Eq, P, Curved, Viscous>{scheme, stage.in, store_, lines_zone_,
                                                                   boundary.lines(), inner.lines()},
                         "store faces", share.branch_of(Curved % branches));
      const auto run = [&]<bool Nodes>(const TileGroup& on_boundary, const TileGroup& between, int on) {
        launch.run_tiles(
            AllSolidFaceTiles<Eq, Kind, P, Curved, Viscous, Nodes>{scheme, stage.in, store_, side_numbers_[Kind],
                                                                   on_boundary, between},
            "store faces", on);
      };
      if constexpr (Kind == 0 && !Curved && face_terms_pay<Real>(P))
        launch.run_tiles(
            AllLoneFaces<Eq, P, Viscous>{scheme, stage.in, store_, boundary.nodes(), inner.nodes(), nodal_zone_},
            "store faces", nodal_branch);
      else if constexpr (Kind == 0 && !Curved && face_nodes_pay(P))
        run.template operator()<true>(boundary.nodes(), inner.nodes(), nodal_branch);
      if constexpr (has_prism_fragments(Space::prism_Q, P))
        if (prisms_) return take_faces_of_prisms<Kind, Curved, Viscous>(launch, scheme, stage, boundary, inner, branch);
      run.template operator()<false>(boundary.by_matrices(), inner.by_matrices(), branch);
    });
  }

  /// Faces of a mesh with prisms, but for those that leave values at nodes alone.
  template <int Kind, bool Curved, bool Viscous>
  void take_faces_of_prisms(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                            const ClassTiles& boundary, const ClassTiles& inner, int branch) {
    launch.run_tiles(AllPrismFaces<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, store_, inner.points(),
                                                                 prisms_->faces(), prisms_->lines()},
                     "store faces", branch);
    const TileGroup others = has_others_[Kind][Curved] ? inner.by_matrices() : TileGroup{};
    launch.run_tiles(
        AllFacesBesidePrisms<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, store_, side_numbers_[Kind],
                                                           boundary.by_matrices(), others, prisms_->faces().side},
        "store faces", branch);
  }

  /// Values at nodes of faces that have left values at points.
  void project_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                     const Share& share) const {
    const FaceNodesView<Real>& matrices = scheme.zones.zone[nodal_zone_].solid_fragments.faces[0].nodes;
    for (const bool curved : {false, true})
      for_each_group(0, curved, stage.part, share, [&](const ClassTiles&, const ClassTiles& inner) {
        if constexpr (face_nodes_pay(P)) {
          if (scheme.equations.viscous)
            launch.run_tiles(ProjectedFaces<Eq, P, true>{store_, matrices, inner}, "project faces", share.branch_of(0));
          else
            launch.run_tiles(ProjectedFaces<Eq, P, false>{store_, matrices, inner}, "project faces",
                             share.branch_of(0));
        }
      });
  }

  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate,
                  const Share& share) {
    if (!stage.finds_step) largest_rate = nullptr;
    if (scheme.equations.viscous)
      take_cells<true>(launch, scheme, stage, largest_rate, share);
    else
      take_cells<false>(launch, scheme, stage, largest_rate, share);
  }

  template <bool Viscous>
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate,
                  const Share& share) {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real> zone = cells_of(scheme.zones.zone[z], stage.part, share);
      if (zone.launched == 0) continue;
      const auto run = [&]<class Cells>() {
        launch.run_tiles(Cells{zone, scheme.equations, stage_of(zone, stage), z, store_, largest_rate}, "gather stage",
                         share.branch_of(z));
      };
      if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
        if (goes_by_blocks(zone)) {
          run.template operator()<TetrahedronCells<Eq, P, Viscous>>();
          continue;
        }
      if (goes_by_lines(zone) && zone.curved)
        run.template operator()<SolidLineCells<Eq, P, Viscous, true>>();
      else if (goes_by_lines(zone))
        run.template operator()<SolidLineCells<Eq, P, Viscous>>();
      else
        with_space<dim>(zone.space, [&]<Space S>() {
          if constexpr (has_prism_fragments(S, P))
            if (goes_by_triangles(zone)) {
              const auto take = [&]<bool Curved>() {
                take_prisms<Viscous, Curved>(launch, scheme, zone, stage, z, largest_rate, share);
              };
              return zone.curved ? take.template operator()<true>() : take.template operator()<false>();
            }
          if constexpr (fits_solid_tiles(S, P)) {
            if (zone.curved) return run.template operator()<SolidCellTiles<Eq, S, P, Viscous, false, true>>();
            if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
              if (goes_by_nodes(zone)) return run.template operator()<NodalCells<Eq, P, Viscous>>();
            run.template operator()<SolidCellTiles<Eq, S, P, Viscous>>();
          }
        });
    }
  }

  using Prisms = PrismMatrices<Real, P>;

  template <bool Viscous, bool Curved>
  void take_prisms(const CudaLauncher& launch, const Scheme<Eq>& scheme, const ZoneView<Real>& zone,
                   const Stage<Real>& stage, int number, Real* largest_rate, const Share& share) {
    launch.run_tiles(PrismCells<Eq, P, Viscous, Curved>{zone, scheme.equations, stage_of(zone, stage), number, store_,
                                                        largest_rate, prisms_->view()},
                     "gather stage", share.branch_of(number));
  }

  Slabs slabs_;
  Array<Real> flux_[max_face_kinds], jump_[max_face_kinds];
  SolidStore<Real> store_{};
  int side_numbers_[max_face_kinds];
  Array<Real> node_flux_, node_jump_;
  int nodal_zone_ = -1, lines_zone_ = -1;  ///< whose cells go by nodes, and by lines; -1: none
  bool is_turned_ = false;                 ///< whether some cells go by blocks of symmetric modes
  bool projects_ = false;  ///< whether some faces have a cell that takes nodes and one that takes points
  std::optional<Prisms> prisms_;
  bool has_others_[max_face_kinds][2] = {};  ///< [kind][curved] has_faces_beside_prisms()
};

}  // namespace dg
