/// The pieces of the residual of a tile of cells that affine and curved cells share, with products on the matrix units;
/// .cu files only.
#pragma once

#include "libdg/operator/cell_work.hpp"
#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/tensor_tile.hpp"

namespace dg {

/// A lane's part of a cell; see CellWork for what is computed.
template <Space S, int P>
struct TensorWork {
  static constexpr int NG = P + 1, NF = Element<S, P>::n_faces, NK = Element<S, P>::n_modes;
  static constexpr int K = slot_count(NK), M = slot_count(NF * NG), pairs = (K + 1) / 2;

  const ZoneView<double>& zone;
  TileLane lane;
  Index cell;
  std::int64_t place;  ///< of the lane's first mode in a state array
  double u[K][n_var];  ///< [slot of modes]
  TileProduct rate[pairs][n_var];

  __device__ TensorWork(const ZoneView<double>& zone_, const TileLane& lane_, Index tile)
      : zone(zone_),
        lane(lane_),
        cell(tile * tile_items + lane_.row()),
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

  __device__ void read(const double* state) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int s = 0; s < K; ++s) u[s][n] = has_mode(s) ? state[place + TiledState<K>::mode(n, s)] : 0.0;
  }

  /// Entry i of the geometry of a face at a point (ZoneView::face).
  template <bool Curved>
  __device__ double face_entry(int point, int i) const {
    const int row = Curved ? point : point / NG;
    return zone.face[std::int64_t(row * (dim + 1) + i) * zone.padded + cell];
  }

  /// Numbers of the faces of the lane's points (ZoneView::face_number).
  struct Indices {
    Index face[M];
  };

  __device__ static Indices fetch(const ZoneView<double>& zone, Index tile, const TileLane& lane) {
    Indices indices;
#pragma unroll
    for (int m = 0; m < M; ++m) {
      const int face = min((quarters * m + lane.quarter()) / NG, NF - 1);
      indices.face[m] = zone.face_number[std::int64_t(face) * zone.padded + tile * tile_items + lane.row()];
    }
    return indices;
  }

  /// Stored flux and jump at a point of all faces, seen from the cell.
  __device__ static void gather(const double* store, bool viscous, Index number, int point, double (&flux)[n_var],
                                double (&jump)[n_var]) {
    const bool plus = number & 1;
    const double sign = plus ? -1.0 : 1.0;
    const int g = point % NG;
    const double* from = store + std::int64_t(number >> 1) * StoredFace<P>::size + (plus ? NG - 1 - g : g);
#pragma unroll
    for (int n = 0; n < n_var; ++n) flux[n] = sign * from[n * NG];
    if (!viscous) return;
#pragma unroll
    for (int n = 0; n < n_var; ++n) jump[n] = sign * from[StoredFace<P>::jump + n * NG];
  }

  /// sum += x, given at face points of a slot, projected to the modes.
  __device__ void lift(int slot, const double (&x)[n_var], TileProduct (&sum)[pairs][n_var]) const {
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
      multiply_add(sum[pair], x, zone.fragments.lift[(slot * pairs + pair) * warp_lanes + lane.lane]);
  }

  /// Values at the points of two slots of the polynomials with the modes c.
  __device__ void values(int pair, const double (&c)[K][n_var], TileProduct (&value)[n_var]) const {
    clear(value);
    const double* fragment = zone.fragments.value + pair * K * warp_lanes + lane.lane;
#pragma unroll
    for (int k = 0; k < K; ++k) multiply_add(value, c[k], fragment[k * warp_lanes]);
  }

  /// gradient += derivatives in reference coordinates at the points of a slot: of the polynomials with the modes c, or,
  /// with Begin = K, of what jumps at all face points add.
  template <int Begin, int N>
  __device__ void differentiate(int slot, const double (&c)[N][n_var], TileProduct (&gradient)[n_var]) const {
    const double* fragment = zone.fragments.gradient + (slot * (K + M) + Begin) * warp_lanes + lane.lane;
#pragma unroll
    for (int k = 0; k < N; ++k) multiply_add(gradient, c[k], fragment[k * warp_lanes]);
  }

  /// Adds the flux of the state u with gradient g at the points of a slot, where the metric is m, to the rate.
  __device__ void add_flux(const Gas<double>& gas, int slot, const double (&m)[dim * dim], const double (&u_)[n_var],
                           const double (&g)[dim][n_var]) {
    double flux[dim][n_var];
    physical_flux(gas, u_, g, flux);
    const double* fragment = zone.fragments.project + slot * dim * pairs * warp_lanes + lane.lane;
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      double along[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) along[n] = m[d * dim] * flux[0][n] + m[d * dim + 1] * flux[1][n];
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair)
        multiply_add(rate[pair], along, fragment[(d * pairs + pair) * warp_lanes]);
    }
  }

  /// The lane's modes of the rate, with those of the source.
  __device__ void total_rate(const double* source, double (&total)[K][n_var]) const {
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        total[s][n] = rate[s / 2][n][s % 2];
        if (source && has_mode(s)) total[s][n] += source[place + TiledState<K>::mode(n, s)];
      }
  }

  /// Runge-Kutta update: writes stage.out.
  __device__ void finish(const Stage<double>& stage, double (&change)[K][n_var]) const {
    const double step = stage.local_dt ? stage.dt[zone.cell_begin + cell] : *stage.dt;
    const double dt = step * stage.rate_weight;
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) change[s][n] = stage.in_weight * u[s][n] + dt * change[s][n];
    for (int i = 0; i < stage.n_history; ++i) {
      const double* history = stage.history[i] + place;
      const double weight = stage.history_weight[i];
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
