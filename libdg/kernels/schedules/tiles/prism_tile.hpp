/// Prisms with triangle x line, worked on by sum factorisation: how a lane finds its numbers, and products
/// along the line; .cu files only.
///
/// A lane of a tile has modes of the triangle, and of each all modes, or points, of the line: products along it need no
/// other lane. In a field, what belongs to place c of the line lies where mode c does in a state.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P>
struct PrismTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, N = P + 1, upright = 1;
  static constexpr int modes = total_degree_count(2, P), mode_slots = slot_count(modes);
  static constexpr int mode_pairs = factor_pairs(mode_slots);
  static constexpr int point_slots = slot_count(prism_triangle_points(P));
  using Cells = CellTile<Eq, Space::prism_Q, P>;
  using State = typename Cells::State;
  using Modes = typename Cells::Modes;
  using Indices = typename Cells::Indices;
  using Fragment = const FactorPair<Real>*;
  using Products = TileProduct<Real>[mode_pairs][n_var];
  static constexpr int ends = 2, end_slots = slot_count(SolidPiece<Eq, 0, P>::NG);
  static constexpr int edge_slots = prism_edge_slots(P);
  using Numbers = PackedNumbers<(N > end_slots ? N : end_slots)>;
  using Edges = Real[edge_slots][n_var];  ///< at the lane's points of all edges
  /// In shared memory, behind both fields.
  static constexpr int looked_up_begin = 2 * Modes::size;
  static constexpr int looked_up_size = ((mode_slots + edge_slots + ends) * Numbers::words + edge_slots + ends + 1) *
                                        warp_lanes * int(sizeof(unsigned)) / int(sizeof(Real));

  const ZoneView<Real>& zone;
  const PrismFragmentsView<Real>& matrices;
  const SolidStore<Real>& store;
  const LineMatrices<Real, N>& line;
  TileLane lane;
  Index cell;
  Real* rows;  ///< of a field, and of the next

  /// Looks up once where the lane's numbers are, while the tile's modes are on their way.
  __device__ PrismTile(const ZoneView<Real>& zone_, const PrismFragmentsView<Real>& matrices_,
                       const SolidStore<Real>& store_, const LineMatrices<Real, N>& line_, const TileLane& lane_,
                       Index cell_, const Indices& faces, Real* rows_)
      : zone(zone_),
        matrices(matrices_),
        store(store_),
        line(line_),
        lane(lane_),
        cell(cell_),
        rows(rows_),
        own_(shared_place(reinterpret_cast<Index*>(rows_ + looked_up_begin) + lane_.lane)) {
#pragma unroll
    for (int end = 0; end < ends; ++end) kept(number_of_face + first_end + end) = faces.face[first_end + end];
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) kept(number_of_face + first_upright + s) = face_of_slot(faces, s);
#pragma unroll
    for (int s = 0; s < mode_slots; ++s)
      look_up(modes_of_slot + s,
              load_numbers<N>(matrices.modes + s * quarters + lane.quarter(), mode_slots * quarters));
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) {
      const auto own = load_numbers<N>(matrices.points + s * quarters + lane.quarter(), edge_slots * quarters);
      const Index* points = points_of<upright>(face_of_slot(faces, s));
      Numbers of_places;
#pragma unroll
      for (int c = 0; c < N; ++c) of_places.set(c, __ldg(points + own.number(c)));
      look_up(points_of_edges + s, of_places);
    }
