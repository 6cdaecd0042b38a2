/// Assembly `tiles`, the products by matrices that faces of a kind between 3-D cells share: traces, liftings and
/// derivatives at points.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"
#include "libdg/kernels/schedules/tiles/face_traces_3d.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {

/// What a tile of faces finds at the points of its faces: traces first, then derivatives, pair of slots after pair. On
/// a Boundary, the ghost state takes the place of the outer trace. The members of a team have some of the pairs of
/// slots of the points each.
template <class Eq, int Kind, int P, bool Boundary, bool Viscous>
struct FaceProducts3D {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Face = FaceOfKind<3, Kind, P>;
  static constexpr int NG = Face::n_points, G = slot_count(NG), pairs = factor_pairs(G);
  static constexpr int members = face_shape_3d<Real>(NG).team;

  const KernelContext<Eq>& context;
  const Real* state;
  FaceStore3D<Real> store;
  int side_numbers;  ///< see side_numbers_3d()
  Index first;       ///< item 0 is this tile
  Index stored;      ///< and leaves what it finds in the place of this one

  using Indices = FaceIndices;

  /// Numbers in shared memory for the modes of cells with a space.
  template <Space S>
  static constexpr int modes_size() {
    return Modes<S>::size;
  }

 protected:
  template <Space S>
  using State = CellState<n_var, slot_count(Element<S, P>::n_modes)>;
  template <Space S>
  using Modes = TileRows<Real, State<S>::numbers>;
  static constexpr int sides = Boundary ? 1 : 2;
  static constexpr int geometry_size = face_numbers_3d * tile_rows, modes_begin = geometry_size;

  using Values = FaceTraces3D<Real, n_var, G, Boundary, members>;

  __device__ Values values(Real* shared, const TileLane& lane) const {
    return {shared + modes_begin + sides * side_numbers, lane};
  }

  /// What a lane holds of its face.
  struct Work {
    TileLane lane;
    Indices at;
    Real* shared;
    Real* left;  ///< in shared memory, what the faces of the tile leave
    Index face;  ///< and where that of the lane's face goes
    Values at_points;

    __device__ Real number(int i) const { return shared[i * tile_rows + lane.row()]; }
    /// The lane's point of a slot; none where it is beyond the last.
    __device__ int point(int slot) const { return quarters * slot + lane.quarter(); }
    __device__ Real trace(int side, int slot, int n) const { return at_points.trace(side, slot, n); }
  };

  /// Calls visit(pair) for the pairs of slots of the lane's member.
  template <class Visit>
  __device__ static void for_each_pair(const TileLane& lane, const Visit& visit) {
    constexpr int own = TileTeam<members>::own(pairs);
    [[maybe_unused]] constexpr int unrolled = members > 1 ? 1 : own;
#pragma unroll unrolled
    for (int i = 0; i < own; ++i)
      if (const int pair = TileTeam<members>::pair(lane.member, i); pair < pairs) visit(pair);
  }

  /// Traces, and on a boundary what it has for the outer ones. There, the unit normal at the lane's point of a slot is
  /// normal(slot, d).
  template <class Normal>
  __device__ void find_values(Work& w, const Normal& normal) const {
#pragma unroll
    for (int side = 0; side < sides; ++side)
      for_each_pair(w.lane, [&](int pair) {
        TileProduct<Real> x[n_var];
        trace_pair<false>(w, side, pair, x);
        w.at_points.set_traces(side, pair, x);
      });
    if constexpr (Boundary)
      for_each_pair(w.lane, [&](int pair) {
#pragma unroll
        for (int s = 2 * pair; s < 2 * pair + 2; ++s)
          if (s < G) set_boundary(w, s, normal);
      });
    if constexpr (members > 1) wait_for_team<members>();  // a warp alone has them in registers
  }

  /// At the points of a pair of slots: traces of a side, or derivatives Across the face.
  template <bool Across>
  __device__ void trace_pair(const Work& w, int side, int pair, TileProduct<Real> (&to)[n_var]) const {
    const Index code = side == 0 ? w.at.minus_code : w.at.plus_code;
    const ZoneView<Real>& zone = context.zones.zone[zone_of<dim>(code)];
    const FaceFragmentsView3D<Real>& matrices = zone.fragments_3d.faces[Kind];
    const Real* rows = w.shared + modes_begin + side * side_numbers + w.lane.quarter();
    clear(to);
    with_space_of<Face>(zone, [&]<Space S>() {
      if constexpr (fits_beside_tiles(S, P)) {
        constexpr FaceRange range = Element<S, P>::faces(Kind);
        constexpr int K = slot_count(Element<S, P>::n_modes);
        const int number = face_of<dim>(code) - range.first + range.count * orientation_of_code<dim>(code);
        const Real* row = rows + w.lane.row() * Modes<S>::stride;
        multiply_add<K>(
            to, [&](int l, int n) { return row[State<S>::mode(n, l)]; },
            (Across ? matrices.across : matrices.trace)[side] + (number * pairs + pair) * factor_pairs(K) * warp_lanes +
                w.lane.lane);
      }
    });
  }

