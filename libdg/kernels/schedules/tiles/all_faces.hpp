/// Assembly `tiles`, the faces of 2-D cells: all classes in one kernel.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"

namespace dg {

/// The faces of all classes, or of a part of the stage: those that take longest come first.
template <class Eq, int P, bool Viscous>
struct AllFaceTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = tile_face_shape<Real>(P);

  KernelContext<Eq> context;
  const Real* state;
  Real* store;                ///< see StoredFace
  int side_numbers;           ///< see FaceTile
  Range tiles[face_classes];  ///< of each class

  AllFaceTiles(const KernelContext<Eq>& context_, const Stage<Real>& stage, Real* store_, int side_numbers_)
      : context(context_), state(stage.in), store(store_), side_numbers(side_numbers_) {
    for (int c = 0; c < face_classes; ++c) tiles[c] = tiles_of(context.tiles[0], static_cast<FaceClass>(c), stage.part);
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
    visit(StoreFaceTiles<Eq, P, Curved, Boundary, Viscous>{context, context.tiles[0], state, store, side_numbers,
                                                           tiles[c].begin},
          tiles[c].size());
  }
};

}  // namespace dg
