/// Assembly `blocks` of straight triangles and tetrahedra: cells show on their sides the modes of their traces and of
/// the derivatives along the outward normal; each face between two cells turns what stands on its two sides into the
/// modes of flux and jump; cells gather these.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/schedules/mode_faces.hpp"

namespace dg {

template <class Eq, int P>
struct BlockStage : BlockSchedule<Eq, simplex_space(Eq::dim), P> {
  using Schedule = BlockSchedule<Eq, simplex_space(Eq::dim), P>;
  using Schedule::dim, Schedule::N, Schedule::space, Schedule::faces, Schedule::NK, Schedule::slope_numbers,
      Schedule::face_numbers, Schedule::scheme, Schedule::stage, Schedule::zone_number, Schedule::blocks,
      Schedule::zone, Schedule::slopes_of;
  using typename Schedule::Real;
  static constexpr int NE = face_mode_count<dim>(P), ND = face_mode_count<dim>(P - 1);

  FaceModesView<Real> modes;

  BlockStage(const Schedule& schedule, const FaceModes<Real>& modes_) : Schedule(schedule), modes(modes_) {}

  /// Numbers of a side: modes of trace and slope, then of flux and jump.
  template <class V>
  static constexpr int side_numbers() {
    return record_size<V>(2 * block_side_size(shape_of(space), P) * N);
  }

  /// Takes the stage for a block, with room for blocks.most_sides() sides.
  template <class V>
  void take(Index block, Real* room) const {
    show_cells<V>(block, room);
    show_outer_cells<V>(block, room);
    mode_faces<V>().template take<V>(block, room);
    this->exchange_left(block, side_numbers<V>(), room);
    take_cells<V>(block, room);
  }

 private:
  template <class V>
  RKDG_FN ModeFaces<Eq, space, P, P - 1> mode_faces() const {
    return {*this, modes, side_numbers<V>()};
  }

  /// Modes of a cell on its face f, and of the derivative along its outward normal, see slope_numbers.
  template <class V>
  RKDG_FN void show(int f, const V (&u)[NK][N], const Real* slopes, const Index* at, Real* room) const {
    V side[NE + ND][N];
    to_face_modes<dim, dim, P, 0>(modes.trace + f * NE * NK, u, side);
    if (!scheme.equations.viscous) return store_records<NE * N>(room, side_numbers<V>(), at, side[0]);
    V across[ND][N], along[dim - 1][ND][N], part[slope_numbers];
    RKDG_UNROLL
    for (int i = 0; i < slope_numbers; ++i) part[i] = load<V>(slopes + i * LaneTraits<V>::width);
    to_face_modes<dim, dim, P, 1>(modes.across + f * ND * NK, u, across);
    RKDG_UNROLL
    for (int a = 0; a + 1 < dim; ++a) to_face_modes<dim, dim - 1, P, 1>(modes.along + a * ND * NE, side, along[a]);
    for (int e = 0; e < ND; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      V slope = part[0] * across[e][n];
      RKDG_UNROLL
      for (int a = 0; a + 1 < dim; ++a) slope += part[1 + a] * along[a][e][n];
      side[NE + e][n] = slope;
    }
    store_records<(NE + ND) * N>(room, side_numbers<V>(), at, side[0]);
  }

  template <class V>
  RKDG_CALL void show_cells(Index block, Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    for (Index i = blocks.register_begin[block]; i < blocks.register_begin[block + 1]; ++i) {
      const Index first = blocks.first_cell.data()[i], place = faces * width * (i - blocks.register_begin[block]);
      CellModes<Eq, space, P, 1, V> cells{Team<1, V>{}};
      cells.read(zone(), stage.in, first, cells.u);
      for (int f = 0; f < faces; ++f) {
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = place + faces * l + f;
        show(f, cells.u, slopes_of(i, f, width), at, room);
      }
    }
  }

  /// Cells elsewhere, of which a register holds those with the face f.
  template <class V>
  RKDG_CALL void show_outer_cells(Index block, Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    const Index behind_cells = blocks.own_sides(block), first_outer = blocks.outer_begin[faces * block];
    for (int f = 0; f < faces; ++f)
      for (Index i = blocks.outer_begin[faces * block + f]; i < blocks.outer_begin[faces * block + f + 1]; i += width) {
        V u[NK][N];
        this->template read_outer<V>(i, u);
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = behind_cells + (i - first_outer) + l;
        show(f, u, blocks.outer_slopes.data() + std::size_t(i) * slope_numbers, at, room);
      }
  }

  template <class V>
  RKDG_CALL void take_cells(Index block, const Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    const Index begin = blocks.register_begin[block], end = blocks.register_begin[block + 1];
    using Work = CellWork<Eq, space, P, false, 1, V>;
    const int beside_faces = 2 * faces + 1, pieces = beside_faces + Work::volume_pieces(zone());
    for (Index i = begin; i < end; ++i) {
      const Index first = blocks.first_cell.data()[i];
      Work work(Team<1, V>{});
      work.read(zone(), stage.in, first, work.u);
      work.clear();
      const auto expect = [&](int piece) { this->template expect_next<V>(block, i, piece, pieces); };
      for (int f = 0; f < faces; ++f) {
        expect(2 * f);
        gather_face(f, slopes_of(i, f, width), faces * width * (i - begin) + f, room, work);
        expect(2 * f + 1);
      }
      if (scheme.equations.viscous) work.finish_gradient(zone());
      expect(2 * faces);
      work.volume_integral(zone(), scheme.equations, first, [&](int piece) { expect(beside_faces + piece); });
      work.finish(zone(), stage, first);
    }
  }

  template <class Work>
  RKDG_FN void gather_face(int f, const Real* slopes, Index place, const Real* room, Work& work) const {
    using V = typename Work::Lane;
    constexpr int width = LaneTraits<V>::width;
    const Real* lift = modes.lift + f * NK * NE;
    const V length = -load<V>(slopes);
    Index at[width];
    for (int l = 0; l < width; ++l) at[l] = place + faces * l;
    V both[2 * NE][N];
    mode_faces<V>().load_given(room, at, both);
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) both[e][n] *= length;
    add_from_face_modes<dim, P>(lift, both, work.rate);
    if (!scheme.equations.viscous) return;
    V lifted[NK][N];
    for (int k = 0; k < NK; ++k) RKDG_UNROLL
    for (int n = 0; n < N; ++n) lifted[k][n] = V(Real(0));
    add_from_face_modes<dim, P>(lift, both + NE, lifted);
    const Real* normal = zone().tables.faces[0].normal + f * dim;
    for (int r = 0; r < dim; ++r) {
      if (normal[r] == Real(0)) continue;
      for (int k = 0; k < NK; ++k) RKDG_UNROLL
      for (int n = 0; n < N; ++n) work.lifted[r][k][n] += V(normal[r]) * lifted[k][n];
    }
  }
};

}  // namespace dg