  /// eta times the lifting on the cell of a code, at the points of a pair of slots, by this matrix.
  __device__ void lift_pair(const Work& w, Index code, int matrix, int pair, TileProduct<Real> (&to)[n_var]) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_of<dim>(code)];
    clear(to);
    multiply_add<G>(
        to, [&](int l, int n) { return jump_at(w, l, n); },
        zone.fragments_3d.faces[Kind].face_lift[matrix] + pair * factor_pairs(G) * warp_lanes + w.lane.lane);
  }

  /// The ghost state and u_b at the lane's point of slot s.
  template <class Normal>
  __device__ void set_boundary(Work& w, int s, const Normal& normal) const {
    const Real n[dim] = {normal(s, 0), normal(s, 1), normal(s, 2)};
    Real inside[n_var], ghost[n_var], viscous[n_var];
#pragma unroll
    for (int k = 0; k < n_var; ++k) inside[k] = ghost[k] = viscous[k] = w.trace(0, s, k);
    if (w.point(s) < NG) {
      boundary_states_at<max_face_points(dim, P)>(context, w.at.plus_code, w.at.plus, w.point(s), n, inside, ghost,
                                                  viscous);
    }
#pragma unroll
    for (int k = 0; k < n_var; ++k) w.at_points.set_boundary(s, k, ghost[k], viscous[k]);
  }

  /// Right-hand side of the lifting.
  __device__ static Real jump_at(const Work& w, int slot, int n) {
    const Real inside = w.trace(0, slot, n);
    return Boundary ? jump_on_boundary(inside, w.at_points.at_boundary(slot, n))
                    : jump_between_cells(inside, w.trace(1, slot, n));
  }

  /// Calls finish_point(slot, across, along) for the lane's points of a pair of slots. Derivatives across the face,
  /// [side][variable][slot of the pair], have eta times the liftings among them; those along it are [variable of both
  /// sides][direction].
  template <class FinishPoint>
  __device__ void finish(const Work& w, int pair, const FinishPoint& finish_point) const {
    const FaceFragmentsView3D<Real>& matrices =
        context.zones.zone[zone_of<dim>(w.at.minus_code)].fragments_3d.faces[Kind];
    TileProduct<Real> across[2][n_var] = {};
    if constexpr (Viscous) {
#pragma unroll
      for (int side = 0; side < sides; ++side) trace_pair<true>(w, side, pair, across[side]);
      add_liftings(w, pair, across);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int slot = 2 * pair + j;
      if (slot >= G) continue;
      TileProduct<Real> along[2 * n_var] = {};  // of both sides
      if constexpr (Viscous)
        multiply_add<G>(
            along, [&](int l, int n) { return w.trace(n / n_var, l, n % n_var); },
            matrices.tangential + slot * factor_pairs(G) * warp_lanes + w.lane.lane);
      if (NG % quarters == 0 || w.point(slot) < NG) finish_point(slot, across, along);
    }
  }

  /// Adds eta times the liftings at the points of a pair of slots to the derivatives across the face. Most often, that
  /// of the plus side is that of the minus side.
  __device__ void add_liftings(const Work& w, int pair, TileProduct<Real> (&across)[2][n_var]) const {
    const auto add = [&](const TileProduct<Real>(&lifted)[n_var], int side) {
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int j = 0; j < 2; ++j) across[side][n][j] += lifted[n][j];
    };
    TileProduct<Real> lifted[n_var];
    lift_pair(w, w.at.minus_code, 0, pair, lifted);
    add(lifted, 0);
    if (Boundary) return;
    // By which of oriented_liftings(), if the cell has them: all others' are that of its own order.
    const int zone = zone_of<dim>(w.at.plus_code);
    const bool has_orientations = has_oriented_liftings(shape_of(context.zones.zone[zone].space), Face::shape);
    const int matrix =
        has_orientations ? 1 + oriented_lifting(Face::shape, orientation_of_code<dim>(w.at.plus_code)) : 0;
    if (matrix > 0 || zone != zone_of<dim>(w.at.minus_code)) lift_pair(w, w.at.plus_code, matrix, pair, lifted);
    add(lifted, 1);
  }
};

}  // namespace dg
