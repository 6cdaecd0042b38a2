/// Assembly `tiles`, faces of a kind with a curved cell on a side: as solid_faces.hpp, with a geometry of their own at
/// each point; .cu files only.
#pragma once

#include "libdg/backend/expect_range.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

template <class Eq, int Kind, int P, bool Boundary, bool Viscous>
struct CurvedSolidFaceTiles : SolidFaceTiles<Eq, Kind, P, Boundary, Viscous> {
  using Base = SolidFaceTiles<Eq, Kind, P, Boundary, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::G, Base::pairs;
  using Base::first, Base::scheme, Base::stored;
  using typename Base::Indices, typename Base::Real;

  /// Asks for the modes, and the second-level cache for the geometry, each number of which is read once.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    Base::start_modes(lane, at, shared_place(shared));
    if (lane.lane == 0)
      expect_range_in_cache(geometry_of(first + item),
                            curved_solid_face_numbers(NG) * tile_rows * static_cast<int>(sizeof(Real)));
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    Work w{{lane, at, shared, shared + Base::stored_begin(), (stored + item) * tile_rows + lane.row()},
           geometry_of(first + item) + 2 * lane.row()};
    wait_for_copies<0>();
    __syncwarp();
    this->traces(w, 0, w.value[0]);
    if constexpr (Boundary)
      this->set_boundary(w, [&](int s, int d) { return w.number(min(w.point(s), NG - 1), solid_point_normal + d); });
    else
      this->traces(w, 1, w.value[1]);
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
      Base::finish(w, pair,
                   [&](int slot, const auto& across, const auto& along) { finish_point(w, slot, across, along); });
    if (Base::stores_at_once()) return;
    __syncwarp();
    Base::store_all(w);
  }

 private:
  struct Work : Base::Work {
    const Real* geometry;  ///< of the lane's face

    /// Number i of point g, see CurvedSolidPoint.
    __device__ Real number(int g, int i) const {
      return __ldg(geometry + (g * solid_point_numbers + i) / 2 * 2 * tile_rows + i % 2);
    }
    __device__ void read(int g, Real (&numbers)[solid_point_numbers]) const {
      const NumberPair<Real>* from =
          reinterpret_cast<const NumberPair<Real>*>(geometry + g * solid_point_numbers * tile_rows);
#pragma unroll
      for (int i = 0; i < solid_point_numbers / 2; ++i) {
        const NumberPair<Real> pair = __ldg(from + i * tile_rows);
        numbers[2 * i] = pair.x;
        numbers[2 * i + 1] = pair.y;
      }
    }
  };

  __device__ const Real* geometry_of(Index tile) const {
    return scheme.tiles[Kind].geometry + curved_tile_begin(scheme.tiles[Kind], tile);
  }

  __device__ void finish_point(const Work& w, int slot, const TileProduct<Real> (&across)[2][n_var],
                               const TileProduct<Real> (&along)[2 * n_var]) const {
    Real geometry[solid_point_numbers];
    w.read(w.point(slot), geometry);
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry[solid_point_normal + d];
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.trace(0, slot, k);
      f.plus[0][k] = w.trace(1, slot, k);
      f.viscous_boundary[0][k] = w.viscous_boundary[slot][k];
    }
    if constexpr (Viscous) set_gradients(geometry, slot % 2, across, along, f.grad_minus, f.grad_plus);
    const BoundaryLanes<Eq, Real> boundary(scheme, w.at.plus_code, w.at.plus, Boundary);
    face_flux(scheme, Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
#pragma unroll
    for (int k = 0; k < n_var; ++k) h[k] *= geometry[solid_point_length];
    this->leave(w, slot, h);
  }

  using Gradient = Real[dim][1][n_var];

  /// The gradients of both sides at the lane's point in column j of products.
  __device__ static void set_gradients(const Real (&geometry)[solid_point_numbers], int j,
                                       const TileProduct<Real> (&across)[2][n_var],
                                       const TileProduct<Real> (&along)[2 * n_var], Gradient& minus, Gradient& plus) {
    Real t[dim - 1][dim], n[dim];
#pragma unroll
    for (int i = 0; i < (dim - 1) * dim; ++i) t[i / dim][i % dim] = geometry[solid_point_tangents + i];
#pragma unroll
    for (int d = 0; d < dim; ++d)
      n[d] = t[0][(d + 1) % dim] * t[1][(d + 2) % dim] - t[0][(d + 2) % dim] * t[1][(d + 1) % dim];
    const auto set = [&](int axes, int side, Gradient& grad) {
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const Real a = along[side * n_var + k][0], b = along[side * n_var + k][1];
        const Real normal = geometry[axes] * across[side][k][j] + geometry[axes + 1] * a + geometry[axes + 2] * b;
#pragma unroll
        for (int d = 0; d < dim; ++d) grad[d][0][k] = n[d] * normal + t[0][d] * a + t[1][d] * b;
      }
    };
    set(solid_point_minus_axes, 0, minus);
    if constexpr (!Boundary) set(solid_point_plus_axes, 1, plus);
  }
};

}  // namespace dg
