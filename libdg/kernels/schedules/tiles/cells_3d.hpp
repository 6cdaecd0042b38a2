/// Assembly `tiles`, 3-D cells: gathers stored fluxes and jumps of the faces, takes the volume integral and the
/// stage.
///
/// What the faces have left comes piece by piece (piece_plan.hpp) through three places in shared memory. In each of
/// them the derivatives q_r along a reference direction take the place of the last jump that they are made of
/// (element/fragments_3d.hpp). State and derivatives together go to the volume points by one matrix. The members of
/// a team each find some of the modes, and the fluxes at the points of every other pair of slots.
#pragma once

#include <utility>

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/kernels/schedules/tiles/curved_cell_geometry.hpp"
#include "libdg/kernels/schedules/tiles/lifting_3d.hpp"
#include "libdg/kernels/schedules/tiles/piece_plan.hpp"
#include "libdg/kernels/schedules/tiles/point_values_3d.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// With Nodes, faces have left values at nodes in place of points. Curved cells have metrics at points, and a mass
/// matrix of their own (curved_cell_geometry.hpp).
template <class Eq, Space S, int P, bool Viscous, bool Nodes = false, bool Curved = false>
struct CellTiles3D {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, NK = Element<S, P>::n_modes;
  static constexpr TileShape shape = Nodes    ? nodal_cell_shape<Real>(NK)
                                     : Curved ? curved_cell_shape_3d<Real>(NK)
                                              : cell_shape_3d<Real>(NK);
  static constexpr int members = shape.team;
  using Work = CellTile<Eq, S, P, members>;
  static constexpr CellShape cell_shape = shape_of(S);
  static constexpr int NF = Element<S, P>::n_faces;
  static constexpr int K = Work::K, pairs = Work::pairs;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  FaceStore3D<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null

  using Indices = typename Work::Indices;

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  /// Modes, three places, geometry.
  __host__ __device__ static constexpr int shared_numbers() { return geometry_begin + geometry_size; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Work::fetch(zone, tile, lane); }

