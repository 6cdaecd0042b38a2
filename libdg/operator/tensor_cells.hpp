/// Assembly `tensor`, affine cells: gathers stored fluxes and jumps of the faces, takes the volume integral and the
/// stage; .cu files only.
///
/// Gradients at points come from modes and jumps by one matrix: the liftings of all faces, in reference coordinates,
/// are the same for every cell (element/fragments.hpp).
#pragma once

#include "libdg/operator/tensor_work.hpp"

namespace dg {

template <class Real, Space S, int P>
struct TensorCells {
  using Work = TensorWork<Real, S, P>;
  static constexpr TileShape shape = tile_cell_shape(Work::NK, false);
  static constexpr int K = Work::K, M = Work::M;

  Scheme<Real> scheme;
  Stage<Real> stage;
  const Real* store;  ///< see StoredFace
  int zone_number;

  __device__ typename Work::Indices fetch(Index tile, const TileLane& lane) const {
    return Work::fetch(scheme.zones.zone[zone_number], tile, lane);
  }

  __device__ void operator()(Index tile, const TileLane& lane, const typename Work::Indices& indices) const {
    Work w(scheme.zones.zone[zone_number], lane, tile);
    Real jump[M][n_var], rate[K][n_var];
    w.read(stage.in);
    gather_faces(w, indices, jump);
    volume_integral(w, jump);
    w.total_rate(stage.source, rate);
    w.finish(stage, rate);
  }

 private:
  /// Fluxes through all faces, times |J_f| / det J, go to the rate.
  __device__ void gather_faces(Work& w, const typename Work::Indices& indices, Real (&jump)[M][n_var]) const {
#pragma unroll
    for (int m = 0; m < M; ++m) {
      Real flux[n_var] = {}, length = Real(0);
#pragma unroll
      for (int n = 0; n < n_var; ++n) jump[m][n] = Real(0);
      const int point = w.face_point(m);
      if (Work::has_face_point(point)) {
        Work::gather(store, scheme.gas.viscous, indices.face[m], point, flux, jump[m]);
        length = w.template face_entry<false>(point, dim);
      }
#pragma unroll
      for (int n = 0; n < n_var; ++n) flux[n] *= -length;
      w.lift(m, flux, w.rate);
    }
  }

  __device__ void volume_integral(Work& w, const Real (&jump)[M][n_var]) const {
    Real m[dim * dim];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = w.zone.metric[std::int64_t(i) * w.zone.padded + w.cell];
    const int slots = w.zone.fragments.point_slots;
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      TileProduct<Real> value[n_var];
      w.values(s / 2, w.u, value);
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (s + j >= slots) continue;
        TileProduct<Real> gradient[n_var];
        clear(gradient);
        if (scheme.gas.viscous) {
          w.template differentiate<0>(s + j, w.u, gradient);
          w.template differentiate<K>(s + j, jump, gradient);
        }
        Real u[n_var], g[dim][n_var];
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          u[n] = value[n][j];
#pragma unroll
          for (int d = 0; d < dim; ++d) g[d][n] = m[d] * gradient[n][0] + m[dim + d] * gradient[n][1];
        }
        w.add_flux(scheme.gas, s + j, m, u, g);
      }
    }
  }
};

}  // namespace dg
