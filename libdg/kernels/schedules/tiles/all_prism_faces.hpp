/// Assembly `tiles`, the straight faces of a kind of meshes with prisms that have triangle x line; .cu files only.
#pragma once

#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_ends.hpp"
#include "libdg/kernels/schedules/tiles/prism_sides.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// Those of a part of the stage. Faces on boundaries, by dense matrices, take longest and come first.
template <class Eq, int Kind, int P, bool Viscous>
struct AllPrismFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = solid_face_shape<Real>(SolidPiece<Eq, Kind, P>::NG);

  Scheme<Eq> scheme;
  const Real* state;
  SolidStore<Real> store;
  int side_numbers;           ///< see SolidFaceTiles
  TileGroup boundary, inner;  ///< of straight faces
  PrismFaceFragmentsView<Real> matrices;
  PrismFaceLine<Real, P + 1> line;

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(on_boundary(), boundary.size());
    visit(between_cells(), inner.size());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    if (tile < boundary.size())
      visit(on_boundary(), tile, boundary.size());
    else
      visit(between_cells(), tile - boundary.size(), inner.size());
  }

 private:
  RKDG_FN auto on_boundary() const {
    return SolidFaceTiles<Eq, Kind, P, true, Viscous>{scheme,       state,          store,
                                                      side_numbers, boundary.begin, boundary.stored};
  }
  RKDG_FN auto between_cells() const {
    using Common = PrismFaces<Eq, Kind, P, Viscous>;
    using Faces = std::conditional_t<Kind == 0, PrismEnds<Eq, P, Viscous>, PrismSides<Eq, P, Viscous>>;
    return Faces{Common{{scheme, state, store, side_numbers, inner.begin, inner.stored}, matrices, line}};
  }
};

}  // namespace dg
