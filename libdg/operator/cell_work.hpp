/// The pieces of the residual of a cell that need no neighbour: coefficients, gradient, volume integral, mass, stage.
///
/// For every test function phi_k of cell K (u the state, R the sum of the BR2 liftings of its faces):
///   rate_k = int_K grad phi_k . (F_c(u) - F_v(u, grad u + R)) dx - sum_faces int phi_k H ds + int_K S phi_k dx,
/// and dU_k/dt = M^-1 rate. On affine cells everything is divided by det J from the start, which leaves M = I.
#pragma once

#include "libdg/backend/team.hpp"
#include "libdg/operator/scheme.hpp"
#include "libdg/operator/small_gemm.hpp"
#include "libdg/physics/euler/flux.hpp"
#include "libdg/physics/navier_stokes/flux.hpp"

namespace dg {

/// F_c(u) - F_v(u, g) in both directions.
template <class V>
RKDG_FN void physical_flux(const Gas<RealOf<V>>& gas, const V (&u)[n_var], const V (&g)[dim][n_var],
                           V (&flux)[dim][n_var]) {
  const Primitive<V> w = primitive(gas, u);
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) convective_flux(u, w, d, flux[d]);
  if (!gas.viscous) return;
  const ViscousStress<V> s = viscous_stress(gas, u, w, g);
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) subtract_viscous_flux(s, w, d, flux[d]);
}

template <Space S, int P, bool Curved, int T, class V>
struct CellWork {
  using Real = RealOf<V>;
  using E = Element<S, P>;
  static constexpr int NK = E::n_modes, NG = E::n_face_points, N = n_var / T;
  static constexpr int NQ = T == 1 ? E::block : T;  ///< volume points at once

  Team<T, V> team;
  V u[NK][N];
  V lifted[dim][NK][N];  ///< modes of R; affine, after add_gradient(): of grad u + R
  V rate[NK][N];

  RKDG_FN explicit CellWork(const Team<T, V>& team_) : team(team_) {}

