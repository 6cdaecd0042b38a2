/// The pieces of the residual of a tile of cells that affine and curved cells share, with products on the matrix units;
/// device code.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"

namespace dg {

/// A lane's part of a cell; see CellWork for what is computed.
template <class Eq, Space S, int P>
struct CellTileWork : CellTile<Eq, S, P> {
  using Base = CellTile<Eq, S, P>;
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr int NG = P + 1, NF = Base::NF;
  static constexpr int K = Base::K, M = slot_count(NF * NG), pairs = Base::pairs;
  using Stored = StoredFace<n_var, P>;
  using Faces = TileRows<Real, NF * Stored::size>;  ///< what all faces of a cell have left
  using Fragment = const FactorPair<Real>*;
  static constexpr VolumeFragments volume_parts() { return {K, M}; }

  using Base::Base;
  using Base::lane;
  using Base::rate;
  using Base::zone;
  using typename Base::Indices;

  /// Point of all faces that the lane has in a slot; those beyond the last do not exist.
  __device__ int face_point(int slot) const { return quarters * slot + lane.quarter(); }
  __device__ static bool has_face_point(int point) { return (NF * NG) % quarters == 0 || point < NF * NG; }

  /// Starts to copy what the faces of the lane's cell have left to its row.
  template <bool cached = false>
  __device__ static void start_faces(const TileLane& lane, const Indices& indices, const Real* store, bool viscous,
                                     Real* shared) {
    constexpr int size = Stored::size;
    Real* place = Faces::place(lane, shared);
#pragma unroll
    for (int f = 0; f < NF; ++f)
      TileRows<Real, size>::template start<cached>(lane, place + f * size, store, indices.face[f] >> 1,
                                                   viscous ? size : Stored::jump);
  }

  /// Inward flux times `length` and jump at a point of all faces, seen from the cell, from what start_faces() brought
  /// to `shared`.
  __device__ void gather(const Real* shared, const Indices& indices, bool viscous, int point, Real length,
                         Real (&flux)[n_var], Real (&jump)[n_var]) const {
    const int f = point / NG, g = point % NG;
    Index number = indices.face[0];
#pragma unroll
    for (int i = 1; i < NF; ++i) number = f == i ? indices.face[i] : number;
    const bool plus = number & 1;
    const Real sign = plus ? Real(-1) : Real(1), inward = plus ? length : -length;
    const Real* from = shared_place(shared + lane.row() * Faces::stride + f * Stored::size + (plus ? NG - 1 - g : g));
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      flux[n] = inward * from[n * NG];
      jump[n] = viscous ? sign * from[Stored::jump + n * NG] : Real(0);
    }
  }

  /// sum += x, given at face points of the slots `slot` and, if there is one, the next, projected to the modes.
  __device__ void lift(int slot, const Real (&x)[2][n_var], TileProduct<Real> (&sum)[pairs][n_var]) const {
    const Fragment fragment = zone.fragments.lift + slot / 2 * warp_lanes + lane.lane;
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair) {
      const FactorPair<Real> b = load(fragment + pair * factor_pairs(M) * warp_lanes);
      if (slot + 1 < M)
        multiply_add(sum[pair], x, b);
      else
        multiply_add(sum[pair], x[0], b);
    }
  }

  /// The lane's part of FragmentsView::volume of a pair of slots, from number `begin` on.
  __device__ Fragment volume(int pair, int begin) const {
    static_assert(volume_parts().project == pairs && factor_pairs(dim) == 1);
    return zone.fragments.volume + (pair * volume_parts().size() + begin) * warp_lanes + lane.lane;
  }

  /// Values at the points of two slots of the polynomials with the modes c(slot, variable).
  template <class Coefficients>
  __device__ void values(int pair, const Coefficients& c, TileProduct<Real> (&value)[n_var]) const {
    clear(value);
    multiply_add<K>(value, c, volume(pair, 0));
  }

  /// Derivatives in reference coordinates at the points of slot j of a pair, of the polynomials with the modes
  /// c(slot, variable). With N = K + M, those of slots K, K + 1, ... are jumps at all face points, which add their
  /// lifting.
  template <int N, class Coefficients>
  __device__ void differentiate(int pair, int j, const Coefficients& c, TileProduct<Real> (&gradient)[n_var]) const {
    clear(gradient);
    multiply_add<N>(gradient, c, volume(pair, volume_parts().gradient_begin(j)));
  }

  /// Adds to the rate the flux at the points of slot j of a pair, where the metric is m. The state there is u, from
  /// which w follows, and s is the viscous stress.
  __device__ void add_flux(const Eq& equations, int pair_of_slots, int j, const Real (&m)[dim * dim],
                           const Real (&u)[n_var], const typename Eq::template Point<Real>& w,
                           const typename Eq::template Stress<Real>& s) {
    Real along[dim][n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      Real direction[dim];
#pragma unroll
      for (int i = 0; i < dim; ++i) direction[i] = m[d * dim + i];
      total_flux_along(equations, u, w, s, direction, along[d]);
    }
    const Fragment fragment = volume(pair_of_slots, volume_parts().project_begin(j));
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair) multiply_add(rate[pair], along, load(fragment + pair * warp_lanes));
  }
};

}  // namespace dg
