/// Assembly `fused`: each cell evaluates all of its own faces and the volume integral and takes its stage at once.
///
/// Nothing is stored between, no two cells write to one place, and the result is the same bit for bit in every run;
/// each face between two cells is evaluated twice.
#pragma once

#include "libdg/operator/cell_work.hpp"
#include "libdg/operator/face_flux.hpp"
#include "libdg/operator/side.hpp"

namespace dg {

template <class Real, Space S, int P, bool Curved>
struct FusedStage {
  Scheme<Real> scheme;
  Stage<Real> stage;
  int zone_number;

  /// Takes the stage for the cells first, first + 1, ... that the lanes of V hold.
  template <class V>
  RKDG_FN void operator()(Index first) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    CellWork<S, P, Curved, V> work;
    work.read(zone, stage.in, first, work.u);
    work.clear();
    if (scheme.gas.viscous) work.differentiate(zone, first);
    for (int f = 0; f < Element<S, P>::n_faces; ++f) face(zone, f, first, work);
    if constexpr (Curved)
      if (scheme.gas.viscous)
        for (int d = 0; d < dim; ++d) work.apply_mass_inverse(zone, first, work.lifted[d]);
    work.volume_integral(zone, scheme.gas, first);
    work.finish(zone, stage, first);
  }

 private:
  static constexpr int NG = P + 1, NK = Element<S, P>::n_modes;

  /// Unit normals and |J_f| / det J (affine) or |J_f| (curved) at the points of a face.
  template <class V>
  struct Geometry {
    static constexpr int count = Curved ? NG : 1;
    V normal[count][dim], length[count];

    RKDG_FN const V (&n(int g) const)[dim] { return normal[Curved ? g : 0]; }
    RKDG_FN V l(int g) const { return length[Curved ? g : 0]; }
  };

  template <class V>
  RKDG_FN static Geometry<V> geometry(const ZoneView<Real>& zone, int f, Index first) {
    Geometry<V> geo;
    for (int g = 0; g < geo.count; ++g) {
      const Real* p = zone.face + std::int64_t(f * geo.count + g) * (dim + 1) * zone.padded + first;
      for (int d = 0; d < dim; ++d) geo.normal[g][d] = load<V>(p + std::int64_t(d) * zone.padded);
      geo.length[g] = load<V>(p + std::int64_t(dim) * zone.padded);
    }
    return geo;
  }

  /// Own traces, from the modes at hand.
  template <class V>
  RKDG_FN void own_traces(const ZoneView<Real>& zone, int f, Index first, const CellWork<S, P, Curved, V>& work,
                          FaceStates<NG, V>& face) const {
    const Real* trace = zone.tables.trace + f * NG * NK;
    small_gemm<false, NG>(NK, trace, NK, work.u, face.minus);
    if (!scheme.gas.viscous) return;
    V d[dim][NG][n_var];
    for (int i = 0; i < dim; ++i)
      small_gemm<false, NG>(Element<S, P>::n_gradient_modes, trace, NK, work.gradient[i], d[i]);
    for (int g = 0; g < NG; ++g) {
      V m[dim * dim];
      if constexpr (Curved)
        for (int i = 0; i < dim * dim; ++i)
          m[i] = load<V>(zone.face_metric + std::int64_t((f * NG + g) * dim * dim + i) * zone.padded + first);
      for (int i = 0; i < dim; ++i) RKDG_UNROLL
      for (int n = 0; n < n_var; ++n)
        face.grad_minus[g][i][n] = Curved ? m[i] * d[0][g][n] + m[dim + i] * d[1][g][n] : d[i][g][n];
    }
  }