  /// Reads the coefficients of a state array.
  RKDG_FN void read(const ZoneView<Real>& zone, const Real* array, Index first, V (&out)[NK][N]) const {
    const Real* base = array + zone.state_begin + zone.layout.cell(std::int64_t(first));
    RKDG_UNROLL_DEVICE
    for (int n = 0; n < N; ++n) RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) out[k][n] = load<V>(base + zone.layout.mode(team.first_variable() + n, k));
  }

  RKDG_FN void clear() {
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      rate[k][n] = V(Real(0));
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) lifted[d][k][n] = V(Real(0));
    }
  }

  /// Adds the modes of grad u of an affine cell to `lifted`, by the strictly upper triangular derivative matrices.
  RKDG_FN void add_gradient(const ZoneView<Real>& zone, Index first) {
    static_assert(!Curved, "in a curved cell, grad u is no polynomial of the space");
    V m[dim * dim];
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < E::n_gradient_modes; ++k) {
      V d_r[N], d_s[N];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) d_r[n] = d_s[n] = V(Real(0));
      const Real* row = zone.tables.derivative + k * NK;
      RKDG_UNROLL_DEVICE
      for (int l = k + 1; l < NK; ++l) {
        const V r(row[l]), s(row[NK * NK + l]);
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) {
          d_r[n] += r * u[l][n];
          d_s[n] += s * u[l][n];
        }
      }
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) RKDG_UNROLL
      for (int n = 0; n < N; ++n) lifted[d][k][n] += m[d] * d_r[n] + m[dim + d] * d_s[n];
    }
  }

  /// What is left of the gradient once all faces have been lifted.
  RKDG_FN void finish_gradient(const ZoneView<Real>& zone, Index first) {
    if constexpr (Curved) {
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) apply_mass_inverse(zone, first, lifted[d]);
    } else {
      add_gradient(zone, first);
    }
  }

  /// a <- M^-1 a with the stored symmetric inverse.
  RKDG_FN static void apply_mass_inverse(const ZoneView<Real>& zone, Index first, V (&a)[NK][N]) {
    V b[NK][N];
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) {
      V sum[N];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
      RKDG_UNROLL_DEVICE
      for (int l = 0; l < NK; ++l) {
        const int entry = l <= k ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
        const V m = load<V>(zone.mass_inverse + std::int64_t(entry) * zone.padded + first);
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) sum[n] += m * a[l][n];
      }
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) b[k][n] = sum[n];
    }
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < N; ++n) a[k][n] = b[k][n];
  }

  /// Adds the volume integral to `rate`. Viscous cells need finish_gradient() before.
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Gas<Real>& gas, Index first) {
    const TablesView<Real>& t = zone.tables;
    V m[dim * dim];
    if constexpr (!Curved) RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);

    for (int q0 = 0; q0 < t.n_points; q0 += NQ) {
      V uq[NQ][N], gq[dim][NQ][N], dq[dim][NQ][N], f[NQ * dim][N];
      const Real* phi = t.interpolate + q0 * NK;
      small_gemm<false, NQ, NK>(phi, NK, u, uq);
      if (gas.viscous) {
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) {
          small_gemm<false, NQ, NK>(phi, NK, lifted[d], gq[d]);
          if constexpr (Curved) small_gemm<false, NQ, NK>(t.differentiate + (d * t.n_stored + q0) * NK, NK, u, dq[d]);
        }
      }
      RKDG_UNROLL_DEVICE
      for (int i = 0; i < Team<T, V>::rounds(NQ); ++i) {
        const int q = q0 + team.template point<NQ>(i);
        if constexpr (Curved) {
          const int stored = T == 1 || q < t.n_points ? q : 0;  // points beyond the last have no weight
          RKDG_UNROLL
          for (int j = 0; j < dim * dim; ++j)
            m[j] = load<V>(zone.metric + std::int64_t(stored * dim * dim + j) * zone.padded + first);
        }
        V w[n_var], g[dim][n_var], flux[dim][n_var];
        team.to_point(uq, i, w);
        if (gas.viscous) {
          RKDG_UNROLL
          for (int d = 0; d < dim; ++d) team.to_point(gq[d], i, g[d]);
          if constexpr (Curved) {
            const int stored = T == 1 || q < t.n_points ? q : 0;
            const V inverse = load<V>(zone.jacobian + std::int64_t(stored) * zone.padded + first);
            RKDG_UNROLL
            for (int r = 0; r < dim; ++r) {
              V along[n_var];
              team.to_point(dq[r], i, along);
              RKDG_UNROLL
              for (int d = 0; d < dim; ++d) RKDG_UNROLL
              for (int n = 0; n < n_var; ++n) g[d][n] += inverse * m[r * dim + d] * along[n];
            }
          }
        }
        physical_flux(gas, w, g, flux);
        RKDG_UNROLL
        for (int r = 0; r < dim; ++r) {
          V along[n_var], own[NQ][N];
          RKDG_UNROLL
          for (int n = 0; n < n_var; ++n) along[n] = m[r * dim] * flux[0][n] + m[r * dim + 1] * flux[1][n];
          team.to_own(along, i, own);
          RKDG_UNROLL
          for (int j = i * T; j < (i + 1) * T && j < NQ; ++j) RKDG_UNROLL
          for (int n = 0; n < N; ++n) f[j * dim + r][n] = own[j][n];
        }
      }
      small_gemm<true, NK, NQ * dim>(t.project + q0 * dim, t.n_stored * dim, f, rate);
    }
  }

  /// Mass inverse, source and Runge-Kutta update: writes stage.out for the cells `first`...
  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    const std::int64_t base = zone.state_begin + zone.layout.cell(std::int64_t(first));
    const auto at = [&](int k, int n) { return base + zone.layout.mode(team.first_variable() + n, k); };
    if (stage.source) RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL_DEVICE
    for (int n = 0; n < N; ++n) rate[k][n] += load<V>(stage.source + at(k, n));
    if constexpr (Curved) apply_mass_inverse(zone, first, rate);
    const V step = stage.local_dt ? load<V>(stage.dt + zone.cell_begin + first) : V(*stage.dt);
    const V dt = step * V(stage.rate_weight), own(stage.in_weight);
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < N; ++n) rate[k][n] = own * u[k][n] + dt * rate[k][n];
    for (int i = 0; i < stage.n_history; ++i) {
      const V weight(stage.history_weight[i]);
      const Real* history = stage.history[i];
      RKDG_UNROLL_DEVICE
      for (int n = 0; n < N; ++n) RKDG_UNROLL_DEVICE
      for (int k = 0; k < NK; ++k) rate[k][n] += weight * load<V>(history + at(k, n));
    }
    RKDG_UNROLL_DEVICE
    for (int n = 0; n < N; ++n) RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) store(stage.out + at(k, n), rate[k][n]);
  }
};

}  // namespace dg
