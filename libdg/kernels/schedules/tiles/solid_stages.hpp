/// Runge-Kutta stages with assembly `tiles` on solid cells; .cu files only.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_line_faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_faces.hpp"

namespace dg {

/// The faces of a kind, of a part of the stage, those with curved cells or the others: those on boundaries, which take
/// longest, come first.
template <class Eq, int Kind, int P, bool Curved, bool Viscous>
struct AllSolidFaceTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int points = SolidPiece<Eq, Kind, P>::NG;
  static constexpr TileShape shape = Curved ? curved_solid_face_shape<Real>(points) : solid_face_shape<Real>(points);

  Scheme<Eq> scheme;
  const Real* state;
  SolidStore<Real> store;
  int side_numbers;       ///< see SolidFaceTiles
  Range boundary, inner;  ///< tiles of each class

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(of<true>(), boundary.size());
    visit(of<false>(), inner.size());
  }
  /// Calls visit(kernel, item, items) for a tile among all.
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    if (tile < boundary.size())
      visit(of<true>(), tile, boundary.size());
    else
      visit(of<false>(), tile - boundary.size(), inner.size());
  }

 private:
  template <bool Boundary>
  RKDG_FN auto of() const {
    using Straight = SolidFaceTiles<Eq, Kind, P, Boundary, Viscous>;
    using Faces = std::conditional_t<Curved, CurvedSolidFaceTiles<Eq, Kind, P, Boundary, Viscous>, Straight>;
    const Index begin = scheme.tiles[Kind].begin[static_cast<int>(face_class(Curved, Boundary))];
    return Faces{Straight{scheme, state, store, side_numbers, begin + (Boundary ? boundary : inner).begin}};
  }
};

/// The faces between hexahedra with Q^p, likewise.
template <class Eq, int P, bool Curved, bool Viscous>
struct AllSolidLineFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = Curved ? curved_solid_line_face_shape<Real>(P) : solid_line_face_shape<Real>(P);
  static constexpr int items = SolidLineFaces<Eq, P, false, Viscous>::items_in_tile;

  Scheme<Eq> scheme;
  const Real* state;
  SolidStore<Real> store;
  Range boundary, inner;  ///< tiles of each class
  LineEnds<Real, P + 1> ends{};
  SolidTensorModes<P + 1> tensor_modes{};

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(of<true>(), boundary.size() * items);
    visit(of<false>(), inner.size() * items);
  }
  template <class Visit>
  RKDG_FN void at(Index item, const Visit& visit) const {
    const Index on_boundary = boundary.size() * items;
    if (item < on_boundary)
      visit(of<true>(), item, on_boundary);
    else
      visit(of<false>(), item - on_boundary, inner.size() * items);
  }

 private:
  template <bool Boundary>
  RKDG_FN auto of() const {
    using Straight = SolidLineFaces<Eq, P, Boundary, Viscous>;
    using Faces = std::conditional_t<Curved, CurvedSolidLineFaces<Eq, P, Boundary, Viscous>, Straight>;
    const Index begin = scheme.tiles[1].begin[static_cast<int>(face_class(Curved, Boundary))];
    return Faces{Straight{scheme, ends, tensor_modes, state, store, begin + (Boundary ? boundary : inner).begin}};
  }
};

/// Two passes, as in TileStages. Where all cells of all ranks are hexahedra with Q^p that lines fit, products go line
/// by line (TileFit).
template <class Eq, int P>
class SolidTileStages {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

 public:
  SolidTileStages(Backend& backend, const Scheme<Eq>& scheme) {
    allocate<0>(backend, scheme);
    allocate<1>(backend, scheme);
    by_lines_ = scheme.zones.zone[0].solid_fragments.line_points != nullptr;
  }

  /// The faces of a part of the stage, and of no other part.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    if (scheme.equations.viscous)
      take_faces<true>(launch, scheme, stage);
    else
      take_faces<false>(launch, scheme, stage);
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    if (!stage.finds_step) largest_rate = nullptr;
    if (scheme.equations.viscous)
      take_cells<true>(launch, scheme, stage, largest_rate);
    else
      take_cells<false>(launch, scheme, stage, largest_rate);
  }

 private:
  template <int Kind>
  void allocate(Backend& backend, const Scheme<Eq>& scheme) {
    const std::size_t numbers =
        std::size_t(scheme.tiles[Kind].begin[face_classes]) * tile_rows * SolidPiece<Eq, Kind, P>::numbers;
    flux_[Kind] = Array<Real>(backend, numbers);
    jump_[Kind] = Array<Real>(backend, scheme.equations.viscous ? numbers : 0);
    store_.flux[Kind] = flux_[Kind].data();
    store_.jump[Kind] = jump_[Kind].data();
    side_numbers_[Kind] = solid_side_numbers<Eq, Kind, P>(scheme);
  }

  template <bool Viscous>
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    launch.fork();
    if (by_lines_) {
      take_line_faces<true, Viscous>(launch, scheme, stage);
      take_line_faces<false, Viscous>(launch, scheme, stage);
    } else {
      take_faces_of_kind<0, true, Viscous>(launch, scheme, stage);
      take_faces_of_kind<1, true, Viscous>(launch, scheme, stage);
      take_faces_of_kind<0, false, Viscous>(launch, scheme, stage);
      take_faces_of_kind<1, false, Viscous>(launch, scheme, stage);
    }
    launch.join();
  }

  /// Faces of one class each run beside those of others, as far as there are branches.
  template <int Kind, bool Curved, bool Viscous>
  void take_faces_of_kind(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    const auto tiles = [&](bool boundary) {
      return tiles_of(scheme.tiles[Kind], face_class(Curved, boundary), stage.part);
    };
    launch.run_tiles(AllSolidFaceTiles<Eq, Kind, P, Curved, Viscous>{scheme, stage.in, store_, side_numbers_[Kind],
                                                                     tiles(true), tiles(false)},
                     "store faces", (2 * Curved + Kind) % scheme.zones.count);
  }

  template <bool Curved, bool Viscous>
  void take_line_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    const auto tiles = [&](bool boundary) {
      return tiles_of(scheme.tiles[1], face_class(Curved, boundary), stage.part);
    };
    launch.run_tiles(AllSolidLineFaces<Eq, P, Curved, Viscous>{scheme, stage.in, store_, tiles(true), tiles(false)},
                     "store faces", Curved % scheme.zones.count);
  }

  template <bool Viscous>
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    launch.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real> zone = part_of<dim>(scheme.zones.zone[z], stage.part);
      if (zone.launched == 0) continue;
      const auto run = [&]<class Cells>() {
        launch.run_tiles(Cells{zone, scheme.equations, stage_of(zone, stage), z, store_, largest_rate}, "gather stage",
                         z);
      };
      if (by_lines_ && zone.curved)
        run.template operator()<CurvedSolidLineCells<Eq, P, Viscous>>();
      else if (by_lines_)
        run.template operator()<SolidLineCells<Eq, P, Viscous>>();
      else
        with_space<dim>(zone.space, [&]<Space S>() {
          if constexpr (fits_solid_tiles(S, P)) {
            if (zone.curved) return run.template operator()<CurvedSolidCellTiles<Eq, S, P, Viscous>>();
            run.template operator()<SolidCellTiles<Eq, S, P, Viscous>>();
          }
        });
    }
    launch.join();
  }

  Array<Real> flux_[max_face_kinds], jump_[max_face_kinds];
  SolidStore<Real> store_;
  int side_numbers_[max_face_kinds];
  bool by_lines_;
};

}  // namespace dg
