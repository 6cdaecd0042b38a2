/// Assembly `tiles`, prisms with triangle x line: gathers stored fluxes and jumps of the faces, takes the
/// volume integral by sum factorisation and the stage.
///
/// The triangle's products are on the matrix units, for one place of the line after the other; those along the line are
/// in registers. At each place, what is to be projected takes the space of the values that it was made of.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/tiles/prism_stage.hpp"

namespace dg {

/// Curved cells have metrics at points, and a mass matrix of their own (curved_cell_geometry.hpp).
template <class Eq, int P, bool Viscous, bool Curved = false>
struct PrismCells {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = sum_factorised_prism_shape<Real>(P, Curved);
  static constexpr int members = shape.team;
  using Tile = PrismTile<Eq, P, members>;
  using Cells = typename Tile::Cells;
  using Indices = typename Tile::Indices;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, N = P + 1, NF = Cells::NF;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  FaceStore3D<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null
  PrismFragmentsView<Real> matrices;
  LineMatrices<Real, N> line = line_matrices<Real, N>();

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  /// Two fields, what lanes look up, geometry.
  __host__ __device__ static constexpr int shared_numbers() { return geometry_begin + geometry_size; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Cells::fetch(zone, tile, lane); }

  /// Asks for modes and geometry.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    if (lane.member > 0) return;
    shared = shared_place(shared);
    Cells::start_modes(lane, tile * tile_rows + lane.row(), stage.in, shared);
    if constexpr (Curved)
      CurvedGeometry::start(zone, lane, tile, shared + geometry_begin);
    else
      copy_piece_async<geometry_size>(lane, shared + geometry_begin, beyond(zone.tile_geometry, tile, geometry_size),
                                      geometry_size - (largest_rate ? 0 : tile_rows));
    prefetch_edges(lane, indices);
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    const Tile w(zone, matrices, store, line, lane, tile * tile_rows + lane.row(), indices, shared);
    {
      typename Tile::EndPoints points[Tile::ends];
      typename Tile::OwnProducts below, above;
      if constexpr (Viscous) {
        w.read_end(0, false, points[0]);
        w.read_end(1, false, points[1]);
        w.project_end(0, points[0], Real(-1), below);
        w.project_end(1, points[1], Real(1), above);
      }
      wait_for_copies<0>();
      wait_for_team<members>();
      if constexpr (Viscous) w.start_lines(below, above);
    }
    wait_for_team<members>();  // lanes without a mode of the triangle read those of others
    typename Tile::Edges edges;
    if constexpr (Viscous) w.read_edges(lane.member, false, edges);
    w.go_to(lane.member);
#pragma unroll 1
    while (w.here() < N) {
      compute_place(w, edges);
      w.go_to(w.here() + members);
    }
    {
      typename Tile::EndPoints points[Tile::ends];
      typename Tile::OwnProducts below, above;
      w.read_end(0, true, points[0]);
      w.read_end(1, true, points[1]);
      if (lane.member == 0) Modes::prefetch(lane, stage.in, w.cell());
      if (stage.n_history > 0 && lane.member == members - 1) Modes::prefetch(lane, stage.history[0], w.cell());
      w.project_end(0, points[0], -length(w, 0), below);
      w.project_end(1, points[1], -length(w, 1), above);
      if constexpr (members > 1) wait_for_team<members>();
      w.template finish_lines<Curved>(below, above);
    }
    wait_for_team<members>();
    if (lane.member == 0) Cells::start_modes(lane, w.cell(), stage.in, shared);
    close_copies();
    const PrismStage<Eq, P, Curved> end(w, stage);
    if (stage.source) end.add_source();
    if constexpr (Curved) end.solve_mass();
    end.update();
    if (largest_rate && lane.member == 0) collect(w);
  }

 private:
  using Modes = typename Tile::Modes;
  using CurvedGeometry = CurvedCellGeometry<Eq, Space::prism_Q, P, members>;
  static constexpr int numbers = Curved ? curved_cell_points(NF) : affine_cell_numbers(dim, NF),
                       lengths = Curved ? 0 : cell_lengths(dim), geometry_size = numbers * tile_rows;
  static constexpr int geometry_begin = Tile::looked_up_begin + Tile::looked_up_size;
  static constexpr int first_edge = faces_of_kind(CellShape::prism, Tile::upright).first;

