/// Assembly `blocks` of straight triangles and tetrahedra. Cells show on their sides the modes of their traces and of
/// the derivatives along the normal of the reference cell's face. Each face between two cells turns what stands on its
/// two sides into the modes of flux and jump, and cells gather these.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/schedules/mode_faces.hpp"

namespace dg {

template <class Eq, int P>
struct BlockStage : BlockSchedule<Eq, simplex_space(Eq::dim), P> {
  using Schedule = BlockSchedule<Eq, simplex_space(Eq::dim), P>;
  using Schedule::dim, Schedule::N, Schedule::space, Schedule::faces, Schedule::NK, Schedule::context, Schedule::stage,
      Schedule::zone_number, Schedule::blocks, Schedule::zone;
  using typename Schedule::Real;
  static constexpr int NE = face_mode_count<dim>(P), ND = face_mode_count<dim>(P - 1), last_face = Schedule::dim;

  FaceModesView<Real> modes;

  BlockStage(const Schedule& schedule, const FaceModes<Real>& modes_) : Schedule(schedule), modes(modes_) {}

  /// Numbers of a side: modes of trace and slope, then of flux and jump.
  template <class V>
  static constexpr int side_numbers() {
    return record_size<V>(2 * block_side_size(shape_of(space), P) * N);
  }

  /// Computes the stage of a block, with workspace for blocks.most_sides() sides.
  template <class V>
  void compute(Index block, Real* workspace) const {
    show_cells<V>(block, workspace);
    show_outer_cells<V>(block, workspace);
    mode_faces<V>().template compute<V>(block, workspace);
    this->exchange_left(block, side_numbers<V>(), workspace);
    compute_cells<V>(block, workspace);
  }

 private:
  template <class V>
  RKDG_FN ModeFaces<Eq, space, P, P - 1> mode_faces() const {
    return {*this, modes, side_numbers<V>()};
  }

  /// Calls visit.operator()<F>() for the local faces.
  template <int F = 0, class Visit>
  RKDG_FN static void each_face(const Visit& visit) {
    visit.template operator()<F>();
    if constexpr (F < dim) each_face<F + 1>(visit);
  }

  /// Modes of a cell on its face F, in front of `side`. Of the last two faces, one of which is the other in the mirror,
  /// the first sets those of both.
  template <int F, class V>
  RKDG_FN void trace(const V (&u)[NK][N], V (&side)[NE + ND][N], V (&mirrored)[NE + ND][N]) const {
    if constexpr (F + 1 < dim)
      sparse_gemm<trace_pattern<dim, P, F>, false>(modes.trace[F], u, side);
    else
      mirrored_traces<dim, P>(modes.trace[dim - 1], u, side, mirrored);
  }

  /// Stores what a cell shows on its face F: modes of the trace, and of the derivative along the normal of the
  /// reference cell's face.
  template <int F, class V>
  RKDG_FN void show(const V (&u)[NK][N], V (&side)[NE + ND][N], const Index* at, Real* workspace) const {
    if (!context.equations.viscous) return store_records<NE * N>(workspace, side_numbers<V>(), at, side[0]);
    sparse_gemm<across_pattern<dim, P, F>, false>(modes.across[F], u, side + NE);
    store_records<(NE + ND) * N>(workspace, side_numbers<V>(), at, side[0]);
  }

  template <class V>
  RKDG_CALL void show_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    for (Index i = blocks.register_begin[block]; i < blocks.register_begin[block + 1]; ++i) {
      const Index first = blocks.first_cell.data()[i], place = faces * width * (i - blocks.register_begin[block]);
      CellModes<Eq, space, P, 1, V> cells{Team<1, V>{}};
      cells.read(zone(), stage.in, first, cells.u);
      V side[NE + ND][N], mirrored[NE + ND][N];
      each_face([&]<int F>() RKDG_INLINE {
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = place + faces * l + F;
        if constexpr (F < last_face) trace<F>(cells.u, side, mirrored);
        show<F>(cells.u, F < last_face ? side : mirrored, at, workspace);
      });
    }
  }

