/// Both classes of faces of a part of a stage in one kernel: those on boundaries, which take longest, come first.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/curved_faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_nodes_3d.hpp"
#include "libdg/kernels/schedules/tiles/faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_faces_3d.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// The faces of a kind, those with curved cells or the others. With Nodes, they leave values at nodes.
template <class Eq, int Kind, int P, bool Curved, bool Viscous, bool Nodes = false>
struct AllFaceTiles3D {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int points = FacePiece3D<Eq, Kind, P>::NG;
  static constexpr TileShape shape = Nodes    ? nodal_face_shape<Real>(P)
                                     : Curved ? curved_face_shape_3d<Real>(points)
                                              : face_shape_3d<Real>(points);

  KernelContext<Eq> context;
  const Real* state;
  FaceStore3D<Real> store;
  int side_numbers;           ///< see FaceTiles3D
  TileGroup boundary, inner;  ///< of each class

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
    using Straight = FaceTiles3D<Eq, Kind, P, Boundary, Viscous>;
    const TileGroup& tiles = Boundary ? boundary : inner;
    const Straight straight{context, state, store, side_numbers, tiles.begin, tiles.stored};
    if constexpr (Nodes)
      return NodalFaceTiles<Eq, P, Boundary, Viscous>{straight};
    else
      return FacesByMatrices<Eq, Kind, P, Curved, Boundary, Viscous>{straight};
  }
};

/// The faces between hexahedra with Q^p, likewise.
template <class Eq, int P, bool Curved, bool Viscous>
struct AllSumFactorisedFaces3D {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape =
      Curved ? curved_sum_factorised_face_shape_3d<Real>(P) : sum_factorised_face_shape_3d<Real>(P);
  static constexpr int items = SumFactorisedFaces3D<Eq, P, Curved, false, Viscous>::items_in_tile;

  KernelContext<Eq> context;
  const Real* state;
  FaceStore3D<Real> store;
  int zone;                   ///< see SumFactorisedFaces3D
  TileGroup boundary, inner;  ///< of each class
  LineEnds<Real, P + 1> ends{};

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
    const TileGroup& tiles = Boundary ? boundary : inner;
    return SumFactorisedFaces3D<Eq, P, Curved, Boundary, Viscous>{context,     ends,         state, store,
                                                                  tiles.begin, tiles.stored, zone};
  }
};

}  // namespace dg
