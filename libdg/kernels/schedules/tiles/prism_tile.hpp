/// Straight prisms with triangle x line, worked on by sum factorisation: how a lane finds its numbers, and products
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

  const ZoneView<Real>& zone;
  const PrismFragmentsView<Real>& matrices;
  const SolidStore<Real>& store;
  const LineMatrices<Real, N>& line;
  TileLane lane;
  Index cell;
  const Indices& faces;
  Real* rows;  ///< of a field, and of the next

  __device__ bool has_mode(int slot) const {
    return (slot + 1) * quarters <= modes || slot * quarters + lane.quarter() < modes;
  }
  /// Fragments from the lane's entries on.
  __device__ Fragment own(Fragment of, int skipped = 0) const { return of + skipped * warp_lanes + lane.lane; }

  /// Where the lane's numbers of a slot at a place of the line are.
  __device__ Real* place(int c, int slot) const {
    const Index mode = __ldg(matrices.modes + (c * mode_slots + slot) * quarters + lane.quarter());
    return rows + lane.row() * Modes::stride + mode;
  }
  /// The distance of a variable from that place, in a field.
  __device__ static constexpr int variable(int field, int n) { return field * Modes::size + State::mode(n, 0); }

  /// A face seen from the cell.
  struct Side {
    const Real* piece;
    const Index* points;
    Real sign;  ///< -1 on the plus side
  };
  template <int Kind>
  __device__ Side side(int face, const SolidStore<Real>& of, bool is_flux) const {
    using Piece = SolidPiece<Eq, Kind, P>;
    const Index number = faces.face[face];
    const int view = number % view_slots(3);
    return {beyond((is_flux ? of.flux : of.jump)[Kind], number / view_slots(3), Piece::numbers),
            zone.tables.faces[Kind].own_point + view * Piece::NG, view > 0 ? Real(-1) : Real(1)};
  }

  /// What the upright faces have left at a place of the line, times factor(edge).
  template <class Factor>
  __device__ void read_edges(int c, bool is_flux, const Factor& factor, Real (&x)[prism_edges][n_var]) const {
    constexpr int NG = SolidPiece<Eq, upright, P>::NG, first = faces_of_kind(CellShape::prism, upright).first;
#pragma unroll
    for (int edge = 0; edge < prism_edges; ++edge) {
      const Side from = side<upright>(first + edge, store, is_flux);
      const Index own_point = __ldg(matrices.points + (edge * N + c) * quarters + lane.quarter());
      const Real* at = from.piece + __ldg(from.points + own_point);
      const Real scale = from.sign * factor(first + edge);
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[edge][n] = scale * at[n * NG];
    }
  }

  /// Modes of the triangle of what the face below (0) or above has left, times a factor.
  __device__ void read_end(int face, bool is_flux, Real factor, Products& x) const {
    constexpr int NG = SolidPiece<Eq, 0, P>::NG, G = slot_count(NG);
    const Side from = side<0>(face, store, is_flux);
    const Real scale = from.sign * factor;
    Index at[G];  // beyond the last point, where the matrices are zero, the last again
#pragma unroll
    for (int m = 0; m < G; ++m) at[m] = __ldg(from.points + min(quarters * m + lane.quarter(), NG - 1));
#pragma unroll
    for (int pair = 0; pair < mode_pairs; ++pair) clear(x[pair]);
    multiply_add_all<G, mode_pairs>(
        x, [&](int m, int n) { return scale * from.piece[at[m] + n * NG]; }, own(matrices.end[face]));
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
};

}  // namespace dg
