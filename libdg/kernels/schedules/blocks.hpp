/// Assembly `blocks`: a core takes a block of straight simplices through all passes of a stage while what these pass
/// on is in its cache; other cells as with `fused`.
///
/// Cells show on their sides the modes of their traces and of the derivatives along the outward normal; each face
/// between two cells turns what stands on its two sides into the modes of flux and jump; cells gather these. Only faces
/// between blocks are evaluated twice, by the same operations: the result is the same bit for bit in every run.
#pragma once

#include "libdg/backend/near_lanes.hpp"
#include "libdg/backend/records.hpp"
#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/face_modes_flux.hpp"
#include "libdg/kernels/integrands/face_work.hpp"
#include "libdg/space/cell_blocks.hpp"

namespace dg {

template <class Eq, int P>
struct BlockStage {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var;
  static constexpr Space space = simplex_space(dim);
  static constexpr int faces = Element<space, P>::n_faces, NK = Element<space, P>::n_modes,
                       NE = face_mode_count<dim>(P), ND = face_mode_count<dim>(P - 1);
  static constexpr int slope_numbers = block_slope_numbers(dim), face_numbers = block_face_numbers(dim);
  using Full = FaceOfKind<dim, 0, P>;
  using Lean = FaceOfKind<dim, 0, P, FaceRule::lean>;

  const Scheme<Eq>& scheme;
  const Stage<Real>& stage;
  int zone_number;
  FaceModesView<Real> modes;
  const CellBlocks<Real, dim>& blocks;

  /// Numbers of a side: modes of trace and slope, then of flux and jump.
  template <class V>
  static constexpr int side_numbers() {
    return record_size<V>(2 * NE * N);
  }

  /// Takes the stage for a block, with room for blocks.most_sides() sides.
  template <class V>
  void take(Index block, Real* room) const {
    show_cells<V>(block, room);
    show_outer_cells<V>(block, room);
    if (modes.n_points == Full::n_points)
      take_faces<Full::n_points, V>(block, room);
    else
      take_faces<Lean::n_points, V>(block, room);
    take_other_faces<V>(block, room);
    take_cells<V>(block, room);
  }

