/// Assembly `tiles`, what the faces between prisms with triangle x line have in common, be they upright
/// (prism_sides.hpp) or triangles (prism_ends.hpp). It is device code: numerical fluxes and jumps, with traces by sum
/// factorisation.
///
/// Derivatives across a face are found along with the values; until they are needed, they take the space of the modes
/// in shared memory. The members of a team have a side each, and then some of the points.
#pragma once

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/backend/prefetch_range.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/prism_modes.hpp"
#include "libdg/kernels/schedules/tiles/face_frame_3d.hpp"
#include "libdg/kernels/schedules/tiles/faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/prism_face_line.hpp"
#include "libdg/space/face_values.hpp"

namespace dg {

/// Which tiles of inner faces those are: faces between such prisms, upright ones where both sides have their lines
/// along each other. Dense matrices take the others. It depends on the two cells alone, so that any partition gives the
/// same bits.
template <class Eq, int Kind>
struct PrismFaceChoice {
  const KernelContext<Eq>& context;
  const Index* side;  ///< PrismFaceFragmentsView::side, where this runs

  RKDG_FN static int face_of_kind(Index code) {
    return face_of<Eq::dim>(code) - faces_of_kind(CellShape::prism, Kind).first;
  }
  /// PrismSideView of the plus side of an upright face between prisms.
  RKDG_FN Index view(Index minus_code, Index plus_code) const {
    const int orientation = orientation_of_code<Eq::dim>(plus_code);
    return side[(face_of_kind(minus_code) * prism_edges + face_of_kind(plus_code)) * orientation_slots(Eq::dim) +
                orientation];
  }
  RKDG_FN bool between_prisms(Index minus_code, Index plus_code) const {
    return goes_by_triangles(context.zones.zone[zone_of<Eq::dim>(minus_code)]) &&
           goes_by_triangles(context.zones.zone[zone_of<Eq::dim>(plus_code)]);
  }
  RKDG_FN bool takes(Index minus_code, Index plus_code) const {
    return between_prisms(minus_code, plus_code) && (Kind == 0 || view(minus_code, plus_code) != prism_side_across);
  }
};

/// With Curved, faces with a curved prism on a side.
template <class Eq, int Kind, int P, bool Viscous, bool Curved>
struct PrismFaces : FaceTiles3D<Eq, Kind, P, false, Viscous> {
  using Base = FaceTiles3D<Eq, Kind, P, false, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::context, Base::store, Base::stored, Base::first;
  using typename Base::Indices, typename Base::Real;
  static constexpr TileShape shape = sum_factorised_prism_face_shape<Real>(P);  ///< whatever the base takes
  static constexpr int members = shape.team;

  const PrismFaceFragmentsView<Real>& matrices;
  const PrismFaceLine<Real, P + 1>& line;

  /// Geometry, modes of both sides, what the faces leave.
  __host__ __device__ static constexpr int shared_numbers() {
    return barrier_begin() + members * barrier_numbers<Real>;
  }

  /// FaceTiles3D::side_numbers.
  static constexpr int workspace_of_side() { return Modes::size; }

  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    if (!choice().between_prisms(at.minus_code, at.plus_code)) return;
    shared = shared_place(shared);
    if constexpr (Curved) {
      constexpr int bytes = curved_face_numbers_3d(NG) * tile_rows * static_cast<int>(sizeof(Real));
      if (lane.lane == 0 && lane.member == 0) prefetch_range_to_cache(curved_geometry(item), bytes);
    }
    if constexpr (has_bulk_copies) {
      start_rows(item, lane, at, shared);
    } else {
      Base::template start_modes<members>(lane, at, shared);
      if (!Curved && lane.member == 0) Base::start_geometry(item, lane, shared);
    }
  }

 protected:
  using typename Base::Piece;
  using State = typename Base::template State<Space::prism_Q>;
  using Modes = typename Base::template Modes<Space::prism_Q>;
  static constexpr int N = P + 1, modes = total_degree_count(2, P), mode_slots = slot_count(modes);

  /// Whether each number that the faces leave goes to its place by itself. It does where shared memory has no space to
  /// collect them and for all blocks on a multiprocessor.
  __host__ __device__ static constexpr bool stores_at_once() {
    return (stored_begin() + Base::stored_size) * int(sizeof(Real)) > tile_shared_bytes(shape.blocks) * members;
  }
  __host__ __device__ static constexpr int stored_begin() { return Base::modes_begin + 2 * Modes::size; }

  struct Work {
    TileLane lane;
    Indices at;
    Real* shared;
  };

  /// The geometry of the lane's face, if it is the same at all of its points.
  struct StraightFace {
    const Real* first;
    __device__ Real number(int i) const { return first[i * tile_rows]; }
  };
  __device__ auto geometry(const Work& w, Index item, int g) const {
    if constexpr (Curved)
      return CurvedFacePoint<Real>(curved_geometry(item), w.lane.row(), g);
    else
      return StraightFace{w.shared + w.lane.row()};
  }

  /// Until all is there that start() has asked for.
  __device__ static void wait_for_start(const TileLane& lane, Real* shared) {
    if constexpr (has_bulk_copies)
      barrier(lane, shared).wait();
    else
      wait_for_copies<0>();
    wait_for_team<members>();
  }

  __device__ PrismFaceChoice<Eq, Kind> choice() const { return {context, matrices.side}; }
  __device__ static int face_of_kind(Index code) { return PrismFaceChoice<Eq, Kind>::face_of_kind(code); }