  /// Cells elsewhere, of which a register holds those with the face f.
  template <class V>
  RKDG_CALL void show_outer_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    const Index behind_cells = blocks.own_sides(block), first_outer = blocks.outer_begin[faces * block];
    each_face([&]<int F>() RKDG_INLINE {
      for (Index i = blocks.outer_begin[faces * block + F]; i < blocks.outer_begin[faces * block + F + 1]; i += width) {
        V u[NK][N], side[NE + ND][N], mirrored[NE + ND][N];
        this->template read_outer<V>(i, u);
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = behind_cells + (i - first_outer) + l;
        trace<F>(u, side, mirrored);
        show<F>(u, F < last_face ? side : mirrored, at, workspace);
      }
    });
  }

  template <class V>
  RKDG_CALL void compute_cells(Index block, const Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    const Index begin = blocks.register_begin[block], end = blocks.register_begin[block + 1];
    using Work = CellWork<Eq, space, P, false, 1, V>;
    const int beside_faces = 2 * faces + 1, pieces = beside_faces + Work::volume_pieces(zone());
    for (Index i = begin; i < end; ++i) {
      const Index first = blocks.first_cell.data()[i];
      Work work(Team<1, V>{});
      work.read(zone(), stage.in, first, work.u);
      const auto prefetch = [&](int piece) { this->template prefetch_next<V>(block, i, piece, pieces); };
      V flux[2][NE][N];  // of the last two faces together
      each_face([&]<int F>() RKDG_INLINE {
        prefetch(2 * F);
        V jump[NE][N];
        load_face<F>(this->template length_of<V>(i, F), faces * width * (i - begin) + F, workspace,
                     flux[F == last_face], jump);
        add_flux<F>(flux, work.rate);
        if (context.equations.viscous) lift<F>(jump, work.lifted);
        prefetch(2 * F + 1);
      });
      if (context.equations.viscous) work.finish_gradient(zone());
      prefetch(2 * faces);
      work.volume_integral(zone(), context.equations, first, [&](int piece) { prefetch(beside_faces + piece); });
      work.finish(zone(), stage, first);
    }
  }

  /// Modes of the flux on face F times `-|J_f| / det J`, and of the jump times a part of the reference cell's normal.
  /// That is its part along direction lift_axis<F>.
  template <int F, class V>
  RKDG_FN void load_face(V face_length, Index place, const Real* workspace, V (&flux)[NE][N], V (&jump)[NE][N]) const {
    constexpr int width = LaneTraits<V>::width;
    const V length = -face_length, part(zone().tables.faces[0].normal[F * dim + lift_axis<F>]);
    Index at[width];
    for (int l = 0; l < width; ++l) at[l] = place + faces * l;
    V *const of_flux = flux[0], *const of_jump = jump[0];
    mode_faces<V>().template each_given<V>(workspace, at, [&](int i, V number) RKDG_INLINE {
      if (i < NE * N)
        of_flux[i] = length * number;
      else
        of_jump[i - NE * N] = part * number;
    });
  }

  /// The normal of face F of the reference cell is along this direction. That of the last face but one has the same
  /// part along all.
  template <int F>
  static constexpr int lift_axis = F < Schedule::dim ? Schedule::dim - 1 - F : 0;

  /// Sets the rate with the first face, adds to it with the others.
  template <int F, class V>
  RKDG_FN void add_flux(const V (&flux)[2][NE][N], V (&rate)[NK][N]) const {
    if constexpr (F + 1 < dim) {
      sparse_gemm<lift_pattern<dim, P, F>, (F > 0)>(modes.trace[F], flux[0], rate);
    } else if constexpr (F == dim) {
      V even[NE][N], odd[NE][N];
      in_mirror<dim - 1, P>(flux[1], odd);
      for (int e = 0; e < NE; ++e) RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        even[e][n] = flux[0][e][n] + odd[e][n];
        odd[e][n] = flux[0][e][n] - odd[e][n];
      }
      lift_apart<dim, P>(modes.trace[dim - 1], even, odd, [&](int k, const V(&sum)[N]) RKDG_INLINE {
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) rate[k][n] += sum[n];
      });
    }
  }

  /// Adds the lifting of a jump along the reference directions; the first to reach a direction sets it.
  template <int F, class V>
  RKDG_FN void lift(const V (&jump)[NE][N], V (&lifted)[Schedule::dim][NK][N]) const {
    if constexpr (F + 1 < dim) {
      sparse_gemm<lift_pattern<dim, P, F>, false>(modes.trace[F], jump, lifted[lift_axis<F>]);
    } else if constexpr (F < dim) {
      sparse_rows<lift_pattern<dim, P, F>>(modes.trace[F], jump, [&](int k, const V(&sum)[N]) RKDG_INLINE {
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) {
          lifted[0][k][n] = sum[n];
          RKDG_UNROLL
          for (int r = 1; r < last_face; ++r) lifted[r][k][n] += sum[n];
        }
      });
    } else {
      V even[NE][N], odd[NE][N];
      in_mirror<dim - 1, P>(jump, even);
      for (int e = 0; e < NE; ++e) RKDG_UNROLL
      for (int n = 0; n < N; ++n) odd[e][n] = -even[e][n];
      lift_apart<dim, P>(modes.trace[dim - 1], even, odd, [&](int k, const V(&sum)[N]) RKDG_INLINE {
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) lifted[0][k][n] += sum[n];
      });
    }
  }
};

}  // namespace dg
