/// Runge-Kutta stages with assembly `tiles`; .cu files only.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/faces.hpp"
#include "libdg/kernels/schedules/tiles/line_cells.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/plane_cells.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

/// The faces of all classes, or of a part of the stage: those that take longest come first.
template <class Eq, int P, bool Viscous>
struct AllFaceTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = tile_face_shape<Real>(P);

  Scheme<Eq> scheme;
  const Real* state;
  Real* store;                ///< see StoredFace
  int side_numbers;           ///< see FaceTile
  Range tiles[face_classes];  ///< of each class

  AllFaceTiles(const Scheme<Eq>& scheme_, const Stage<Real>& stage, Real* store_, int side_numbers_)
      : scheme(scheme_), state(stage.in), store(store_), side_numbers(side_numbers_) {
    for (int c = 0; c < face_classes; ++c) tiles[c] = tiles_of(scheme.tiles[0], static_cast<FaceClass>(c), stage.part);
  }

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    each_rare(visit);
    of_class<false, false>(visit);
  }

  /// Calls visit(kernel, item, items) for a tile among all, whose class most often is found by one comparison.
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    constexpr auto large = static_cast<int>(FaceClass::affine_inner);
    Index rare = 0;
#pragma unroll
    for (int c = 0; c < face_classes; ++c) rare += c == large ? 0 : tiles[c].size();
    if (tile >= rare)
      return of_class<false, false>([&](const auto& kernel, Index n) { visit(kernel, tile - rare, n); });
    each_rare([&](const auto& kernel, Index n) {
      if (tile >= 0 && tile < n) visit(kernel, tile, n);
      tile -= n;
    });
  }

 private:
  template <class Visit>
  RKDG_FN void each_rare(const Visit& visit) const {
    of_class<true, false>(visit);
    of_class<true, true>(visit);
    of_class<false, true>(visit);
  }

  template <bool Curved, bool Boundary, class Visit>
  RKDG_FN void of_class(const Visit& visit) const {
    constexpr int c = static_cast<int>(face_class(Curved, Boundary));
    visit(StoreFaceTiles<Eq, P, Curved, Boundary, Viscous>{scheme, scheme.tiles[0], state, store, side_numbers,
                                                           tiles[c].begin},
          tiles[c].size());
  }
};

/// Two passes as in `gather`: faces store fluxes and jumps, cells gather them.
template <class Eq, int P>
class TileStages {
  using Real = typename Eq::Real;

 public:
  TileStages(Backend& backend, const Scheme<Eq>& scheme)
      : store_(backend,
               std::size_t(scheme.tiles[0].begin[face_classes]) * tile_faces(P + 1) * StoredFace<Eq::n_var, P>::size) {
    for (int z = 0; z < scheme.zones.count; ++z)
      with_space(scheme.zones.zone[z].space, [&]<Space S>() {
        side_numbers_ = std::max(side_numbers_, FaceTile<Eq, P, false, false>::template side_numbers<S>());
      });
  }

  /// The faces of a part of the stage, and of no other part.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    const auto take = [&]<bool Viscous>() {
      launch.run_tiles(AllFaceTiles<Eq, P, Viscous>(scheme, stage, store_.data(), side_numbers_), "store faces");
    };
    if (scheme.equations.viscous)
      take.template operator()<true>();
    else
      take.template operator()<false>();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    if (scheme.equations.viscous)
      take_cells<true>(launch, scheme, stage, largest_rate);
    else
      take_cells<false>(launch, scheme, stage, largest_rate);
  }

 private:
  template <bool Viscous>
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    if (!stage.finds_step) largest_rate = nullptr;
    double work = 0;
    for (int z = 0; z < scheme.zones.count; ++z) work += work_of(part_of<Eq::dim>(scheme.zones.zone[z], stage.part));
    launch.fork();
    for (int z = scheme.zones.count - 1; z >= 0; --z) {
      const ZoneView<Real> zone = part_of<Eq::dim>(scheme.zones.zone[z], stage.part);
      if (zone.launched == 0) continue;
      const auto run = [&]<class Cells>() {
        launch.run_tiles(Cells{zone, scheme.equations, stage_of(zone, stage), z, store_.data(), largest_rate},
                         "gather stage", z, share_device ? work_of(zone) / work : 1);
      };
      if constexpr (factorised_pays(P) && Eq::n_var == quarters)
        if (LineCellTiles<Eq, P, Viscous>::fits(zone)) {
          run.template operator()<LineCellTiles<Eq, P, Viscous>>();
          continue;
        }
      with_zone_kind(
          zone, [&]<Space S, bool Curved>() { run.template operator()<PlaneCellTiles<Eq, S, P, Viscous, Curved>>(); });
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