  /// What upright faces have left is read place by place. So that memory does not keep the warp waiting at each of
  /// them, the second-level cache is asked for all of it.
  __device__ void prefetch_edges(const TileLane& lane, const Indices& indices) const {
    using Piece = TileRows<Real, FacePiece3D<Eq, Tile::upright, P>::numbers>;
#pragma unroll
    for (int edge = 0; edge < prism_edges; ++edge) {
      const Index face = indices.face[first_edge + edge] / view_slots(dim);
      if constexpr (Viscous) Piece::prefetch(lane, store.jump[Tile::upright], face);
      Piece::prefetch(lane, store.flux[Tile::upright], face);
    }
  }

  __device__ static Real geometry(const Tile& w, int i) {
    return w.rows[geometry_begin + i * tile_rows + w.lane.row()];
  }
  /// |J_f| / det J; curved: |J_f|.
  __device__ static Real length(const Tile& w, int face) { return geometry(w, lengths + face); }

  __device__ Real inverse_length(const Tile& w) const {
    return Curved ? zone.inverse_length[w.cell()] : geometry(w, numbers - 1);
  }

  /// The volume integral at the points of a place of the line, and what upright faces leave there. `edges` are the
  /// jumps that they leave there, and become those at the next place.
  __device__ void compute_place(const Tile& w, typename Tile::Edges& edges) const {
    constexpr int T = Tile::mode_slots;
    Real* at[T];
#pragma unroll
    for (int s = 0; s < T; ++s) at[s] = w.place(w.here(), s);
    if constexpr (Viscous) scale(edges, [&](int s) { return w.template sign<Tile::upright>(s); });
    typename Tile::Products sum = {}, along_line = {};
#pragma unroll 1
    for (int pair = 0; pair < factor_pairs(Tile::point_slots); ++pair)
      compute_points(w, pair, at, edges, sum, along_line);
    multiply_add_all<Tile::edge_slots, Tile::mode_pairs>(
        sum, [&](int s, int n) { return edges[s][n]; }, w.own(matrices.edge));
    if constexpr (Viscous) w.read_edges(min(w.here() + members, N - 1), false, edges);
    __syncwarp();
#pragma unroll
    for (int s = 0; s < T; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        if (!w.has_mode(s)) continue;
        at[s][Tile::variable(0, n)] = sum[s / 2][n][s % 2];
        at[s][Tile::variable(1, n)] = along_line[s / 2][n][s % 2];
      }
  }

  template <class Factor>
  __device__ static void scale(typename Tile::Edges& edges, const Factor& factor) {
#pragma unroll
    for (int s = 0; s < Tile::edge_slots; ++s) {
      const Real by = factor(s);
#pragma unroll
      for (int n = 0; n < n_var; ++n) edges[s][n] *= by;
    }
  }

