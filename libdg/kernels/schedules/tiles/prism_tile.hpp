/// Prisms with triangle x line, worked on by sum factorisation: how a lane finds its numbers, and products
/// along the line.
///
/// A lane of a tile has modes of the triangle, and of each what belongs to all points of the line. So products along
/// the line need no other lane. States are by StateBasis::triangle_modes, and so are all fields: at a place of the
/// line, modes of the triangle lie beside each other. Of a team, each member has some of the modes, and every other
/// place of the line.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/element/prism_modes.hpp"
#include "libdg/kernels/engines/tile_team.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/kernels/schedules/tiles/prism_face_line.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P, int Members = 1>
struct PrismTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, N = P + 1, upright = 1;
  static constexpr int modes = total_degree_count(2, P), mode_slots = slot_count(modes);
  static constexpr int mode_pairs = factor_pairs(mode_slots);
  static constexpr int point_slots = slot_count(prism_triangle_points(P));
  static constexpr int own_pairs = TileTeam<Members>::own(mode_pairs),
                       own_slots = Members == 1 ? mode_slots : 2 * own_pairs;
  using Cells = CellTile<Eq, Space::prism_Q, P, Members>;
  using State = typename Cells::State;
  using Modes = typename Cells::Modes;
  using Indices = typename Cells::Indices;
  using Fragment = const FactorPair<Real>*;
  using Products = TileProduct<Real>[mode_pairs][n_var];
  using OwnProducts = TileProduct<Real>[own_pairs][n_var];  ///< of the member's pairs
  static constexpr int ends = 2, end_slots = slot_count(FacePiece3D<Eq, 0, P>::NG);
  static constexpr int edge_slots = prism_edge_slots(P);
  using Numbers = PackedNumbers<(N > end_slots ? N : end_slots)>;
  using Edges = Real[edge_slots][n_var];  ///< at the lane's points of all edges
  /// In shared memory, behind both fields.
  static constexpr int looked_up_begin = 2 * Modes::size;
  static constexpr int looked_up_size = Members * ((edge_slots + ends) * (Numbers::words + 1) + 2) * warp_lanes *
                                        int(sizeof(unsigned)) / int(sizeof(Real));

  const ZoneView<Real>& zone;
  const PrismFragmentsView<Real>& matrices;
  const FaceStore3D<Real>& store;
  const LineMatrices<Real, N>& line;
  TileLane lane;
  Real* rows;  ///< of a field, and of the next

  /// Looks up once where the lane's numbers are, while the tile's modes are on their way.
  __device__ PrismTile(const ZoneView<Real>& zone_, const PrismFragmentsView<Real>& matrices_,
                       const FaceStore3D<Real>& store_, const LineMatrices<Real, N>& line_, const TileLane& lane_,
                       Index cell_, const Indices& faces, Real* rows_)
      : zone(zone_),
        matrices(matrices_),
        store(store_),
        line(line_),
        lane(lane_),
        rows(rows_),
        own_(
            shared_place(reinterpret_cast<Index*>(rows_ + looked_up_begin + lane_.member * (looked_up_size / Members)) +
                         lane_.lane)) {
    kept(number_of_cell) = cell_;
#pragma unroll
    for (int end = 0; end < ends; ++end) kept(number_of_face + first_end + end) = faces.face[first_end + end];
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) kept(number_of_face + first_upright + s) = face_of_slot(faces, s);
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) {
      const Index view = face_of_slot(faces, s) % view_slots(3);
      constexpr int entries = edge_slots * quarters;
      look_up(points_of_edges + s,
              load_numbers<N>(matrices.edge_points + view * (Numbers::words * entries) + s * quarters + lane.quarter(),
                              entries));
    }
