/// Runge-Kutta stages with assembly `tiles` on solid cells; .cu files only.
#pragma once

#include <optional>
#include <span>

#include "libdg/backend/read_back.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/all_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_points.hpp"
#include "libdg/kernels/schedules/tiles/solid_side_numbers.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// Two passes, as in TileStages, of all faces and cells or of one slab after the other. Where all cells of all ranks
/// are hexahedra with Q^p that lines fit, products go line by line (TileFit), on states by points.
template <class Eq, int P>
class SolidTileStages {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

 public:
  SolidTileStages(Backend& backend, const Scheme<Eq>& scheme, const Slabs& slabs) : slabs_(slabs) {
    by_lines_ = scheme.zones.zone[0].solid_fragments.line_points != nullptr;
    by_nodes_ = face_nodes_pay(P) && scheme.zones.zone[0].solid_fragments.faces[0].nodes.own_node != nullptr;
    allocate<0>(backend, scheme);
    allocate<1>(backend, scheme);
    for (int z = 0; z < scheme.zones.count; ++z)
      if (Prisms::fits(scheme.zones.zone[z]) && !prisms_) prisms_.emplace(backend, scheme.eta[z]);
    if (!prisms_) return;
    has_others_[0] = has_faces_beside_prisms<0>(backend, scheme);
    has_others_[1] = has_faces_beside_prisms<1>(backend, scheme);
  }

  /// Whether stages go slab by slab; needs two branches.
  bool has_slabs() const { return slabs_.count > 1; }

  /// Whether states are values at points in place of modes, see Operators::takes_points().
  bool takes_points() const { return by_lines_; }