  /// Asks for what the tile reads first, in groups of which the caller closes the last.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    shared = shared_place(shared);
    if (lane.member == 0) {
      Work::start_modes(lane, tile * tile_rows + lane.row(), stage.in, shared);
      if constexpr (Curved)
        CurvedGeometry::start(zone, lane, tile, shared + geometry_begin);
      else
        copy_piece_async<geometry_size>(lane, shared + geometry_begin, beyond(zone.tile_geometry, tile, geometry_size),
                                        geometry_size - (largest_rate ? 0 : tile_rows));
    }
    start_step<0>(lane, indices, shared);
    close_copies();
    start_step<1>(lane, indices, shared);
    close_copies();
    start_step<2>(lane, indices, shared);
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    Work w(zone, lane, tile);
    shared = shared_place(shared);
    {
      Products flux[own_pairs][n_var];
#pragma unroll
      for (int i = 0; i < own_pairs; ++i) clear(flux[i]);
      if constexpr (plan.fluxes > 0)
        compute_all<0>(w, indices, shared, flux, flux, std::make_integer_sequence<int, plan.fluxes>{});
      if constexpr (Viscous) find_derivatives(w, indices, shared, flux);
      w.set_rate(flux);
    }
    volume_integral(w, shared);
    wait_for_team<members>();
    if (stage.n_history > 0 && lane.member == 0) Work::start_modes(lane, w.cell, stage.history[0], place(shared, 0));
    close_copies();
    w.add_up_team(place(shared, 1));
    Real rate[Work::own_slots][n_var];
    w.total_rate(stage.source, rate);
    if constexpr (Curved) CurvedGeometry(zone, lane, tile).solve_mass(place(shared, 1), rate);
    wait_for_copies<0>();
    wait_for_team<members>();
    w.finish(
        stage, rate, [&](int s, int n) { return w.mode(shared, n, s); }, place(shared, 0));
    if (largest_rate)
      w.collect_rate(equations, stage.limits, zone_number, rate, inverse_length(w, shared), largest_rate);
  }

 private:
  using Modes = typename Work::Modes;
  using Lifting = Lifting3D<Eq, S, P, Nodes, members>;
  using CurvedGeometry = CurvedCellGeometry<Eq, S, P, members>;
  using PointValues = PointValues3D<Eq, S, P, Viscous>;
  using Products = TileProduct<Real>;
  template <int Kind>
  using Piece = typename Lifting::template Piece<Kind>;
  using Fragment = const FactorPair<Real>*;
  /// Whether a slot of points is done with before the next, which takes fewer registers.
  static constexpr bool point_by_point = Nodes && K == 1;
  static constexpr int own_pairs = Work::own_pairs,
                       pairs_with_two_sums = 4;  ///< of which a lane has space for two sums beside the flux
  /// Values at nodes are so few that a place has space for fluxes and jumps. Together they take five sixths of the
  /// products with their common matrix, which is loaded once, and more registers than cells of lower degree have.
  static constexpr bool together = Viscous && Nodes && P >= 3 && own_pairs <= pairs_with_two_sums;
  static constexpr PiecePlan plan = piece_plan(cell_shape, Viscous, own_pairs <= pairs_with_two_sums, together);
  template <int Kind>
  static constexpr int piece_size = Element<S, P>::faces(Kind).count == 0 ? 0
                                    : together                            ? 2 * Piece<Kind>::size
                                                                          : Piece<Kind>::size;
  static constexpr int place_size = std::max({Modes::size, piece_size<0>, piece_size<1>});
  static constexpr int geometry_begin = Modes::size + PiecePlan::places * place_size;
  static constexpr int numbers = Curved ? curved_cell_points(NF) : affine_cell_numbers(dim, NF),
                       lengths = Curved ? 0 : cell_lengths(dim), geometry_size = numbers * tile_rows;
  static_assert(dim == 3 && plan.steps() >= PiecePlan::places);
  static_assert(Work::team_numbers <= 2 * place_size);

  __device__ static Real* place(Real* shared, int i) { return shared + Modes::size + i * place_size; }

  __device__ static Real geometry(const Work& w, const Real* shared, int i) {
    return shared[geometry_begin + i * tile_rows + w.lane.row()];
  }

  __device__ Real inverse_length(const Work& w, const Real* shared) const {
    return Curved ? zone.inverse_length[w.cell] : geometry(w, shared, numbers - 1);
  }

  /// Asks for the piece of a step, or for both; by the members of a team in turn.
  template <int step>
  __device__ void start_step(const TileLane& lane, const Indices& indices, Real* shared) const {
    if (lane.member != step % members) return;
    constexpr int f = plan.face[step], kind = kind_of_face(cell_shape, f);
    constexpr bool flux = plan.flux[step], jump = plan.jump[step];
    Real* to = Piece<kind>::place(lane, place(shared, plan.place[step]));
    const Index face = indices.face[f] / view_slots(dim);
    if constexpr (flux) Piece<kind>::template start<false>(lane, to, Nodes ? store.node_flux : store.flux[kind], face);
    if constexpr (jump)
      Piece<kind>::template start<false>(lane, to + (flux ? Piece<kind>::size : 0),
                                         Nodes ? store.node_jump : store.jump[kind], face);
  }

  /// Waits for the piece of a step, adds the modes of fluxes and jumps to sums, and gives its place to the next. Inward
  /// fluxes are times `|J_f| / det J` (curved: |J_f|), jumps times the component of the normal that is not zero.
  template <int step>
  __device__ void compute(const Work& w, const Indices& indices, Real* shared, Products (&flux)[own_pairs][n_var],
                          Products (&jump)[own_pairs][n_var]) const {
    constexpr int f = plan.face[step];
    constexpr int kind = kind_of_face(cell_shape, f);
    constexpr int normal = step == plan.slanted ? 1 : reference_normal(cell_shape, f, plan.direction(step));
    const typename Lifting::template Places<kind> places(zone, w.lane, indices.face[f]);
    wait_for_copies<plan.pending[step]>();
    wait_for_team<members>();
    const Real sign = indices.face[f] % view_slots(dim) > 0 ? Real(-1) : Real(1);  // -1 on the plus side
    const Real length = plan.flux[step] ? -geometry(w, shared, lengths + f) : Real(0);
    const Real* row = place(shared, plan.place[step]) + w.lane.row() * Piece<kind>::stride;
    if constexpr (plan.flux[step] && plan.jump[step])
      Lifting::template lift_both<f>(zone, w.lane, row, places, sign * length, sign * Real(normal), flux, jump);
    else if constexpr (plan.flux[step])
      Lifting::template lift<f>(zone, w.lane, row, places, sign * length, flux);
    else
      Lifting::template lift<f>(zone, w.lane, row, places, sign * Real(normal), jump);
    constexpr int following = plan.following[step];
    if constexpr (following != PiecePlan::unused) {
      wait_for_team<members>();
      start_step<following>(w.lane, indices, shared);
      close_copies();
    }
  }

  /// Takes the steps first, first + 1, ...
  template <int first, int... i>
  __device__ void compute_all(const Work& w, const Indices& indices, Real* shared, Products (&flux)[own_pairs][n_var],
                              Products (&jump)[own_pairs][n_var], std::integer_sequence<int, i...>) const {
    (compute<first + i>(w, indices, shared, flux, jump), ...);
  }

  /// Whether a face with a normal in several directions counts for direction r.
  static constexpr bool slanted_counts(int r) {
    return plan.slanted != PiecePlan::unused && reference_normal(cell_shape, plan.face[plan.slanted], r) != 0;
  }

  /// The modes of q_r replace the jumps.
  __device__ void find_derivatives(const Work& w, const Indices& indices, Real* shared,
                                   Products (&flux)[own_pairs][n_var]) const {
    Products slanted[own_pairs][n_var];
#pragma unroll
    for (int i = 0; i < own_pairs; ++i) clear(slanted[i]);
    if constexpr (plan.slanted != PiecePlan::unused) compute<plan.slanted>(w, indices, shared, flux, slanted);
    find_derivative<0>(w, indices, shared, flux, slanted);
    find_derivative<1>(w, indices, shared, flux, slanted);
    find_derivative<2>(w, indices, shared, flux, slanted);
    wait_for_team<members>();
  }

  template <int r>
  __device__ void find_derivative(const Work& w, const Indices& indices, Real* shared,
                                  Products (&flux)[own_pairs][n_var],
                                  const Products (&slanted)[own_pairs][n_var]) const {
    constexpr bool has_slanted = slanted_counts(r);
    constexpr int first = plan.begin(r), count = plan.end[r] - first;
    Products q[own_pairs][n_var];
#pragma unroll
    for (int i = 0; i < own_pairs; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int j = 0; j < 2; ++j) q[i][n][j] = has_slanted ? slanted[i][n][j] : Real(0);
    compute_all<first>(w, indices, shared, flux, q, std::make_integer_sequence<int, count>{});
    differentiate(w, r, shared, q);
    wait_for_team<members>();
    Real* row = place(shared, r) + w.lane.row() * Modes::stride + w.lane.quarter();
    Work::for_each_mode(w.lane, [&](int i, int s, int n) { row[Work::State::mode(n, s)] = q[i / 2][n][i % 2]; });
  }

  /// Adds the derivative of the modes along xi_d.
  __device__ void differentiate(const Work& w, int d, const Real* shared, Products (&sum)[own_pairs][n_var]) const {
    constexpr int out = derivative_pairs(Element<S, P>::n_gradient_modes);
    multiply_add_own<members, K, out>(
        w.lane, sum, [&](int l, int n) { return w.mode(shared, n, l); },
        zone.fragments_3d.derivative + d * out * factor_pairs(K) * warp_lanes + w.lane.lane);
  }

  __device__ void volume_integral(Work& w, Real* shared) const {
    const Real* own = shared + w.lane.row() * Modes::stride + w.lane.quarter();
    if constexpr (Nodes) own = shared_place(own);  // or else parts of it would be in local memory
    const auto slope = [&](int d) { return own + Modes::size + d * place_size; };
    const int slots = zone.fragments_3d.point_slots;
#pragma unroll 1
    for (int s = 2 * w.lane.member; s < slots; s += 2 * members) {
      const Fragment fragment = zone.fragments_3d.value + s / 2 * factor_pairs(K) * warp_lanes + w.lane.lane,
                     project = zone.fragments_3d.project + s / 2 * dim * pairs * warp_lanes + w.lane.lane;
      const bool has_second = quarters * (s + 1) < zone.tables.n_points;  // else all its points are without weight
      PointValues at;
      Real along[dim][2][n_var] = {};
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (j > 0 && !has_second) break;
        if (point_by_point) __syncwarp();  // keeps the compiler from taking both slots at once
        if (j == 0 || point_by_point) at.find(fragment, own, slope);
        Real m[dim * dim];
        if constexpr (Nodes) keep_order();  // or else it would be in registers, of which there are too few
        if constexpr (Curved) {
          const int point = quarters * (s + j) + w.lane.quarter();  // beyond the last, which have no weight, any
          const Real inverse =
              CurvedGeometry(w.zone, w.lane, w.cell / tile_rows).metric_at(point < zone.tables.n_points ? point : 0, m);
          if constexpr (Viscous) at.scale_slopes(j, inverse);
        } else {
#pragma unroll
          for (int i = 0; i < dim * dim; ++i) m[i] = geometry(w, shared, cell_metric + i);
        }
        at.find_fluxes(in_cells<Real>(equations, zone, w.cell), m, j, along);
        if constexpr (point_by_point)
#pragma unroll
          for (int i = 0; i < dim * pairs; ++i)
            multiply_add(w.rate[i % pairs], along[i / pairs][j], load_alone(project + i * warp_lanes, j));
      }
      if constexpr (!point_by_point)
#pragma unroll
        for (int i = 0; i < dim * pairs; ++i)
          multiply_add(w.rate[i % pairs], along[i / pairs], load(project + i * warp_lanes));
    }
  }
};

}  // namespace dg
