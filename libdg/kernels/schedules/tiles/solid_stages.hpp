/// Runge-Kutta stages with assembly `tiles` on straight tetrahedra; .cu files only.
#pragma once

#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

/// The faces of a part of the stage: those on boundaries, which take longest, come first.
template <class Eq, int P, bool Viscous>
struct AllSolidFaceTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = solid_face_shape(P);

  Scheme<Eq> scheme;
  const Real* state;
  Real *flux, *jump;      ///< see SolidPiece
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
  RKDG_FN SolidFaceTiles<Eq, P, Boundary, Viscous> of() const {
    return {scheme, state, flux, jump,
            scheme.tiles.begin[static_cast<int>(face_class(false, Boundary))] + (Boundary ? boundary : inner).begin};
  }
};

/// Two passes, as in TileStages.
template <class Eq, int P>
class SolidTileStages {
  using Real = typename Eq::Real;

 public:
  SolidTileStages(Backend& backend, const Scheme<Eq>& scheme)
      : flux_(backend, pieces(scheme)), jump_(backend, scheme.equations.viscous ? pieces(scheme) : 0) {}

  /// The faces of a part of the stage, and of no other part.
  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) {
    const auto take = [&]<bool Viscous>() {
      launch.run_tiles(AllSolidFaceTiles<Eq, P, Viscous>{scheme, stage.in, flux_.data(), jump_.data(),
                                                         tiles_of(scheme.tiles, FaceClass::affine_boundary, stage.part),
                                                         tiles_of(scheme.tiles, FaceClass::affine_inner, stage.part)},
                       "store faces");
    };
    if (scheme.equations.viscous)
      take.template operator()<true>();
    else
      take.template operator()<false>();
  }

  /// The cells of a part of the stage, whose faces have been taken. With Stage::finds_step, `largest_rate` receives
  /// what collect_rate() finds.
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage, Real* largest_rate) {
    if (!stage.finds_step) largest_rate = nullptr;
    launch.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real> zone = part_of<Eq::dim>(scheme.zones.zone[z], stage.part);
      const auto take = [&]<bool Viscous>() {
        launch.run_tiles(
            SolidCellTiles<Eq, Space::tetrahedron_P, P, Viscous>{zone, scheme.equations, stage_of(zone, stage), z,
                                                                 flux_.data(), jump_.data(), largest_rate},
            "gather stage", z);
      };
      if (zone.launched == 0) continue;
      if (scheme.equations.viscous)
        take.template operator()<true>();
      else
        take.template operator()<false>();
    }
    launch.join();
  }

 private:
  static std::size_t pieces(const Scheme<Eq>& scheme) {
    return std::size_t(scheme.tiles.begin[face_classes]) * tile_rows * SolidPiece<Eq::n_var, P>::numbers;
  }

  Array<Real> flux_, jump_;
};

}  // namespace dg
