/// Assembly `gather`: one pass over faces stores numerical fluxes and jumps, one pass over cells gathers them.
///
/// Every face is evaluated once and no two threads write to one place: the result is the same bit for bit in every run.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_work.hpp"
#include "libdg/kernels/integrands/with_cell_work.hpp"

namespace dg {

/// What the face pass stores, [point][variable][face], seen from the minus side.
template <class Real>
struct FaceStore {
  Real* flux;
  Real* jump;  ///< viscous only
};

template <class Eq, class FE>
struct StoreFaces {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(mode_count(simplex_space(Eq::dim), FE::degree), n_var);

  KernelContext<Eq> context;
  FaceList list;
  const Real* state;
  FaceStore<Real> out;

  template <int T, class V>
  RKDG_FN void operator()(Index i, const Team<T, V>& team) const {
    FaceWork<Eq, FE, T, V> work(context, team, list, state, i, list.count, context.equations.viscous);
    if (context.equations.viscous) work.lift();
    V h[FE::n_points][n_var / T];
    work.flux(h);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < FE::n_points; ++g) {
      put(out.flux, g, i, team, h[g]);
      if (!context.equations.viscous) continue;
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

/// What the face passes have stored, by kind.
template <class Real>
struct StoredFaces {
  FaceStore<Real> of_kind[max_face_kinds];
  Index padded[max_face_kinds];
};

template <class Eq, Space S, int P, bool Curved>
struct GatherStage {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(Element<S, P>::n_modes, n_var, Curved);

  KernelContext<Eq> context;
  Stage<Real> stage;
  StoredFaces<Real> stored;
  int zone_number;

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    with_cell_work<Eq, S, P, Curved, T, V>(context.zones.zone[zone_number],
                                           [&]<class Work>() { compute<Work>(first, team); });
  }

 private:
  template <class Work, int T, class V>
  RKDG_FN void compute(Index first, const Team<T, V>& team) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    Work work(team);
    work.read(zone, stage.in, first, work.u);
    work.clear();
    faces<0>(zone, first, work);
    if constexpr (face_kinds(dim) > 1) faces<1>(zone, first, work);
    if (context.equations.viscous) work.finish_gradient(zone);
    work.prefetch(zone, stage, first, Work::pieces - 1);
    work.volume_integral(zone, context.equations, first);
    work.finish(zone, stage, first);
  }

  template <int Kind, class Work>
  RKDG_FN void faces(const ZoneView<Real>& zone, Index first, Work& work) const {
    constexpr FaceRange range = Element<S, P>::faces(Kind);
    if constexpr (range.count > 0)
      for (int f = 0; f < range.count; ++f) face<FaceOfKind<dim, Kind, P>>(zone, f, range.first + f, first, work);
  }

  /// Which of the stored points is the cell's own point g, by how the cell sees the face.
  template <class FE, class V>
  RKDG_FN static IndexOf<V> stored_point(const FaceTablesView<Real>& tables, IndexOf<V> view, int g) {
    using I = IndexOf<V>;
    if constexpr (FE::shape == FaceShape::line)
      return select(view == I(1), I(FE::n_points - 1 - g), I(g));
    else
      return gather_index<V>(tables.own_point + g, view * I(FE::n_points));
  }

  /// Face f of its kind, which is `local` of the cell.
  template <class FE, class Work>
  RKDG_FN void face(const ZoneView<Real>& zone, int f, int local, Index first, Work& work) const {
    using V = typename Work::Lane;
    using I = IndexOf<V>;
    constexpr int N = Work::N, NG = FE::n_points, view_bits = view_slots(dim) == 2 ? 1 : 3;
    static_assert(view_slots(dim) == 1 << view_bits);
    constexpr int first_row = Element<S, P>::first_face_row(FE::kind);
    const FaceTablesView<Real>& tables = zone.tables.faces[FE::kind];
    const FaceStore<Real>& store = stored.of_kind[FE::kind];
    const Index padded = stored.padded[FE::kind];
    const I number = load_index<V>(zone.face_number + std::int64_t(local) * zone.padded + first);
    const I id = number >> view_bits, view = number & I(view_slots(dim) - 1);
    // Seen from the plus side, points run another way and fluxes and jumps change sign.
    const V sign = select(view > I(0), V(Real(-1)), V(Real(1)));
    work.prefetch(zone, stage, first, 2 * local);
    V flux[NG][N], jump[NG][N];
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) {
      const I point = stored_point<FE, V>(tables, view, g);
      const int row = Curved ? local * NG + first_row + g : local;
      const Real* geo = zone.face + std::int64_t(row) * (dim + 1) * zone.padded + first;
      const V length = sign * load<V>(geo + std::int64_t(dim) * zone.padded);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        const I at = (point * I(n_var) + I(work.team.first_variable(N) + n)) * I(padded) + id;
        flux[g][n] = -length * gather<V>(store.flux, at);
        if (context.equations.viscous) jump[g][n] = sign * gather<V>(store.jump, at);
      }
    }
    work.prefetch(zone, stage, first, 2 * local + 1);
    work.template add_flux<FE>(zone, f, flux);
    if (context.equations.viscous) work.template lift<FE>(zone, f, jump);
  }
};

}  // namespace dg