  /// The points of a pair of slots. Once all derivatives are known, fluxes take the place of the jumps, so that they
  /// come while those at the last points are found.
  template <int T>
  __device__ void compute_points(const Tile& w, int pair, Real* const (&at)[T], typename Tile::Edges& edges,
                                 typename Tile::Products& sum, typename Tile::Products& along_line) const {
    using Points = PrismPointFragments<P>;
    // Anew for each product: in single precision there are no registers left to keep the address.
    const auto factors = [&](int begin) {
      const unsigned first = static_cast<unsigned>(anew(pair)) * (Points::size * warp_lanes);
      return matrices.points + (first + static_cast<unsigned>(w.lane.lane)) + begin * warp_lanes;
    };
    TileProduct<Real> value[Viscous ? 2 * n_var : n_var];  // of the state, and the derivative along the line
    clear(value);
    multiply_add<T>(
        value, [&](int l, int n) { return at[l][Tile::variable(n / n_var, n % n_var)]; }, factors(Points::value));
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int slot = 2 * pair + j;
      if (Tile::point_slots % 2 == 1 && slot == Tile::point_slots) continue;
      Real state[n_var], reference[dim][n_var], in_plane[2][n_var], upwards[n_var];
      TileProduct<Real> slope[n_var] = {};
      if constexpr (Viscous) {
        multiply_add<T>(
            slope, [&](int l, int n) { return at[l][Tile::variable(0, n)]; }, factors(Points::slope(j)));
        multiply_add<Tile::edge_slots>(
            slope, [&](int s, int n) { return edges[s][n]; }, factors(Points::edge_slope(j)));
      }
      if (j == (Tile::point_slots - 1) % 2 && slot + 1 == Tile::point_slots) w.read_edges(w.here(), true, edges);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        state[n] = value[n][j];
        reference[0][n] = slope[n][0];
        reference[1][n] = slope[n][1];
        reference[2][n] = value[Viscous ? n_var + n : n][j];
      }
      FactorPair<Real> project_slope[Tile::mode_pairs];
      const auto ask_for_matrices = [&] {
#pragma unroll
        for (int m = 0; m < Tile::mode_pairs; ++m) project_slope[m] = load(factors(Points::project_slope(j) + m));
      };
      constexpr bool early = sizeof(Real) == 8;  // likewise
      if constexpr (early) ask_for_matrices();
      find_fluxes(w, slot, state, reference, in_plane, upwards);
      if constexpr (!early) ask_for_matrices();
#pragma unroll
      for (int m = 0; m < Tile::mode_pairs; ++m) {
        multiply_add(sum[m], in_plane, project_slope[m]);
        multiply_add(along_line[m], upwards, load(factors(Points::project(j) + m)));
      }
    }
    // Here, not where they are used: the compiler would ask for the next jumps first, and wait for all of them.
    if (pair + 1 == factor_pairs(Tile::point_slots))
      scale(edges,
            [&](int s) { return w.template sign<Tile::upright>(s) * -length(w, first_edge + w.edge_of_slot(s)); });
  }

  /// Fluxes along the reference directions of the triangle, and of the line.
  __device__ void find_fluxes(const Tile& w, int slot, const Real (&state)[n_var], Real (&reference)[dim][n_var],
                              Real (&in_plane)[2][n_var], Real (&upwards)[n_var]) const {
    Real m[dim * dim], flux[dim][n_var];
    if constexpr (Curved) {
      constexpr int points = prism_triangle_points(P);
      const int point = min(quarters * slot + w.lane.quarter(), points - 1);  // beyond the last, without weight, any
      const Real inverse = CurvedGeometry(zone, w.lane, w.cell() / tile_rows).metric_at(w.here() * points + point, m);
#pragma unroll
      for (int d = 0; d < dim; ++d)
#pragma unroll
        for (int n = 0; n < n_var; ++n) reference[d][n] *= inverse;
    } else {
#pragma unroll
      for (int i = 0; i < dim * dim; ++i) m[i] = geometry(w, cell_metric + i);
    }
    const Index cell = DependsOnCell<Eq> ? w.cell() : 0;
    reference_flux(with_viscosity(in_cells<Real>(equations, zone, cell), Viscous), m, state, reference, flux);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      in_plane[0][n] = flux[0][n];
      in_plane[1][n] = flux[1][n];
      upwards[n] = flux[2][n];
    }
  }

  /// Collects the rates of the cells, whose new states lie in the second field.
  __device__ void collect(const Tile& w) const {
    const Real* state = w.rows + Modes::size + w.lane.row() * Modes::stride;
    Real u[n_var] = {};
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int c = 0; c < N; ++c)
        u[n] += line.project[0][c < N - c ? c : N - 1 - c] *
                state[Tile::State::mode(n, 0) + place_of_triangle_mode(P, c, 0)];
    collect_rate_of_cell<quarters>(largest_rate, w.cell() / tile_rows, zone, equations, stage.limits, zone_number,
                                   w.cell(), w.lane.quarter() == 0, u, inverse_length(w));
  }
};

}  // namespace dg
