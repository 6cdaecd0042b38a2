/// Assembly `tensor`, curved cells: as tensor_cells.hpp, with metrics at points and each cell's own mass matrix; .cu
/// files only.
#pragma once

#include "libdg/operator/tensor_work.hpp"

namespace dg {

template <class Real, Space S, int P>
struct TensorCurvedCells {
  using Work = TensorWork<Real, S, P>;
  static constexpr TileShape shape = tile_cell_shape(Work::NK, true);
  static constexpr int NK = Work::NK, K = Work::K, M = Work::M, pairs = Work::pairs;

  Scheme<Real> scheme;
  Stage<Real> stage;
  const Real* store;  ///< see StoredFace
  int zone_number;

  __device__ typename Work::Indices fetch(Index tile, const TileLane& lane) const {
    return Work::fetch(scheme.zones.zone[zone_number], tile, lane);
  }

  __device__ void operator()(Index tile, const TileLane& lane, const typename Work::Indices& indices) const {
    Work w(scheme.zones.zone[zone_number], lane, tile);
    Real lifted[dim][K][n_var], rate[K][n_var];
    gather_faces(w, indices, lifted);
    w.read(stage.in);
    volume_integral(w, lifted);
    w.total_rate(stage.source, rate);
    apply_mass_inverse(w, rate);
    w.finish(stage, rate);
  }

 private:
  /// Fluxes through all faces, times |J_f|, go to the rate, and the modes of the sum of all liftings to `lifted`.
  __device__ void gather_faces(Work& w, const typename Work::Indices& indices, Real (&lifted)[dim][K][n_var]) const {
    TileProduct<Real> sum[dim][pairs][n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d)
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair) clear(sum[d][pair]);
#pragma unroll
    for (int m = 0; m < M; ++m) {
      Real flux[n_var] = {}, jump[n_var] = {}, geometry[dim + 1] = {};
      const int point = w.face_point(m);
      if (Work::has_face_point(point)) {
        Work::gather(store, scheme.gas.viscous, indices.face[m], point, flux, jump);
#pragma unroll
        for (int i = 0; i <= dim; ++i) geometry[i] = w.template face_entry<true>(point, i);
      }
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        flux[n] *= -geometry[dim];
        jump[n] *= geometry[dim];
      }
      w.lift(m, flux, w.rate);
      if (!scheme.gas.viscous) continue;
#pragma unroll
      for (int d = 0; d < dim; ++d) {
        Real directed[n_var];
#pragma unroll
        for (int n = 0; n < n_var; ++n) directed[n] = geometry[d] * jump[n];
        w.lift(m, directed, sum[d]);
      }
    }
    if (!scheme.gas.viscous) return;
#pragma unroll
    for (int d = 0; d < dim; ++d) {
#pragma unroll
      for (int s = 0; s < K; ++s)
#pragma unroll
        for (int n = 0; n < n_var; ++n) lifted[d][s][n] = sum[d][s / 2][n][s % 2];
      apply_mass_inverse(w, lifted[d]);
    }
  }

  /// x <- M^-1 x with the stored symmetric inverse; the lanes of a row show each other their modes.
  __device__ static void apply_mass_inverse(const Work& w, Real (&x)[K][n_var]) {
    Real y[K][n_var];
    clear(y);
#pragma unroll
    for (int from = 0; from < K; ++from)
#pragma unroll 1
      for (int q = 0; q < quarters; ++q) {
        const int l = quarters * from + q;
        if (l >= NK) break;
        Real z[n_var];
#pragma unroll
        for (int n = 0; n < n_var; ++n) z[n] = __shfl_sync(0xffffffffu, x[from][n], q, quarters);
#pragma unroll
        for (int s = 0; s < K; ++s) {
          const int k = min(quarters * s + w.lane.quarter(), NK - 1);
          const int entry = l <= k ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
          const Real m = w.zone.mass_inverse[std::int64_t(entry) * w.zone.padded + w.cell];
#pragma unroll
          for (int n = 0; n < n_var; ++n) y[s][n] += m * z[n];
        }
      }
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[s][n] = w.has_mode(s) ? y[s][n] : Real(0);
  }

  __device__ void volume_integral(Work& w, const Real (&lifted)[dim][K][n_var]) const {
    const int slots = w.zone.fragments.point_slots;
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      TileProduct<Real> value[n_var], lifting[dim][n_var];
      w.values(s / 2, w.u, value);
      if (scheme.gas.viscous)
#pragma unroll
        for (int d = 0; d < dim; ++d) w.values(s / 2, lifted[d], lifting[d]);
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (s + j >= slots) continue;
        TileProduct<Real> gradient[n_var];
        clear(gradient);
        if (scheme.gas.viscous) w.template differentiate<0>(s + j, w.u, gradient);
        points(w, s + j, j, value, lifting, gradient);
      }
    }
  }

  /// Adds what the points of a slot give; state and lifting there are column j of `value` and `lifting`.
  __device__ void points(Work& w, int slot, int j, const TileProduct<Real> (&value)[n_var],
                         const TileProduct<Real> (&lifting)[dim][n_var],
                         const TileProduct<Real> (&gradient)[n_var]) const {
    const int point = quarters * slot + w.lane.quarter();
    const std::int64_t q = point < w.zone.tables.n_points ? point : 0;  // points beyond the last have no weight
    const std::int64_t padded = w.zone.padded;
    Real m[dim * dim], u[n_var], g[dim][n_var];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = w.zone.metric[(q * dim * dim + i) * padded + w.cell];
    const Real inverse = scheme.gas.viscous ? w.zone.jacobian[q * padded + w.cell] : Real(0);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      u[n] = value[n][j];
      if (!scheme.gas.viscous) continue;
#pragma unroll
      for (int d = 0; d < dim; ++d)
        g[d][n] = lifting[d][n][j] + inverse * (m[d] * gradient[n][0] + m[dim + d] * gradient[n][1]);
    }
    w.add_flux(scheme.gas, slot, m, u, g);
  }
};

}  // namespace dg
