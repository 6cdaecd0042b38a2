/// The pieces of the residual of a tile of cells that affine and curved cells share, with products on the matrix units;
/// .cu files only.
#pragma once

#include "libdg/operator/cell_work.hpp"
#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/tensor_tile.hpp"

namespace dg {

/// A lane's part of a cell; see CellWork for what is computed.
template <class Real, Space S, int P>
struct TensorWork {
  static constexpr int NG = P + 1, NF = Element<S, P>::n_faces, NK = Element<S, P>::n_modes;
  static constexpr int K = slot_count(NK), M = slot_count(NF * NG), pairs = (K + 1) / 2;

  const ZoneView<Real>& zone;
  TileLane lane;
  Index cell;
  std::int64_t place;  ///< of the lane's first mode in a state array
  Real u[K][n_var];    ///< [slot of modes]
  TileProduct<Real> rate[pairs][n_var];

  __device__ TensorWork(const ZoneView<Real>& zone_, const TileLane& lane_, Index tile)
      : zone(zone_),
        lane(lane_),
        cell(tile * tile_rows + lane_.row()),
        place(zone_.state_begin + TiledState<K>::cell(cell, lane_.quarter())) {
#pragma unroll
    for (int i = 0; i < pairs; ++i) clear(rate[i]);
  }

  /// Whether the lane has a mode in the slot.
  __device__ bool has_mode(int slot) const {
    return (slot + 1) * quarters <= NK || slot * quarters + lane.quarter() < NK;
  }
  /// Point of all faces that the lane has in a slot; those beyond the last do not exist.
  __device__ int face_point(int slot) const { return quarters * slot + lane.quarter(); }
  __device__ static bool has_face_point(int point) { return (NF * NG) % quarters == 0 || point < NF * NG; }

  __device__ void read(const Real* state) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int s = 0; s < K; ++s) u[s][n] = has_mode(s) ? state[place + TiledState<K>::mode(n, s)] : Real(0);
  }

  /// Entry i of the geometry of a face at a point (ZoneView::face).
  template <bool Curved>
  __device__ Real face_entry(int point, int i) const {
    const int row = Curved ? point : point / NG;
    return zone.face[std::int64_t(row * (dim + 1) + i) * zone.padded + cell];
  }

  /// Numbers of the faces of the lane's points (ZoneView::face_number).
  struct Indices {
    Index face[M];
  };

  __device__ static Indices fetch(const ZoneView<Real>& zone, Index tile, const TileLane& lane) {
    Indices indices;
#pragma unroll
    for (int m = 0; m < M; ++m) {
      const int face = min((quarters * m + lane.quarter()) / NG, NF - 1);
      indices.face[m] = zone.face_number[std::int64_t(face) * zone.padded + tile * tile_rows + lane.row()];
    }
    return indices;
  }

  /// Stored flux and jump at a point of all faces, seen from the cell.
  __device__ static void gather(const Real* store, bool viscous, Index number, int point, Real (&flux)[n_var],
                                Real (&jump)[n_var]) {
    const bool plus = number & 1;
    const Real sign = plus ? Real(-1) : Real(1);
    const int g = point % NG;
    const Real* from = store + std::int64_t(number >> 1) * StoredFace<P>::size + (plus ? NG - 1 - g : g);
#pragma unroll
    for (int n = 0; n < n_var; ++n) flux[n] = sign * from[n * NG];
    if (!viscous) return;
#pragma unroll
    for (int n = 0; n < n_var; ++n) jump[n] = sign * from[StoredFace<P>::jump + n * NG];
  }

  /// sum += x, given at face points of a slot, projected to the modes.
  __device__ void lift(int slot, const Real (&x)[n_var], TileProduct<Real> (&sum)[pairs][n_var]) const {
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
      multiply_add(sum[pair], x, zone.fragments.lift[(slot * pairs + pair) * warp_lanes + lane.lane]);
  }

  /// Values at the points of two slots of the polynomials with the modes c.
  __device__ void values(int pair, const Real (&c)[K][n_var], TileProduct<Real> (&value)[n_var]) const {
    clear(value);
    const Real* fragment = zone.fragments.value + pair * K * warp_lanes + lane.lane;
#pragma unroll
    for (int k = 0; k < K; ++k) multiply_add(value, c[k], fragment[k * warp_lanes]);
  }

  /// gradient += derivatives in reference coordinates at the points of a slot: of the polynomials with the modes c, or,
  /// with Begin = K, of what jumps at all face points add.
  template <int Begin, int N>
  __device__ void differentiate(int slot, const Real (&c)[N][n_var], TileProduct<Real> (&gradient)[n_var]) const {
    const Real* fragment = zone.fragments.gradient + (slot * (K + M) + Begin) * warp_lanes + lane.lane;
#pragma unroll
    for (int k = 0; k < N; ++k) multiply_add(gradient, c[k], fragment[k * warp_lanes]);
  }

  /// Adds the flux of the state u with gradient g at the points of a slot, where the metric is m, to the rate.
  __device__ void add_flux(const Gas<Real>& gas, int slot, const Real (&m)[dim * dim], const Real (&u_)[n_var],
                           const Real (&g)[dim][n_var]) {
    Real flux[dim][n_var];
    physical_flux(gas, u_, g, flux);
    const Real* fragment = zone.fragments.project + slot * dim * pairs * warp_lanes + lane.lane;
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      Real along[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) along[n] = m[d * dim] * flux[0][n] + m[d * dim + 1] * flux[1][n];
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair)
        multiply_add(rate[pair], along, fragment[(d * pairs + pair) * warp_lanes]);
    }
  }

  /// The lane's modes of the rate, with those of the source.
  __device__ void total_rate(const Real* source, Real (&total)[K][n_var]) const {
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        total[s][n] = rate[s / 2][n][s % 2];
        if (source && has_mode(s)) total[s][n] += source[place + TiledState<K>::mode(n, s)];
      }
  }

  /// Runge-Kutta update: writes stage.out.
  __device__ void finish(const Stage<Real>& stage, Real (&change)[K][n_var]) const {
    const Real step = stage.local_dt ? stage.dt[zone.cell_begin + cell] : *stage.dt;
    const Real dt = step * stage.rate_weight;
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) change[s][n] = stage.in_weight * u[s][n] + dt * change[s][n];
    for (int i = 0; i < stage.n_history; ++i) {
      const Real* history = stage.history[i] + place;
      const Real weight = stage.history_weight[i];
#pragma unroll
      for (int s = 0; s < K; ++s)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          if (has_mode(s)) change[s][n] += weight * history[TiledState<K>::mode(n, s)];
    }
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
        if (has_mode(s)) stage.out[place + TiledState<K>::mode(n, s)] = change[s][n];
  }
};

}  // namespace dg