#pragma unroll
    for (int end = 0; end < ends; ++end) {
      const Index* points = points_of<0>(faces.face[first_end + end]);
      Numbers of_slots;
#pragma unroll
      for (int m = 0; m < end_slots; ++m)  // beyond the last point, where the matrices are zero, the last again
        of_slots.set(m, __ldg(points + min(quarters * m + lane.quarter(), SolidPiece<Eq, 0, P>::NG - 1)));
      look_up(points_of_end + end, of_slots);
    }
  }

  __device__ bool has_mode(int slot) const {
    return (slot + 1) * quarters <= modes || slot * quarters + lane.quarter() < modes;
  }
  /// The edge that the lane's point of a slot is on; beyond the last point, the last.
  __device__ int edge_of_slot(int slot) const {
    constexpr int stride = prism_edge_stride(P);
    return stride == quarters ? slot : min((slot * quarters + lane.quarter()) / stride, prism_edges - 1);
  }
  /// Fragments from the lane's entries on.
  __device__ Fragment own(Fragment of, int skipped = 0) const { return of + skipped * warp_lanes + lane.lane; }

  /// The place of the line at which the warp is.
  __device__ Index here() const { return kept(place_of_line); }
  __device__ void go_to(Index place) const { kept(place_of_line) = place; }

  /// Where the lane's numbers of a slot at a place of the line are.
  __device__ Real* place(int c, int slot) const {
    return rows + lane.row() * Modes::stride + number_in(modes_of_slot + slot, c);
  }
  /// The distance of a variable from that place, in a field.
  __device__ static constexpr int variable(int field, int n) { return field * Modes::size + State::mode(n, 0); }

  /// 1 for a face whose minus side the cell is, otherwise -1: seen from the cell, fluxes and jumps change their signs.
  /// Of an end, or of the face that the lane's point of a slot is on.
  template <int Kind>
  __device__ Real sign(int face) const {
    return number<Kind>(face) % view_slots(3) > 0 ? Real(-1) : Real(1);
  }

  /// What the upright faces have left at a place of the line, seen from their minus sides.
  __device__ void read_edges(int c, bool is_flux, Edges& x) const {
    constexpr int NG = SolidPiece<Eq, upright, P>::NG;
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) {
      const Real* at = piece<upright>(s, is_flux) + number_in(points_of_edges + s, c);
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[s][n] = at[n * NG];
    }
  }

  /// What the face below (0) or above has left at the lane's points.
  using EndPoints = Real[slot_count(SolidPiece<Eq, 0, P>::NG)][n_var];
  __device__ void read_end(int end, bool is_flux, EndPoints& x) const {
    const Real* from = piece<0>(end, is_flux);
#pragma unroll
    for (int m = 0; m < end_slots; ++m)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[m][n] = from[number_in(points_of_end + end, m) + n * SolidPiece<Eq, 0, P>::NG];
  }
  /// Modes of the triangle of that, times a factor.
  __device__ void project_end(int end, const EndPoints& points, Real factor, Products& x) const {
    const Real scale = sign<0>(end) * factor;
#pragma unroll
    for (int pair = 0; pair < mode_pairs; ++pair) clear(x[pair]);
    multiply_add_all<end_slots, mode_pairs>(
        x, [&](int m, int n) { return scale * points[m][n]; }, own(matrices.end[end]));
  }

  /// Calls visit(slot, n, x, y) with all lines of the lane: numbers of both fields, which it may change.
  template <class Visit>
  __device__ void for_each_line(const Visit& visit) const {
#pragma unroll
    for (int s = 0; s < mode_slots; ++s) {
      if (!has_mode(s)) continue;
      Real* at[N];
#pragma unroll
      for (int c = 0; c < N; ++c) at[c] = place(c, s);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real x[N], y[N];
#pragma unroll
        for (int c = 0; c < N; ++c) {
          x[c] = at[c][variable(0, n)];
          y[c] = at[c][variable(1, n)];
        }
        visit(s, n, x, y);
#pragma unroll
        for (int c = 0; c < N; ++c) {
          at[c][variable(0, n)] = x[c];
          at[c][variable(1, n)] = y[c];
        }
      }
    }
  }

  /// Modes in the first field to values at the places of the line, with the derivative along it in the second, to which
  /// the jumps below and above add their liftings.
  template <bool Viscous>
  __device__ void start_lines(const Products& below, const Products& above) const {
    for_each_line([&](int s, int n, Real(&x)[N], Real(&y)[N]) {
      line.to_points(x);
      if constexpr (Viscous) line.derivative(x, below[s / 2][n][s % 2], above[s / 2][n][s % 2], y);
    });
  }

  /// From integrals at the places of the line in the first field, and of the flux along it in the second, with what the
  /// faces below and above leave: modes, in the second.
  __device__ void finish_lines(const Products& below, const Products& above) const {
    for_each_line([&](int s, int n, Real(&x)[N], Real(&y)[N]) {
      Real sum[N];
      line.weak(y, below[s / 2][n][s % 2], above[s / 2][n][s % 2], sum);
#pragma unroll
      for (int c = 0; c < N; ++c) y[c] = x[c] + sum[c];
      line.to_modes(y);
    });
  }

 private:
  template <int Kind>
  static constexpr int first_of() {
    return faces_of_kind(CellShape::prism, Kind).first;
  }
  static constexpr int first_end = first_of<0>(), first_upright = first_of<upright>();

  /// As the minus side of a face lists them, the points that the cell has as its own.
  template <int Kind>
  __device__ const Index* points_of(Index number) const {
    return zone.tables.faces[Kind].own_point + number % view_slots(3) * SolidPiece<Eq, Kind, P>::NG;
  }
  template <int Kind>
  __device__ const Real* piece(int face, bool is_flux) const {
    return beyond((is_flux ? store.flux : store.jump)[Kind], number<Kind>(face) / view_slots(3),
                  SolidPiece<Eq, Kind, P>::numbers);
  }
  template <int Kind>
  __device__ Index number(int face) const {
    return kept(number_of_face + first_of<Kind>() + face);
  }

  /// Of the upright face that the lane's point of a slot is on, by conditions in place of an index, for which local
  /// memory would hold them.
  __device__ Index face_of_slot(const Indices& faces, int slot) const {
    const int edge = edge_of_slot(slot);
    Index face = faces.face[first_upright];
#pragma unroll
    for (int other = 1; other < prism_edges; ++other)
      if (edge == other) face = faces.face[first_upright + other];
    return face;
  }

  /// What the lane has looked up, Numbers each: modes of a slot by places of the line, points of a slot of those on
  /// edges likewise, and of an end by slots. In shared memory, as there are no registers for them.
  static constexpr int modes_of_slot = 0, points_of_edges = mode_slots, points_of_end = points_of_edges + edge_slots;
  /// What is kept likewise: numbers of faces (CellTile::Indices), of ends and then by slots of points on edges, and the
  /// place of the line.
  static constexpr int number_of_face = (points_of_end + ends) * Numbers::words,
                       place_of_line = number_of_face + ends + edge_slots;
  template <int M>
  __device__ void look_up(int entry, const PackedNumbers<M>& numbers) const {
    static_assert(PackedNumbers<M>::words == Numbers::words);
#pragma unroll
    for (int w = 0; w < Numbers::words; ++w) looked_up(entry * Numbers::words + w) = numbers.word[w];
  }
  __device__ int number_in(int entry, int i) const {
    return Numbers::number(looked_up(entry * Numbers::words + Numbers::word_of(i)), i);
  }
  __device__ unsigned& looked_up(int i) const { return reinterpret_cast<unsigned*>(own_)[i * warp_lanes]; }
  /// Read wherever it is used: the compiler would have it in local memory, for which the first-level cache is too full.
  __device__ volatile Index& kept(int i) const { return own_[i * warp_lanes]; }

  Index* own_;  ///< the lane's first number of both
};

}  // namespace dg
