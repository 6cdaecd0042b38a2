/// The pieces of the residual of a cell that need no neighbour: coefficients, gradient, volume integral, mass, stage.
///
/// For every test function phi_k of cell K (u the state, R the sum of the BR2 liftings of its faces):
///   rate_k = int_K grad phi_k . (F_c(u) - F_v(u, grad u + R)) dx - sum_faces int phi_k H ds + int_K S phi_k dx,
/// and dU_k/dt = M^-1 rate. On affine cells everything is divided by det J from the start, which leaves M = I.
#pragma once

#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/integrands/cell_modes.hpp"
#include "libdg/kernels/integrands/even_odd_flux.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Curved, int T, class V>
struct CellWork : CellModes<Eq, S, P, T, V> {
  using Real = RealOf<V>;
  using Lane = V;
  using E = Element<S, P>;
  using Modes = CellModes<Eq, S, P, T, V>;
  using Modes::dim, Modes::n_var, Modes::NK, Modes::N, Modes::team, Modes::u, Modes::rate;
  static constexpr int NQ = T == 1 ? E::block : T;  ///< volume points at once
  static constexpr bool by_even_odd = !Curved && T == 1 && has_even_odd<S, P, V>;

  /// Modes of the sum R of the liftings along the reference directions; after finish_gradient(): of grad u + R.
  V lifted[dim][NK][N];

  RKDG_FN explicit CellWork(const Team<T, V>& team_) : Modes(team_) {}

