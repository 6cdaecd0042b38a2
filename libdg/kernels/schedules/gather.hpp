/// Assembly `gather`: one pass over faces stores numerical fluxes and jumps, one pass over cells gathers them.
///
/// Every face is evaluated once and no two threads write to one place: the result is the same bit for bit in every run.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/face_work.hpp"
#include "libdg/kernels/launch/device_shape.hpp"

namespace dg {

/// What the face pass stores, [point][variable][face], seen from the minus side.
template <class Real>
struct FaceStore {
  Real* flux;
  Real* jump;  ///< viscous only
};

template <class Eq, int P>
struct StoreFaces {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(mode_count(Space::triangle_P, P), n_var);

  Scheme<Eq> scheme;
  FaceList list;
  const Real* state;
  FaceStore<Real> out;

  template <int T, class V>
  RKDG_FN void operator()(Index i, const Team<T, V>& team) const {
    FaceWork<Eq, P, T, V> work(scheme, team, list, state, i, list.count, scheme.equations.viscous);
    if (scheme.equations.viscous) work.lift();
    V h[P + 1][n_var / T];
    work.flux(h);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g <= P; ++g) {
      put(out.flux, g, i, team, h[g]);
      if (!scheme.equations.viscous) continue;
      V jump[n_var / T];
      lifting_jump(work.states, g, jump);
      put(out.jump, g, i, team, jump);
    }
  }

 private:
  template <int T, class V>
  RKDG_FN void put(Real* to, int g, Index i, const Team<T, V>& team, const V (&x)[n_var / T]) const {
    RKDG_UNROLL
    for (int n = 0; n < n_var / T; ++n)
      store(to + std::int64_t(g * n_var + team.first_variable(n_var / T) + n) * list.padded + i, x[n]);
  }
};

template <class Eq, Space S, int P, bool Curved>
struct GatherStage {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(Element<S, P>::n_modes, n_var, Curved);

  Scheme<Eq> scheme;
  Stage<Real> stage;
  FaceStore<Real> faces;
  Index padded_faces;
  int zone_number;

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    CellWork<Eq, S, P, Curved, T, V> work(team);
    work.read(zone, stage.in, first, work.u);
    work.clear();
    for (int f = 0; f < Element<S, P>::n_faces; ++f) face(zone, f, first, work);
    if (scheme.equations.viscous) work.finish_gradient(zone, first);
    work.volume_integral(zone, scheme.equations, first);
    work.finish(zone, stage, first);
  }

 private:
  static constexpr int NG = P + 1, NK = Element<S, P>::n_modes;

  template <int T, class V>
  RKDG_FN void face(const ZoneView<Real>& zone, int f, Index first, CellWork<Eq, S, P, Curved, T, V>& work) const {
    using I = IndexOf<V>;
    constexpr int N = n_var / T;
    const I number = load_index<V>(zone.face_number + std::int64_t(f) * zone.padded + first);
    const I id = number >> 1, way = number & I(1);
    // Seen from the plus side, points run the other way and fluxes and jumps change sign.
    const V sign = select(way == I(1), V(Real(-1)), V(Real(1)));
    V flux[NG][N], jump[NG][N], directed[dim][NG][N];
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) {
      const I point = select(way == I(1), I(NG - 1 - g), I(g));
      const Real* geo = zone.face + std::int64_t(Curved ? f * NG + g : f) * (dim + 1) * zone.padded + first;
      const V length = sign * load<V>(geo + std::int64_t(dim) * zone.padded);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        const I at = (point * I(n_var) + I(work.team.first_variable(N) + n)) * I(padded_faces) + id;
        flux[g][n] = -length * gather<V>(faces.flux, at);
        if (!scheme.equations.viscous) continue;
        jump[g][n] = (Curved ? length : sign) * gather<V>(faces.jump, at);
        if constexpr (Curved) RKDG_UNROLL
        for (int d = 0; d < dim; ++d) directed[d][g][n] = load<V>(geo + std::int64_t(d) * zone.padded) * jump[g][n];
      }
    }
    const Real* lift = zone.tables.lift + f * NK * NG;
    small_gemm<true, NK, NG>(lift, NG, flux, work.rate);
    if (!scheme.equations.viscous) return;
    if constexpr (Curved) RKDG_UNROLL
    for (int d = 0; d < dim; ++d) small_gemm<true, NK, NG>(lift, NG, directed[d], work.lifted[d]);
    else work.lift(zone, f, jump);
  }
};

}  // namespace dg
