/// Assembly `tiles`, the faces of a kind of meshes with prisms that have triangle x line. Some go by triangle and line;
/// the others would take registers from them in one kernel.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/curved_faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_ends.hpp"
#include "libdg/kernels/schedules/tiles/prism_sides.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// Those of a part of the stage between prisms, see PrismFaceChoice.
template <class Eq, int Kind, int P, bool Curved, bool Viscous>
struct AllPrismFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = sum_factorised_prism_face_shape<Real>(P);

  KernelContext<Eq> context;
  const Real* state;
  FaceStore3D<Real> store;
  TileGroup inner;  ///< of faces with a curved cell, or of others
  PrismFaceFragmentsView<Real> matrices;
  PrismFaceLine<Real, P + 1> line;

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(faces(), inner.size());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(faces(), tile, inner.size());
  }

 private:
  RKDG_FN auto faces() const {
    using Common = PrismFaces<Eq, Kind, P, Viscous, Curved>;
    using Faces = std::conditional_t<Kind == 0, PrismEnds<Eq, P, Viscous, Curved>, PrismSides<Eq, P, Viscous, Curved>>;
    return Faces{
        Common{{context, state, store, Common::workspace_of_side(), inner.begin, inner.stored}, matrices, line}};
  }
};

/// Tiles of inner faces that PrismFaceChoice does not take, by dense matrices.
template <class Eq, int Kind, int P, bool Curved, bool Viscous>
struct FacesBesidePrisms : FacesByMatrices<Eq, Kind, P, Curved, false, Viscous> {
  using Base = FacesByMatrices<Eq, Kind, P, Curved, false, Viscous>;
  using typename Base::Indices, typename Base::Real;

  const Index* side;  ///< PrismFaceFragmentsView::side

  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int parity) const {
    if (is_left(at)) Base::start(item, lane, at, shared, parity);
  }
  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int parity,
                             const Next& next) const {
    if (is_left(at)) Base::operator()(item, lane, at, shared, parity, next);
  }

 private:
  __device__ bool is_left(const Indices& at) const {
    return !PrismFaceChoice<Eq, Kind>{Base::context, side}.takes(at.minus_code, at.plus_code);
  }
};

/// All of those, and faces on boundaries, which take longest and come first.
template <class Eq, int Kind, int P, bool Curved, bool Viscous>
struct AllFacesBesidePrisms {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int points = FacePiece3D<Eq, Kind, P>::NG;
  static constexpr TileShape shape = Curved ? curved_face_shape_3d<Real>(points) : face_shape_3d<Real>(points);

  KernelContext<Eq> context;
  const Real* state;
  FaceStore3D<Real> store;
  int side_numbers;           ///< see FaceTiles3D
  TileGroup boundary, inner;  ///< of each class
  const Index* side;

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
    return FacesByMatrices<Eq, Kind, P, Curved, true, Viscous>{
        FaceTiles3D<Eq, Kind, P, true, Viscous>{context, state, store, side_numbers, boundary.begin, boundary.stored}};
  }
  RKDG_FN auto between_cells() const {
    const FaceTiles3D<Eq, Kind, P, false, Viscous> straight{context,      state,       store,
                                                            side_numbers, inner.begin, inner.stored};
    return FacesBesidePrisms<Eq, Kind, P, Curved, Viscous>{{straight}, side};
  }
};

}  // namespace dg