  RKDG_FN void clear() {
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      rate[k][n] = V(Real(0));
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) lifted[d][k][n] = V(Real(0));
    }
  }

  /// Traces on face f of a kind, and derivatives along the normal of the reference cell's face.
  template <class FE>
  RKDG_FN void trace(const ZoneView<Real>& zone, int f, V (&values)[FE::n_points][N]) const {
    small_gemm<false, FE::n_points, NK>(zone.tables.faces[FE::kind].trace + f * FE::stored_points * NK, NK, u, values);
  }
  template <class FE>
  RKDG_FN void trace_normal(const ZoneView<Real>& zone, int f, V (&derivatives)[FE::n_points][N]) const {
    small_gemm<false, FE::n_points, NK>(zone.tables.faces[FE::kind].trace_normal + f * FE::stored_points * NK, NK, u,
                                        derivatives);
  }

  /// Adds what enters through face f of a kind: a flux times |J_f|, in affine cells / det J.
  template <class FE>
  RKDG_FN void add_flux(const ZoneView<Real>& zone, int f, const V (&flux)[FE::n_points][N]) {
    constexpr int NG = FE::n_points, stored = FE::stored_points;
    small_gemm<true, NK, NG>(zone.tables.faces[FE::kind].lift + f * NK * stored, stored, flux, rate);
  }

  /// Adds the lifting of a jump on face f of a kind to `lifted`, along the normal of the reference cell's face.
  template <class FE>
  RKDG_FN void lift(const ZoneView<Real>& zone, int f, const V (&jump)[FE::n_points][N]) {
    constexpr int NG = FE::n_points;
    const FaceTablesView<Real>& faces = zone.tables.faces[FE::kind];
    const Real* normal = faces.normal + f * dim;
    if constexpr (!std::is_arithmetic_v<V>) {
      lift_by_lanes<FE>(faces, f, normal, jump);
      return;
    }
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r) {
      if (normal[r] == Real(0)) continue;
      V directed[NG][N];
      RKDG_UNROLL_DEVICE
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) directed[g][n] = ConstantOf<V>(normal[r]) * jump[g][n];
      small_gemm<true, NK, NG>(faces.lift + f * NK * FE::stored_points, FE::stored_points, directed, lifted[r]);
    }
  }

  /// The lifting of a jump on a face where it is on that face, along the normal of the reference cell's face.
  template <class FE>
  RKDG_FN void lift_to_face(const ZoneView<Real>& zone, const V (&jump)[FE::n_points][N],
                            V (&on_face)[FE::n_points][N]) const {
    constexpr int NG = FE::n_points;
    small_gemm<false, NG, NG>(zone.tables.faces[FE::kind].face_lift, FE::stored_points, jump, on_face);
  }

  /// What is left of the gradient once all faces have been lifted: adds the modes of grad u, by the strictly upper
  /// triangular derivative matrices.
  RKDG_FN void finish_gradient([[maybe_unused]] const ZoneView<Real>& zone) {
    if constexpr (by_even_odd) return add_derivatives(even_odd_volume<Real, dim, P>(), u, lifted);
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < E::n_gradient_modes; ++k) {
      V sum[dim][N];
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[d][n] = lifted[d][k][n];
      const Real* row = zone.tables.derivative + k * NK;
      RKDG_UNROLL_DEVICE
      for (int l = k + 1; l < NK; ++l) RKDG_UNROLL
      for (int d = 0; d < dim; ++d) {
        const ConstantOf<V> entry(row[d * NK * NK + l]);
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) sum[d][n] += entry * u[l][n];
      }
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) RKDG_UNROLL
      for (int n = 0; n < N; ++n) lifted[d][k][n] = sum[d][n];
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
        const auto m = load<ConstantOf<V>>(zone.mass_inverse + std::int64_t(entry) * zone.padded + first);
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

  /// Pieces of the volume integral.
  RKDG_FN static int volume_pieces(const ZoneView<Real>& zone) {
    if constexpr (by_even_odd)
      if (has_even_odd_rule(zone)) return EvenOddVolumeIntegral<Eq, P, V>::pieces;
    return zone.tables.n_points / NQ;
  }

  /// Adds the volume integral to `rate`, calling between(i) before piece i. Viscous cells need finish_gradient()
  /// before.
  template <class Between = CallNothing>
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first,
                               const Between& between = {}) {
    const TablesView<Real>& t = zone.tables;
    const auto& here = in_cells<V>(equations, zone, first);
    using EqHere = std::remove_cvref_t<decltype(here)>;
    V m[dim * dim];
    if constexpr (!Curved) load_metric(zone, first, m);
    if constexpr (by_even_odd)
      if (has_even_odd_rule(zone)) return EvenOddVolumeIntegral<EqHere, P, V>{here, m, u, lifted, rate}.find(between);

    for (int q0 = 0; q0 < t.n_points; q0 += NQ) {
      between(q0 / NQ);
      V uq[NQ][N], gq[dim][NQ][N], f[NQ * dim][N];
      const Real* phi = t.interpolate + q0 * NK;
      small_gemm<false, NQ, NK>(phi, NK, u, uq);
      if (equations.viscous) {
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) small_gemm<false, NQ, NK>(phi, NK, lifted[d], gq[d]);
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
        if (equations.viscous) {
          RKDG_UNROLL
          for (int d = 0; d < dim; ++d) team.to_point(gq[d], i, g[d]);
          if constexpr (Curved) {
            const int stored = T == 1 || q < t.n_points ? q : 0;
            const V inverse = load<V>(zone.jacobian + std::int64_t(stored) * zone.padded + first);
            RKDG_UNROLL
            for (int d = 0; d < dim; ++d) RKDG_UNROLL
            for (int n = 0; n < n_var; ++n) g[d][n] *= inverse;
          }
        }
        reference_flux(here, m, w, g, flux);
        RKDG_UNROLL
        for (int r = 0; r < dim; ++r) {
          V own[NQ][N];
          team.to_own(flux[r], i, own);
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
    this->add_source(zone, stage, first);
    if constexpr (Curved) apply_mass_inverse(zone, first, rate);
    this->update(zone, stage, first);
  }

 private:
  /// Whether the rule of the zone is that of EvenOddVolume.
  RKDG_FN static bool has_even_odd_rule(const ZoneView<Real>& zone) {
    return zone.tables.n_points == (EvenOddBlocks<dim, P>::points + E::block - 1) / E::block * E::block;
  }

  /// lift() where products cost more than memory: on faces that are oblique to the reference directions, once for all
  /// of these.
  template <class FE>
  RKDG_FN void lift_by_lanes(const FaceTablesView<Real>& faces, int f, const Real* normal,
                             const V (&jump)[FE::n_points][N]) {
    constexpr int NG = FE::n_points, stored = FE::stored_points;
    const Real* matrix = faces.lift + f * NK * stored;
    int directions = 0, along = 0;
    for (int r = 0; r < dim; ++r)
      if (normal[r] != Real(0)) ++directions, along = r;
    V directed[NG][N], once[NK][N];
    if (directions > 1) {
      small_gemm<false, NK, NG>(matrix, stored, jump, once);
      for (int r = 0; r < dim; ++r)
        for (int k = 0; k < NK; ++k) RKDG_UNROLL
      for (int n = 0; n < N; ++n) lifted[r][k][n] += ConstantOf<V>(normal[r]) * once[k][n];
      return;
    }
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) directed[g][n] = ConstantOf<V>(normal[along]) * jump[g][n];
    small_gemm<true, NK, NG>(matrix, stored, directed, lifted[along]);
  }

  /// The metric of an affine cell.
  RKDG_FN static void load_metric(const ZoneView<Real>& zone, Index first, V (&m)[dim * dim]) {
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
  }
};

}  // namespace dg