 private:
  const ZoneView<Real>& zone() const { return scheme.zones.zone[zone_number]; }

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
        show(f, cells.u, slopes(i, f, width), at, room);
      }
    }
  }

  /// Cells elsewhere, of which a register holds those with the face f.
  template <class V>
  RKDG_CALL void show_outer_cells(Index block, Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    const Index behind_cells = blocks.own_sides(block), first_outer = blocks.outer_begin[faces * block];
    const auto base = stage.in + zone().state_begin;
    for (int f = 0; f < faces; ++f)
      for (Index i = blocks.outer_begin[faces * block + f]; i < blocks.outer_begin[faces * block + f + 1]; i += width) {
        const IndexOf<V> cell = load_index<V>(blocks.outer_cell.data() + i);
        const NearLanes<V> of_state(zone().layout.cell(cell));
        V u[NK][N];
        for (int k = 0; k < NK; ++k)
          for (int n = 0; n < N; ++n) u[k][n] = of_state(base + zone().layout.mode(n, k));
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = behind_cells + (i - first_outer) + l;
        show(f, u, blocks.outer_slopes.data() + std::size_t(i) * slope_numbers, at, room);
      }
  }

  /// Asks for a piece of what comes next, beside register i of the cells of a block: the lines that its update reads
  /// and writes, and what the next block shows of its own cells and of those elsewhere.
  template <class V>
  RKDG_CALL void expect_next(Index block, Index i, int piece, int pieces) const {
    constexpr int width = LaneTraits<V>::width;
    const auto line = [&](Index cell) { return zone().state_begin + zone().layout.cell(std::int64_t(cell)); };
    keep_call();
    const Index begin = blocks.register_begin[block], count = blocks.register_begin[block + 1] - begin,
                next = i + count < blocks.register_begin[blocks.blocks()] ? i + count : i;
    const std::int64_t here = line(blocks.first_cell.data()[i]), there = line(blocks.first_cell.data()[next]);
    const bool has_history = stage.n_history > 0;
    for (int k = piece * NK / pieces; k < (piece + 1) * NK / pieces; ++k) {
      const Index mode = zone().layout.mode(0, k), step = zone().layout.variable_stride;
      const Real *in = stage.in + (there + mode), *history = has_history ? stage.history[0] + (here + mode) : in;
      Real* out = stage.out + (here + mode);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n, in += step, history += step, out += step) {
        expect_write(out);
        if (has_history) expect_read(history);
        expect_read(in);
      }
    }
    if (piece < dim * dim)
      expect_read(zone().metric + std::int64_t(piece) * zone().padded + blocks.first_cell.data()[i]);
    if (block + 1 == blocks.blocks()) return;
    const Index first = blocks.outer_begin[faces * (block + 1)],
                parts = (blocks.outer_begin[faces * (block + 2)] - first) * N;
    const auto bound = [&](Index part) { return static_cast<Index>(std::int64_t(parts) * part / (count * pieces)); };
    const Index part = (i - begin) * pieces + piece;
    for (Index p = bound(part); p < bound(part + 1); ++p) {  // a variable of a cell
      const Index* cell = blocks.outer_cell.data() + first + p / N;
      // Each of their lines holds one mode of several cells.
      if (p / N % width > 0 && cell[0] / width == cell[-1] / width) continue;
      const Real* in = stage.in + line(*cell) + zone().layout.mode(p % N, 0);
      for (int k = 0; k < NK; ++k) expect_read(in + zone().layout.mode(0, k));
    }
  }

  /// Of face f of register i.
  const Real* slopes(Index i, int f, int width) const {
    return blocks.slopes.data() + (std::size_t(i) * faces + f) * slope_numbers * width;
  }

  template <int NG, class V>
  RKDG_CALL void take_faces(Index block, Real* room) const {
    constexpr int width = LaneTraits<V>::width, size = side_numbers<V>();
    const bool viscous = scheme.equations.viscous;
    for (Index i = blocks.face_begin[block]; i < blocks.face_begin[block + 1]; i += width) {
      FaceModesFlux<Eq, P, NG, V> face{scheme, modes};
      const Real* geometry = blocks.geometry.data() + std::size_t(i) * face_numbers;
      const auto number = [&](int j) RKDG_INLINE { return load<V>(geometry + j * width); };
      for (int d = 0; d < dim; ++d) face.normal[d] = number(d);
      for (int a = 0; a + 1 < dim; ++a)
        for (int d = 0; d < tangent_numbers(dim); ++d)
          face.tangents.t[a][d] = number(dim + a * tangent_numbers(dim) + d);
      for (int side = 0; side < 2; ++side) face.length[side] = number(face_numbers - 2 + side);
      const IndexOf<V> turn = load_index<V>(blocks.turn.data() + i);
      V seen[NE + ND][N];
      const Index *minus = blocks.minus.data() + i, *plus = blocks.plus.data() + i;
      if (viscous) {
        load_records<(NE + ND) * N>(room, size, minus, seen[0]);
        for (int e = 0; e < NE + ND; ++e) RKDG_UNROLL
        for (int n = 0; n < N; ++n) (e < NE ? face.trace[0][e] : face.slope[0][e - NE])[n] = seen[e][n];
        load_records<(NE + ND) * N>(room, size, plus, seen[0]);
        turn_face_modes<dim, P - 1, -1>(modes.turned, turn, seen + NE, face.slope[1]);
      } else {
        load_records<NE * N>(room, size, minus, face.trace[0][0]);
        load_records<NE * N>(room, size, plus, seen[0]);
      }
      turn_face_modes<dim, P, 1>(modes.turned, turn, seen, face.trace[1]);
      if (viscous) face.lift(scheme.eta[zone_number]);
      face.find_flux();
      give(face.flux, face.jump, turn, minus, plus, room);
    }
  }

  /// Flux and jump to both sides of a face; seen from the plus side they change sign.
  template <class V>
  RKDG_FN void give(const V (&flux)[NE][N], const V (&jump)[NE][N], IndexOf<V> turn, const Index* minus,
                    const Index* plus, Real* room) const {
    constexpr int size = side_numbers<V>();
    V both[2 * NE][N];
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) both[e][n] = flux[e][n];
    if (!scheme.equations.viscous) {
      store_records<NE * N>(room, size, minus, both[0]);
      turn_face_modes<dim, P, -1>(modes.turned, turn, flux, both);
      return store_records<NE * N>(room, size, plus, both[0]);
    }
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) both[NE + e][n] = jump[e][n];
    store_records<2 * NE * N>(room, size, minus, both[0]);
    turn_face_modes<dim, P, -1>(modes.turned, turn, flux, both);
    turn_face_modes<dim, P, -1>(modes.turned, turn, jump, both + NE);
    store_records<2 * NE * N>(room, size, plus, both[0]);
  }

  /// On a boundary or beside cells of another zone: by points, for the side of the own cell alone.
  template <class V>
  RKDG_CALL void take_other_faces(Index block, Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    const Index end = blocks.other_begin[block + 1];
    FaceList list;
    list.count = end;
    list.minus = blocks.other.data();
    list.minus_code = blocks.other_code.data();
    list.plus = blocks.behind.data();
    list.plus_code = blocks.behind_code.data();
    const bool viscous = scheme.equations.viscous;
    const Team<1, V> team;
    for (Index i = blocks.other_begin[block]; i < end; i += width) {
      FaceWork<Eq, Full, 1, V> work(scheme, team, list, stage.in, i, end, viscous);
      if (viscous) work.lift();
      V h[Full::n_points][N], both[2 * NE][N];
      work.flux(h);
      project(h, both);
      if (viscous) {
        for (int g = 0; g < Full::n_points; ++g) lifting_jump(work.states, g, h[g]);
        project(h, both + NE);
      }
      const Index* at = blocks.other_place.data() + i;
      if (viscous)
        store_records<2 * NE * N>(room, side_numbers<V>(), at, both[0]);
      else
        store_records<NE * N>(room, side_numbers<V>(), at, both[0]);
    }
  }

  /// Modes of what has values at points.
  template <class V>
  RKDG_FN void project(const V (&x)[Full::n_points][N], V (*y)[N]) const {
    for (int e = 0; e < NE; ++e) {
      V sum[N];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
      for (int g = 0; g < modes.n_points; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += V(modes.project[e * modes.n_points + g]) * x[g][n];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[e][n] = sum[n];
    }
  }

  template <class V>
  RKDG_CALL void take_cells(Index block, const Real* room) const {
    constexpr int width = LaneTraits<V>::width;
    const Index begin = blocks.register_begin[block], end = blocks.register_begin[block + 1];
    using Work = CellWork<Eq, space, P, false, 1, V>;
    const int beside_faces = 2 * faces + 1, pieces = beside_faces + zone().tables.n_points / Work::NQ;
    for (Index i = begin; i < end; ++i) {
      const Index first = blocks.first_cell.data()[i];
      Work work(Team<1, V>{});
      work.read(zone(), stage.in, first, work.u);
      work.clear();
      const auto expect = [&](int piece) { expect_next<V>(block, i, piece, pieces); };
      for (int f = 0; f < faces; ++f) {
        expect(2 * f);
        gather_face(f, slopes(i, f, width), faces * width * (i - begin) + f, room, work);
        expect(2 * f + 1);
      }
      if (scheme.equations.viscous) work.finish_gradient(zone(), first);
      expect(2 * faces);
      work.volume_integral(zone(), scheme.equations, first, [&](int points) { expect(beside_faces + points); });
      work.finish(zone(), stage, first);
    }
  }

  template <class Work>
  RKDG_FN void gather_face(int f, const Real* slopes, Index place, const Real* room, Work& work) const {
    using V = typename Work::Lane;
    constexpr int width = LaneTraits<V>::width, size = side_numbers<V>();
    const Real* lift = modes.lift + f * NK * NE;
    const V length = -load<V>(slopes);
    Index at[width];
    for (int l = 0; l < width; ++l) at[l] = place + faces * l;
    V both[2 * NE][N];
    if (scheme.equations.viscous)
      load_records<2 * NE * N>(room, size, at, both[0]);
    else
      load_records<NE * N>(room, size, at, both[0]);
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