  /// From one to the other, of all cells; both may lie at the same place.
  template <bool ToModes>
  void convert(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Real* from, Real* to) const {
    Stage<Real> stage{};
    stage.in = from;
    stage.out = to;
    launch.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      ZoneView<Real> zone = scheme.zones.zone[z];
      zone.launched = zone.padded;
      launch.run_tiles(
          SolidLinePoints<Eq, P, ToModes>{zone, scheme.equations, stage_of(zone, stage), z, store_, nullptr},
          ToModes ? "to modes" : "to points", z);
    }
    launch.join();
  }

  /// All of a stage, slab by slab. As in take_cells(), `largest_rate` receives what collect_rate() finds.
  void take_slabs(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    launch.fork();
    take_faces(launch, scheme, stage, Share{.group = 0});
    launch.join();
    launch.fork();
    for (int slab = 0; slab < slabs_.count; ++slab) {
      const Share share{.group = 1 + slab, .branch = slab % 2};
      take_faces(launch, scheme, stage, share);
      take_cells(launch, scheme, stage, largest_rate, share);
    }
    launch.join();
  }

  /// The faces of a part of the stage, and of no other part.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    launch.fork();
    take_faces(launch, scheme, stage, Share{});
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
    const Index tiles = has_slabs() ? slabs_.rooms[Kind].tiles : scheme.tiles[Kind].begin[face_classes];
    const std::size_t numbers = std::size_t(tiles) * tile_rows *
                                (by_nodes_ ? SolidPiece<Eq, Kind, P, true>::numbers : SolidPiece<Eq, Kind, P>::numbers);
    flux_[Kind] = Array<Real>(backend, numbers);
    jump_[Kind] = Array<Real>(backend, scheme.equations.viscous ? numbers : 0);
    store_.flux[Kind] = flux_[Kind].data();
    store_.jump[Kind] = jump_[Kind].data();
    side_numbers_[Kind] = solid_side_numbers<Eq, Kind, P>(scheme);
  }

  /// The tiles of a class of faces of a kind.
  TileGroup tiles_of(const Scheme<Eq>& scheme, int kind, FaceClass of, Part part, const Share& share) const {
    if (share.group >= 0) {
      const auto& groups = slabs_.rooms[kind].groups;
      return groups.empty() ? TileGroup{} : groups[share.group][static_cast<std::size_t>(of)];
    }
    const Range range = dg::tiles_of(scheme.tiles[kind], of, part);
    const Index begin = scheme.tiles[kind].begin[static_cast<int>(of)];
    return {begin + range.begin, begin + range.end, begin + range.begin};
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
    if (by_nodes_) {
      if constexpr (face_nodes_pay(P)) take_faces_of_kind<0, false, Viscous, true>(launch, scheme, stage, share);
    } else if (by_lines_) {
      take_line_faces<true, Viscous>(launch, scheme, stage, share);
      take_line_faces<false, Viscous>(launch, scheme, stage, share);
    } else {
      take_faces_of_kind<0, true, Viscous>(launch, scheme, stage, share);
      take_faces_of_kind<1, true, Viscous>(launch, scheme, stage, share);
      take_faces_of_kind<0, false, Viscous>(launch, scheme, stage, share);
      take_faces_of_kind<1, false, Viscous>(launch, scheme, stage, share);
    }
  }

  /// Faces of one class each run beside those of others, as far as there are branches.
  template <int Kind, bool Curved, bool Viscous, bool Nodes = false>
  void take_faces_of_kind(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                          const Share& share) {
    const auto tiles = [&](bool boundary) {
      return tiles_of(scheme, Kind, face_class(Curved, boundary), stage.part, share);
    };
    if constexpr (has_prism_fragments(Space::prism_Q, P) && !Curved)
      if (prisms_) {
        const int branch = share.branch_of(Kind % scheme.zones.count);
        launch.run_tiles(AllPrismFaces<Eq, Kind, P, Viscous>{scheme, stage.in, store_, tiles(false), prisms_->faces(),
                                                             prisms_->lines()},
                         "store faces", branch);
        return launch.run_tiles(
            AllFacesBesidePrisms<Eq, Kind, P, Viscous>{scheme, stage.in, store_, side_numbers_[Kind], tiles(true),
                                                       has_others_[Kind] ? tiles(false) : TileGroup{},
                                                       prisms_->faces().side},
            "store faces", branch);
      }
    launch.run_tiles(
        AllSolidFaceTiles<Eq, Kind, P, Curved, Viscous, Nodes>{scheme, stage.in, store_, side_numbers_[Kind],
                                                               tiles(true), tiles(false)},
        "store faces", share.branch_of((2 * Curved + Kind) % scheme.zones.count));
  }

  template <bool Curved, bool Viscous>
  void take_line_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage,
                       const Share& share) {
    const auto tiles = [&](bool boundary) {
      return tiles_of(scheme, 1, face_class(Curved, boundary), stage.part, share);
    };
    launch.run_tiles(AllSolidLineFaces<Eq, P, Curved, Viscous>{scheme, stage.in, store_, tiles(true), tiles(false)},
                     "store faces", share.branch_of(Curved % scheme.zones.count));
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
      if (by_nodes_) {
        if constexpr (face_nodes_pay(P))
          run.template operator()<SolidCellTiles<Eq, Space::tetrahedron_P, P, Viscous, true>>();
      } else if (by_lines_ && zone.curved)
        run.template operator()<CurvedSolidLineCells<Eq, P, Viscous>>();
      else if (by_lines_)
        run.template operator()<SolidLineCells<Eq, P, Viscous>>();
      else
        with_space<dim>(zone.space, [&]<Space S>() {
          if constexpr (fits_solid_tiles(S, P)) {
            if constexpr (fits_solid_tiles(S, P, true))
              if (zone.curved) return run.template operator()<CurvedSolidCellTiles<Eq, S, P, Viscous>>();
            if constexpr (has_prism_fragments(S, P))
              if (Prisms::fits(zone)) return take_prisms<Viscous>(launch, scheme, zone, stage, z, largest_rate, share);
            run.template operator()<SolidCellTiles<Eq, S, P, Viscous>>();
          }
        });
    }
  }

  using Prisms = PrismMatrices<Real, P>;

  /// Whether some straight inner faces of a kind are not among those that PrismFaceChoice takes: a kernel that finds
  /// none takes a hundredth of a stage.
  template <int Kind>
  bool has_faces_beside_prisms(Backend& backend, const Scheme<Eq>& scheme) const {
    const TileFacesView<Real>& faces = scheme.tiles[Kind];
    const int inner = static_cast<int>(face_class(false, false));
    const Index begin = faces.begin[inner], tiles = faces.begin[inner + 1] - begin;
    if (tiles == 0) return false;
    ReadBack<Index> minus(backend), plus(backend), side(backend);
    minus.fetch(faces.minus_code + begin, std::size_t(tiles));
    plus.fetch(faces.plus_code + begin, std::size_t(tiles));
    side.fetch(prisms_->faces().side, prism_edges * prism_edges * turn_slots(dim));
    const PrismFaceChoice<Eq, Kind> choice{scheme, side.values().data()};
    const std::span<const Index> of_minus = minus.values(), of_plus = plus.values();
    for (Index i = 0; i < tiles; ++i)
      if (!choice.takes(of_minus[i], of_plus[i])) return true;
    return false;
  }

  template <bool Viscous>
  void take_prisms(const CudaLauncher& launch, const Scheme<Eq>& scheme, const ZoneView<Real>& zone,
                   const Stage<Real>& stage, int number, Real* largest_rate, const Share& share) {
    launch.run_tiles(PrismCells<Eq, P, Viscous>{zone, scheme.equations, stage_of(zone, stage), number, store_,
                                                largest_rate, prisms_->view()},
                     "gather stage", share.branch_of(number));
  }

  Slabs slabs_;
  Array<Real> flux_[max_face_kinds], jump_[max_face_kinds];
  SolidStore<Real> store_;
  int side_numbers_[max_face_kinds];
  bool by_lines_;  ///< TileProducts
  bool by_nodes_;
  std::optional<Prisms> prisms_;
  bool has_others_[max_face_kinds] = {};  ///< has_faces_beside_prisms()
};

}  // namespace dg