  /// Modes of the cells on a side, and what takes their place: numbers of the lane's own, one every `warp_lanes`.
  __device__ static Real* rows(const Work& w, int side) { return w.shared + Base::modes_begin + side * Modes::size; }
  __device__ static Real* kept(const Work& w, int side) { return rows(w, side) + w.lane.lane; }
  __device__ static Real* row(const Work& w, int side) { return rows(w, side) + w.lane.row() * Modes::stride; }

  /// The lane's mode of the triangle in a slot, at place c of the line, or at the one that mirrors it. Beyond the last
  /// mode it is the last.
  __device__ static const Real* mode(const Work& w, int side, int c, bool backward, int slot) {
    const int t = quarters * slot + w.lane.quarter();
    return row(w, side) +
           place_of_triangle_mode(P, backward ? N - 1 - c : c, (slot + 1) * quarters <= modes ? t : min(t, modes - 1));
  }

  using Derivatives = FaceDerivatives<Real>;

  /// Takes the flux at point g, where both sides have these values and derivatives(side, variable), and leaves it with
  /// the jump.
  template <class Find>
  __device__ void leave(const Work& w, Index item, int g, const Real (&value)[2][n_var],
                        [[maybe_unused]] const Find& derivatives) const {
    const auto geometry = this->geometry(w, item, g);
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry.number(normal_3d + d);
    const auto fluxes = [&](const auto&, const auto&) {
      // One side after the other: there are not registers enough for both at once.
      keep_order();
      const auto of_side = [&](int side) { return [&, side](int k) { return derivatives(side, k); }; };
      const auto minus = viscous_flux_of_side<Curved>(beside_face(context, w.at.minus_code, w.at.minus), geometry,
                                                      minus_axes_3d, n, value[0], of_side(0));
      keep_order();
      const auto plus = viscous_flux_of_side<Curved>(beside_face(context, w.at.plus_code, w.at.plus), geometry,
                                                     plus_axes_3d, n, value[1], of_side(1));
      return ViscousFluxes<typename Eq::template NormalFlux<Real>, BoundaryLanes<Eq, Real>>{
          minus, plus, {context, w.at.plus_code, w.at.plus, false}, false};
    };
    numerical_flux(context, value[0], value[1], n, Viscous, fluxes, h);
    if constexpr (Curved)
#pragma unroll
      for (int k = 0; k < n_var; ++k) h[k] *= geometry.length();
    const Index face = (stored + item) * tile_rows + w.lane.row();
    const bool at_once = stores_at_once();
    Real* row = w.shared + stored_begin() + w.lane.row() * Piece::stride;
    Real* flux = (at_once ? beyond(store.flux[Kind], face, Base::piece) : row) + g;
    Real* jump = (at_once ? beyond(store.jump[Kind], face, Base::piece) : row + Piece::size) + g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      flux[k * NG] = h[k];
      if (Viscous) jump[k * NG] = jump_between_cells(value[0][k], value[1][k]);
    }
  }

  /// Stores what all lanes have left, where it was collected.
  __device__ void store_rows(const Work& w, Index item) const {
    if (stores_at_once()) return;
    wait_for_team<members>();
    const Index face = (stored + item) * tile_rows + w.lane.row();
    const Real* row = w.shared + stored_begin() + w.lane.row() * Piece::stride;
    Piece::template store<members>(w.lane, beyond(store.flux[Kind], face, Base::piece), row);
    if (Viscous) Piece::template store<members>(w.lane, beyond(store.jump[Kind], face, Base::piece), row + Piece::size);
  }

 private:
  __host__ __device__ static constexpr int barrier_begin() {
    return stored_begin() + (stores_at_once() ? 0 : Base::stored_size);
  }
  __device__ static BulkBarrier& barrier(const TileLane& lane, Real* shared) {
    return reinterpret_cast<BulkBarrier*>(shared + barrier_begin())[lane.member];
  }
  __device__ const Real* curved_geometry(Index item) const {
    return context.tiles[Kind].geometry + curved_tile_begin(context.tiles[Kind], first + item);
  }
  __device__ const Real* states(Index code) const {
    return Base::state + context.zones.zone[zone_of<dim>(code)].state_begin;
  }

  /// By one lane of each member.
  __device__ void start_rows(Index item, const TileLane& lane, const Indices& at, Real* shared) const {
    constexpr unsigned all = 0xffffffffu;
    constexpr int own_sides = 2 / members, row = State::numbers * sizeof(Real),
                  geometry = Curved ? 0 : Base::geometry_size * sizeof(Real);
    const auto side = [&](int i) { return members == 1 ? i : lane.member; };
    BulkBarrier& bulk = barrier(lane, shared);
    bulk.expect(lane.lane, own_sides * tile_rows * row + (lane.member == 0 ? geometry : 0));
    Index cell[own_sides][tile_rows];
#pragma unroll
    for (int r = 0; r < tile_rows; ++r)
#pragma unroll
      for (int i = 0; i < own_sides; ++i)
        cell[i][r] = __shfl_sync(all, side(i) == 0 ? at.minus : at.plus, r * quarters);
    if (!BulkBarrier::elect()) return;
#pragma unroll
    for (int i = 0; i < own_sides; ++i) {
      const Real* from = states(side(i) == 0 ? at.minus_code : at.plus_code);
      Real* to = shared + Base::modes_begin + side(i) * Modes::size;
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        bulk.copy(to + r * Modes::stride, beyond(from, cell[i][r], State::numbers), row);
    }
    if (!Curved && lane.member == 0)
      bulk.copy(shared, beyond(context.tiles[Kind].geometry, first + item, Base::geometry_size), geometry);
  }
};

}  // namespace dg
