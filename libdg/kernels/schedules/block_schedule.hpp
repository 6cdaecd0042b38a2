/// Assembly `blocks`. A core takes a block of straight cells through all passes of a stage while what these pass on is
/// in its cache. Other cells go as with `fused`.
///
/// Cells show on their sides what a face needs of them. Each face between two cells turns what stands on its two sides
/// into fluxes and jumps, and cells gather these. The first of two blocks takes a face between them, and leaves what it
/// gives to the other side until that block comes. If the blocks are of two threads, both take it with the same
/// operations. So the result is the same bit for bit in every run. Here is what does not depend on how a side is shown.
#pragma once

#include <algorithm>

#include "libdg/backend/near_lanes.hpp"
#include "libdg/kernels/integrands/face_work.hpp"
#include "libdg/space/cell_blocks.hpp"

namespace dg {

/// What a register of faces has of block_face_numbers(), into a FaceModesFlux or PointFaceFlux.
template <int Dim, class V, class Face>
RKDG_FN void read_geometry(const RealOf<V>* geometry, Face& face) {
  const auto next = [&]() RKDG_INLINE {
    const V x = load<V>(geometry);
    geometry += LaneTraits<V>::width;
    return x;
  };
  for (int d = 0; d < Dim; ++d) face.normal[d] = next();
  for (int a = 0; a + 1 < Dim; ++a)
    for (int d = 0; d < tangent_numbers(Dim); ++d) face.tangents.t[a][d] = next();
  for (int side = 0; side < 2; ++side) {
    face.length[side] = next();
    for (int a = 0; a + 1 < Dim; ++a) face.skew[side][a] = next();
  }
}

template <class Eq, Space S, int P>
struct BlockSchedule {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var;
  static constexpr Space space = S;
  static constexpr int faces = Element<S, P>::n_faces, NK = Element<S, P>::n_modes;
  static constexpr int face_numbers = block_face_numbers(dim);

  const KernelContext<Eq>& context;
  const Stage<Real>& stage;
  int zone_number;
  const CellBlocks<Real, dim>& blocks;
  Real* left;  ///< records of the outer sides of all blocks: what faces to later blocks of a run give

  const ZoneView<Real>& zone() const { return context.zones.zone[zone_number]; }

  /// Asks for a piece of what comes next, beside register i of the cells of a block. That is the lines that its update
  /// reads and writes, and what the next block shows of its own cells and of those elsewhere.
  template <class V>
  RKDG_CALL void prefetch_next(Index block, Index i, int piece, int pieces) const {
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
        prefetch_later(out);
        if (has_history) prefetch_later(history);
        prefetch_later(in);
      }
    }
    if (piece < dim * dim)
      prefetch_later(zone().metric + std::int64_t(piece) * zone().padded + blocks.first_cell.data()[i]);
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
      zone().layout.template each_mode<NK>([&](int, std::int64_t further)
                                               RKDG_INLINE { prefetch_later(in + further); });
    }
  }

  /// Modes of the cells of the i-th register of outer sides.
  template <class V>
  RKDG_FN void read_outer(Index i, V (&u)[NK][N]) const {
    const auto base = stage.in + zone().state_begin;
    const NearLanes<V> of_state(zone().layout.cell(load_index<V>(blocks.outer_cell.data() + i)));
    for (int n = 0; n < N; ++n)
      zone().layout.template each_mode<NK>([&](int k, std::int64_t further) RKDG_INLINE {
        u[k][n] = of_state(base + zone().layout.mode(n, 0) + further);
      });
  }

  /// After its faces, a block leaves what they give to cells elsewhere, and takes what earlier blocks have left for it.
  void exchange_left(Index block, int size, Real* workspace) const {
    const Index begin = blocks.outer_begin[faces * block], end = blocks.outer_begin[faces * (block + 1)];
    const Real* outer = workspace + std::size_t(blocks.own_sides(block)) * size;
    std::copy(outer, outer + std::size_t(end - begin) * size, left + std::size_t(begin) * size);
    for (Index i = blocks.taken_begin[block]; i < blocks.taken_begin[block + 1]; ++i)
      std::copy_n(left + std::size_t(blocks.taken[i]) * size, size,
                  workspace + std::size_t(blocks.taken_place[i]) * size);
  }

  /// |J_f| / det J of face f of register i.
  template <class V>
  RKDG_FN V length_of(Index i, int f) const {
    return load<V>(blocks.length.data() + (std::size_t(i) * faces + f) * LaneTraits<V>::width);
  }

  /// Sides with faces FE whose fluxes are found by points, for the own cell alone: on a boundary, beside cells of other
  /// zones. Calls give(fluxes, jumps, places).
  template <class FE, class V, class Give>
  RKDG_FN void other_sides(Index block, const Give& give) const {
    const BlockOtherSides& other = blocks.other[FE::kind];
    const Index end = other.begin[block + 1];
    FaceList list;
    list.count = end;
    list.minus = other.own.data();
    list.minus_code = other.own_code.data();
    list.plus = other.behind.data();
    list.plus_code = other.behind_code.data();
    const bool viscous = context.equations.viscous;
    const Team<1, V> team;
    for (Index i = other.begin[block]; i < end; i += LaneTraits<V>::width) {
      FaceWork<Eq, FE, 1, V> work(context, team, list, stage.in, i, end, viscous);
      if (viscous) work.lift();
      V h[FE::n_points][N], jump[FE::n_points][N];
      work.flux(h);
      if (viscous)
        for (int g = 0; g < FE::n_points; ++g) lifting_jump(work.states, g, jump[g]);
      give(h, jump, other.place.data() + i);
    }
  }
};

}  // namespace dg