#pragma unroll
    for (int end = 0; end < ends; ++end) {
      const Index view = faces.face[first_end + end] % view_slots(3);
      look_up(
          points_of_end + end,
          load_numbers<end_slots>(matrices.end_points + view * (Numbers::words * quarters) + lane.quarter(), quarters));
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

  /// The slot of the member's i-th modes; it may be beyond the last.
  __device__ int own_slot(int i) const { return Members == 1 ? i : Cells::slot(lane, i); }

  __device__ Index cell() const { return kept(number_of_cell); }
  /// The place of the line at which the warp is.
  __device__ Index here() const { return kept(place_of_line); }
  __device__ void go_to(Index place) const { kept(place_of_line) = place; }

  /// Where the lane's numbers of a slot at a place of the line are; beyond the last mode, those of the last.
  __device__ Real* place(int c, int slot) const {
    const int t = quarters * slot + lane.quarter();
    return rows + lane.row() * Modes::stride +
           place_of_triangle_mode(P, c, (slot + 1) * quarters <= modes ? t : min(t, modes - 1));
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
    constexpr int NG = FacePiece3D<Eq, upright, P>::NG;
#pragma unroll
    for (int s = 0; s < edge_slots; ++s) {
      const Real* at = piece<upright>(s, is_flux) + number_in(points_of_edges + s, c);
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[s][n] = at[n * NG];
    }
  }

  /// What the face below (0) or above has left at the lane's points.
  using EndPoints = Real[slot_count(FacePiece3D<Eq, 0, P>::NG)][n_var];
  __device__ void read_end(int end, bool is_flux, EndPoints& x) const {
    const Real* from = piece<0>(end, is_flux);
#pragma unroll
    for (int m = 0; m < end_slots; ++m)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[m][n] = from[number_in(points_of_end + end, m) + n * FacePiece3D<Eq, 0, P>::NG];
  }
  /// Modes of the triangle of that, times a factor.
  __device__ void project_end(int end, const EndPoints& points, Real factor, OwnProducts& x) const {
    const Real scale = sign<0>(end) * factor;
#pragma unroll
    for (int i = 0; i < own_pairs; ++i) clear(x[i]);
    multiply_add_own<Members, end_slots, mode_pairs>(
        lane, x, [&](int m, int n) { return scale * points[m][n]; }, own(matrices.end[end]));
  }

  /// From values at the places of the line in the first field, the derivative along it goes to the second. There, the
  /// jumps below and above add their liftings.
  __device__ void start_lines(const OwnProducts& below, const OwnProducts& above) const {
    for_each_line([&](int i, int n, Real* const(&at)[N]) {
      Real x[N], y[N];
#pragma unroll
      for (int c = 0; c < N; ++c) x[c] = at[c][variable(0, n)];
      line.derivative(x, below[i / 2][n][i % 2], above[i / 2][n][i % 2], y);
#pragma unroll
      for (int c = 0; c < N; ++c) at[c][variable(1, n)] = y[c];
    });
  }

  /// From integrals at places of the line (first field), of the flux along it (second field), and of what the faces
  /// below and above leave. The second gets values of the rate, or with Weighted what the place has of integrals.
  template <bool Weighted>
  __device__ void finish_lines(const OwnProducts& below, const OwnProducts& above) const {
    for_each_line([&](int i, int n, Real* const(&at)[N]) {
      Real y[N], sum[N];
#pragma unroll
      for (int c = 0; c < N; ++c) y[c] = at[c][variable(1, n)];
      line.weak(y, below[i / 2][n][i % 2], above[i / 2][n][i % 2], sum);
#pragma unroll
      for (int c = 0; c < N; ++c) {
        sum[c] += at[c][variable(0, n)];
        at[c][variable(1, n)] = Weighted ? line.weight[c < N - c ? c : N - 1 - c] * sum[c] : sum[c];
      }
    });
  }

 private:
  template <int Kind>
  static constexpr int first_of() {
    return faces_of_kind(CellShape::prism, Kind).first;
  }
  static constexpr int first_end = first_of<0>(), first_upright = first_of<upright>();

  template <int Kind>
  __device__ const Real* piece(int face, bool is_flux) const {
    return beyond((is_flux ? store.flux : store.jump)[Kind], number<Kind>(face) / view_slots(3),
                  FacePiece3D<Eq, Kind, P>::numbers);
  }
  template <int Kind>
  __device__ unsigned number(int face) const {
    return kept(number_of_face + first_of<Kind>() + face);
  }

  /// Of the upright face that the lane's point of a slot is on. Conditions find it in place of an index, for which
  /// local memory would hold the numbers.
  __device__ Index face_of_slot(const Indices& faces, int slot) const {
    const int edge = edge_of_slot(slot);
    Index face = faces.face[first_upright];
#pragma unroll
    for (int other = 1; other < prism_edges; ++other)
      if (edge == other) face = faces.face[first_upright + other];
    return face;
  }

  /// Calls visit(i, n, at) with all lines of the lane: a variable of the member's i-th slot, by places of the line.
  template <class Visit>
  __device__ void for_each_line(const Visit& visit) const {
#pragma unroll
    for (int i = 0; i < own_slots; ++i) {
      const int s = own_slot(i);
      if (s >= mode_slots || !has_mode(s)) continue;
      Real* at[N];
#pragma unroll
      for (int c = 0; c < N; ++c) at[c] = place(c, s);
#pragma unroll
      for (int n = 0; n < n_var; ++n) visit(i, n, at);
    }
  }

  /// What the lane has looked up, Numbers each: points of a slot of those on edges, by places of the line. Those of an
  /// end are by slots. In shared memory, as there are no registers for them.
  static constexpr int points_of_edges = 0, points_of_end = points_of_edges + edge_slots;
  /// What is kept likewise: numbers of faces (CellTile::Indices), of ends and then by slots of points on edges. Then
  /// come the place of the line, and the number of the cell.
  static constexpr int number_of_face = (points_of_end + ends) * Numbers::words,
                       place_of_line = number_of_face + ends + edge_slots, number_of_cell = place_of_line + 1;
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
