/// Assembly `tiles`, faces of a kind with a curved cell on a side: as faces_3d.hpp, with a geometry of their own at
/// each point.
#pragma once

#include "libdg/backend/prefetch_range.hpp"
#include "libdg/kernels/schedules/tiles/faces_3d.hpp"

namespace dg {

template <class Eq, int Kind, int P, bool Boundary, bool Viscous>
struct CurvedFaceTiles3D : FaceTiles3D<Eq, Kind, P, Boundary, Viscous> {
  using Base = FaceTiles3D<Eq, Kind, P, Boundary, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::members;
  using Base::first, Base::context, Base::stored;
  using typename Base::Indices, typename Base::Real;

  /// Asks for the modes, and the second-level cache for the geometry, each number of which is read once.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    Base::template start_modes<members>(lane, at, shared_place(shared));
    if (lane.member == 0 && lane.lane == 0)
      prefetch_range_to_cache(geometry_of(first + item),
                              curved_face_numbers_3d(NG) * tile_rows * static_cast<int>(sizeof(Real)));
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    Work w{{lane, at, shared, shared + Base::stored_begin(), (stored + item) * tile_rows + lane.row(),
            Base::values(shared, lane)},
           geometry_of(first + item)};
    wait_for_copies<0>();
    wait_for_team<members>();
    Base::find_values(w, [&](int s, int d) { return w.normal(min(w.point(s), NG - 1), d); });
    Base::for_each_pair(lane, [&](int pair) {
      Base::finish(w, pair,
                   [&](int slot, const auto& across, const auto& along) { finish_point(w, slot, across, along); });
    });
    Base::store_all(w);
  }

 private:
  struct Work : Base::Work {
    const Real* geometry;  ///< of the tile

    /// Of the unit normal at point g.
    __device__ Real normal(int g, int d) const {
      const int i = point_normal_3d + d;
      return __ldg(geometry + ((g * point_numbers_3d + i) / 2 * tile_rows + this->lane.row()) * 2 + i % 2);
    }
  };

  __device__ const Real* geometry_of(Index tile) const {
    return context.tiles[Kind].geometry + curved_tile_begin(context.tiles[Kind], tile);
  }

  __device__ void finish_point(const Work& w, int slot, const TileProduct<Real> (&across)[2][n_var],
                               const TileProduct<Real> (&along)[2 * n_var]) const {
    const CurvedFacePoint<Real> geometry(w.geometry, w.lane.row(), w.point(slot));
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry.number(normal_3d + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.trace(0, slot, k);
      f.plus[0][k] = w.trace(1, slot, k);
      f.viscous_boundary[0][k] = w.at_points.at_boundary(slot, k);
    }
    if constexpr (Viscous) set_gradients(geometry, slot & 1, across, along, f.grad_minus, f.grad_plus);
    const auto boundary =
        boundary_at_point<max_face_points(dim, P), Boundary>(context, w.at.plus_code, w.at.plus, w.point(slot));
    face_flux(context, beside_both<Boundary>(context, w.at), Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
#pragma unroll
    for (int k = 0; k < n_var; ++k) h[k] *= geometry.length();
    this->leave(w, slot, h);
  }

  using Gradient = Real[dim][1][n_var];

  /// The gradients of both sides at the lane's point in column j of products.
  __device__ static void set_gradients(const CurvedFacePoint<Real>& geometry, int j,
                                       const TileProduct<Real> (&across)[2][n_var],
                                       const TileProduct<Real> (&along)[2 * n_var], Gradient& minus, Gradient& plus) {
    const FaceTangents<dim, Real> tangents = face_tangents<dim, Real>(geometry);
    const auto& t = tangents.t;
    Real n[dim];
    map_normal(t, n);
    const auto set = [&](int axes, int side, Gradient& grad) {
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const TileProduct<Real>& ab = along[side * n_var + k];
        const Real normal = normal_derivative(geometry, axes, geometry.number(axes) * across[side][k][j], ab);
#pragma unroll
        for (int d = 0; d < dim; ++d) grad[d][0][k] = n[d] * normal + t[0][d] * ab[0] + t[1][d] * ab[1];
      }
    };
    set(minus_axes_3d, 0, minus);
    if constexpr (!Boundary) set(plus_axes_3d, 1, plus);
  }
};

/// The faces of a class by dense matrices.
template <class Eq, int Kind, int P, bool Curved, bool Boundary, bool Viscous>
using FacesByMatrices = std::conditional_t<Curved, CurvedFaceTiles3D<Eq, Kind, P, Boundary, Viscous>,
                                           FaceTiles3D<Eq, Kind, P, Boundary, Viscous>>;

}  // namespace dg
