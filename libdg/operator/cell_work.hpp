/// The pieces of the residual of a cell that need no neighbour: coefficients, gradient, volume integral, mass, stage.
///
/// For every test function phi_k of cell K (u the state, R the sum of the BR2 liftings of its faces):
///   rate_k = int_K grad phi_k . (F_c(u) - F_v(u, grad u + R)) dx - sum_faces int phi_k H ds + int_K S phi_k dx,
/// and dU_k/dt = M^-1 rate. On affine cells everything is divided by det J from the start, which leaves M = I.
#pragma once

#include "libdg/operator/scheme.hpp"
#include "libdg/operator/small_gemm.hpp"
#include "libdg/physics/euler/flux.hpp"
#include "libdg/physics/navier_stokes/flux.hpp"

namespace dg {

template <Space S, int P, bool Curved, class V>
struct CellWork {
  using Real = RealOf<V>;
  using E = Element<S, P>;
  static constexpr int NK = E::n_modes, NG = E::n_face_points, NQ = E::block, n_gradient = E::n_gradient_modes;

  V u[NK][n_var];
  V gradient[dim][NK][n_var];  ///< modes of d u / d x_d (affine) or d u / d xi_d (curved)
  V lifted[dim][NK][n_var];    ///< modes of R
  V rate[NK][n_var];

  RKDG_FN static void read(const ZoneView<Real>& zone, const Real* array, Index first, V (&out)[NK][n_var]) {
    const Real* base = array + zone.state_begin + zone.offset(std::int64_t(first));
    for (int n = 0; n < n_var; ++n)
      for (int k = 0; k < NK; ++k) out[k][n] = load<V>(base + std::int64_t(n * NK + k) * zone.stride);
  }

  RKDG_FN void clear() {
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) {
      rate[k][n] = V(Real(0));
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) lifted[d][k][n] = V(Real(0));
    }
  }

  /// Gradient modes from the strictly upper triangular derivative matrices.
  RKDG_FN void differentiate(const ZoneView<Real>& zone, Index first) {
    V m[dim * dim];
    if constexpr (!Curved)
      for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
    for (int k = 0; k < n_gradient; ++k) {
      V d_r[n_var], d_s[n_var];
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) d_r[n] = d_s[n] = V(Real(0));
      const Real* row = zone.tables.derivative + k * NK;
      for (int l = k + 1; l < NK; ++l) {
        const V r(row[l]), s(row[NK * NK + l]);
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) {
          d_r[n] += r * u[l][n];
          d_s[n] += s * u[l][n];
        }
      }
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) {
        gradient[0][k][n] = Curved ? d_r[n] : m[0] * d_r[n] + m[2] * d_s[n];
        gradient[1][k][n] = Curved ? d_s[n] : m[1] * d_r[n] + m[3] * d_s[n];
      }
    }
  }

  /// a <- M^-1 a with the stored symmetric inverse.
  RKDG_FN static void apply_mass_inverse(const ZoneView<Real>& zone, Index first, V (&a)[NK][n_var]) {
    V b[NK][n_var];
    for (int k = 0; k < NK; ++k) {
      V sum[n_var];
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) sum[n] = V(Real(0));
      for (int l = 0; l < NK; ++l) {
        const int entry = l <= k ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
        const V m = load<V>(zone.mass_inverse + std::int64_t(entry) * zone.padded + first);
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) sum[n] += m * a[l][n];
      }
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) b[k][n] = sum[n];
    }
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) a[k][n] = b[k][n];
  }

  /// Adds the volume integral to `rate`. `viscous` cells need gradient and lifted.
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Gas<Real>& gas, Index first) {
    const TablesView<Real>& t = zone.tables;
    V sum[dim][NK][n_var];  // affine: physical gradient with lifting, interpolated once
    if (!Curved && gas.viscous)
      for (int d = 0; d < dim; ++d)
        for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n)
      sum[d][k][n] = k < n_gradient ? lifted[d][k][n] + gradient[d][k][n] : lifted[d][k][n];

    V m[dim * dim];
    if constexpr (!Curved)
      for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);

    for (int q0 = 0; q0 < t.n_points; q0 += NQ) {
      V uq[NQ][n_var], gq[dim][NQ][n_var], dq[dim][NQ][n_var], f[NQ * dim][n_var];
      const Real* phi = t.interpolate + q0 * NK;
      small_gemm<false, NQ>(NK, phi, NK, u, uq);
      if (gas.viscous) {
        for (int d = 0; d < dim; ++d) {
          if constexpr (Curved) {
            small_gemm<false, NQ>(NK, phi, NK, lifted[d], gq[d]);
            small_gemm<false, NQ>(n_gradient, phi, NK, gradient[d], dq[d]);
          } else {
            small_gemm<false, NQ>(NK, phi, NK, sum[d], gq[d]);
          }
        }
      }
      for (int q = 0; q < NQ; ++q) {
        if constexpr (Curved)
          for (int i = 0; i < dim * dim; ++i)
            m[i] = load<V>(zone.metric + std::int64_t((q0 + q) * dim * dim + i) * zone.padded + first);
        const Primitive<V> w = primitive(gas, uq[q]);
        V flux[dim][n_var];
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) convective_flux(uq[q], w, d, flux[d]);
        if (gas.viscous) {
          V g[dim][n_var];
          RKDG_UNROLL
          for (int d = 0; d < dim; ++d) RKDG_UNROLL
          for (int n = 0; n < n_var; ++n) g[d][n] = gq[d][q][n];
          if constexpr (Curved) {
            const V inverse = load<V>(zone.jacobian + std::int64_t(q0 + q) * zone.padded + first);
            RKDG_UNROLL
            for (int d = 0; d < dim; ++d) RKDG_UNROLL
            for (int n = 0; n < n_var; ++n) g[d][n] += inverse * (m[d] * dq[0][q][n] + m[dim + d] * dq[1][q][n]);
          }
          const ViscousStress<V> s = viscous_stress(gas, uq[q], w, g);
          RKDG_UNROLL
          for (int d = 0; d < dim; ++d) subtract_viscous_flux(s, w, d, flux[d]);
        }
        RKDG_UNROLL
        for (int i = 0; i < dim; ++i) RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) f[q * dim + i][n] = m[i * dim] * flux[0][n] + m[i * dim + 1] * flux[1][n];
      }
      small_gemm<true, NK>(NQ * dim, t.project + q0 * dim, t.n_points * dim, f, rate);
    }
  }

  /// Mass inverse, source and Runge-Kutta update: writes stage.out for the cells `first`...
  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    const std::int64_t base = zone.state_begin + zone.offset(std::int64_t(first));
    const auto at = [&](int k, int n) { return base + std::int64_t(n * NK + k) * zone.stride; };
    if (stage.source)
      for (int k = 0; k < NK; ++k)
        for (int n = 0; n < n_var; ++n) rate[k][n] += load<V>(stage.source + at(k, n));
    if constexpr (Curved) apply_mass_inverse(zone, first, rate);
    const V step = stage.local_dt ? load<V>(stage.dt + zone.cell_begin + first) : V(*stage.dt);
    const V dt = step * V(stage.rate_weight), own(stage.in_weight);
    for (int n = 0; n < n_var; ++n)
      for (int k = 0; k < NK; ++k) {
        V x = own * u[k][n] + dt * rate[k][n];
        for (int i = 0; i < stage.n_history; ++i)
          x += V(stage.history_weight[i]) * load<V>(stage.history[i] + at(k, n));
        store(stage.out + at(k, n), x);
      }
  }
};

}  // namespace dg