  template <class V>
  RKDG_FN void face(const ZoneView<Real>& zone, int f, Index first, CellWork<S, P, Curved, V>& work) const {
    using I = IndexOf<V>;
    const Geometry<V> geo = geometry<V>(zone, f, first);
    const I code = load_index<V>(zone.code + std::int64_t(f) * zone.padded + first);
    const I neighbour = load_index<V>(zone.neighbour + std::int64_t(f) * zone.padded + first);

    FaceStates<NG, V> states;
    own_traces(zone, f, first, work, states);
    states.on_boundary = code < I(0);
    states.has_boundary = any(states.on_boundary);
    I plus_code = code, plus = neighbour;
    if (states.has_boundary) {  // any valid cell will do: the traces are replaced
      plus_code = select(states.on_boundary, I(neighbour_code(zone_number, f)), code);
      plus = select(states.on_boundary, I(first), neighbour);
    }
    traces<P>(scheme, stage.in, plus_code, plus, Way::against, scheme.gas.viscous, states.plus, states.grad_plus);
    V tangential(Real(1)), heat(Real(1));
    if (states.has_boundary) {
      apply_boundary(
          scheme, code, neighbour,
          [&](int g, V(&n)[dim]) {
            for (int d = 0; d < dim; ++d) n[d] = geo.n(g)[d];
          },
          states);
      boundary_factors(scheme, code, states.on_boundary, tangential, heat);
    }
    if (scheme.gas.viscous) lift(zone, f, first, geo, plus_code, plus, states, work);

    V flux[NG][n_var];
    for (int g = 0; g < NG; ++g) {
      face_flux(scheme, states, g, geo.n(g), tangential, heat, flux[g]);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) flux[g][n] *= -geo.l(g);
    }
    small_gemm<true, NK>(NG, zone.tables.lift + f * NK * NG, NG, flux, work.rate);
  }

  /// BR2: adds the face's lifting to R, and eta times it to the gradients of both sides.
  template <class V>
  RKDG_FN void lift(const ZoneView<Real>& zone, int f, Index first, const Geometry<V>& geo, IndexOf<V> plus_code,
                    IndexOf<V> plus, FaceStates<NG, V>& states, CellWork<S, P, Curved, V>& work) const {
    V jump[NG][n_var];
    for (int g = 0; g < NG; ++g) {
      lifting_jump(states, g, jump[g]);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) jump[g][n] *= geo.l(g);
    }
    const V eta_plus = eta_of<V>(scheme, plus_code);
    if constexpr (!Curved) {
      // Both sides are straight here: one normal, and for the neighbour only another det J.
      V modes[NK][n_var], own[NG][n_var], other[NG][n_var];
      small_gemm<false, NK>(NG, zone.tables.lift + f * NK * NG, NG, jump, modes);
      for (int k = 0; k < NK; ++k)
        for (int d = 0; d < dim; ++d) RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) work.lifted[d][k][n] += geo.n(0)[d] * modes[k][n];
      small_gemm<false, NG>(NG, zone.tables.face_lift, NG, jump, own);
      const V det = load<V>(zone.jacobian + first);
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) jump[g][n] *= det;
      lifting<P>(scheme, plus_code, plus, Way::against, jump, other);
      for (int d = 0; d < dim; ++d)
        add_lifting(d, geo.n(0)[d] * V(scheme.eta[zone_number]), own, geo.n(0)[d] * eta_plus, other, states);
    } else {
      for (int d = 0; d < dim; ++d) {
        V directed[NG][n_var], own[NG][n_var], other[NG][n_var];
        for (int g = 0; g < NG; ++g) RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) directed[g][n] = geo.n(g)[d] * jump[g][n];
        small_gemm<true, NK>(NG, zone.tables.lift + f * NK * NG, NG, directed, work.lifted[d]);
        own_lifting(zone, f, first, directed, own);
        lifting<P>(scheme, plus_code, plus, Way::against, directed, other);
        add_lifting(d, V(scheme.eta[zone_number]), own, eta_plus, other, states);
      }
    }
  }

  /// Lifting on the cell's own face f with the stored matrices of a curved cell.
  template <class V>
  RKDG_FN static void own_lifting(const ZoneView<Real>& zone, int f, Index first, const V (&x)[NG][n_var],
                                  V (&y)[NG][n_var]) {
    for (int g = 0; g < NG; ++g) {
      V sum[n_var];
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) sum[n] = V(Real(0));
      for (int h = 0; h < NG; ++h) {
        const V a = load<V>(zone.face_lift + std::int64_t((f * NG + g) * NG + h) * zone.padded + first);
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) sum[n] += a * x[h][n];
      }
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) y[g][n] = sum[n];
    }
  }

  template <class V>
  RKDG_FN static void add_lifting(int d, V minus, const V (&own)[NG][n_var], V plus, const V (&other)[NG][n_var],
                                  FaceStates<NG, V>& states) {
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) {
      states.grad_minus[g][d][n] += minus * own[g][n];
      states.grad_plus[g][d][n] += plus * other[g][n];
    }
  }
};

}  // namespace dg
