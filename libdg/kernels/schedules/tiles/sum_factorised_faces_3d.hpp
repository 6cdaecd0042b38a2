/// Assembly `tiles`, faces between hexahedra with Q^p, straight ones or with a curved cell on a side: numerical fluxes
/// and jumps of states by points.
///
/// A lane takes a point of a face from both sides (sum_factorised_traces_3d.hpp). The lifting of a jump on its face is
/// a multiple of it at each point. Straight faces have one geometry for all points, curved ones one for each.
#pragma once

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/schedules/tiles/face_frame_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_traces_3d.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P, bool Curved, bool Boundary, bool Viscous>
struct SumFactorisedFaces3D {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Lines = SumFactorisation3D<Eq, P>;
  static constexpr int N = Lines::N, NG = Lines::lines;
  /// Faces of a warp, which are of one tile; the last of these has fewer for it, if need be.
  static constexpr int faces = N == 2 ? 8 : N == 3 ? 3 : N == 4 ? 2 : 1;
  static constexpr int items_in_tile = (tile_rows + faces - 1) / faces;
  static constexpr int sides = Boundary ? 1 : 2;
  using Traces = SumFactorisedTraces3D<Eq, P, sides, faces, Viscous>;
  /// Eight numbers of a variable are no rows for a copy engine: 1 % slower.
  static constexpr bool by_rows = has_bulk_copies && P > 1;
  static constexpr TileShape shape{};

  const KernelContext<Eq>& context;
  const LineEnds<Real, N>& ends;
  const Real* state;
  FaceStore3D<Real> store;
  Index first;   ///< item 0 is the first of this tile
  Index stored;  ///< whose faces leave what they find in the place of this one
  int zone;      ///< of hexahedra with Q, whose tables and eta are those of any

  using Indices = FaceIndices;

  /// Points of all sides, geometry of the tile, and traces.
  __host__ __device__ static constexpr int shared_numbers() { return barrier_begin + barrier_numbers<Real>; }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    return FaceIndices::fetch(context.tiles[1], first + item / items_in_tile, row_of(item, lane.lane / NG), lane);
  }

  /// Asks for the points of both sides, and for the geometry.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    if constexpr (by_rows) return start_rows(item, lane, at, shared);
    start_points(lane, at, shared);
    copy_piece_async<geometry_numbers>(lane, shared + Traces::points, geometry_of(item));
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    const int place = lane.lane / NG, g = lane.lane % NG;
    const Traces traces = traces_of(lane, at, shared, shared + traces_begin, g);
    const int own = Boundary ? 0 : node_of(at.plus_code, 1, g);
    if constexpr (by_rows)
      barrier(shared).wait();
    else
      wait_for_copies<0>();
    __syncwarp();
    const Side minus(traces, ends, 0, face_of<dim>(at.minus_code), traces.node);
    const Side plus = Boundary ? minus : Side(traces, ends, 1, face_of<dim>(at.plus_code), own);
    __syncwarp();
    const Geometry geometry(shared + Traces::points, Curved ? min(place, faces - 1) : row_of(item, place), g);
    if (has_face(item, place)) finish(traces, minus, plus, geometry, at, g, face_at(item, place));
  }

 private:
  using Side = typename Traces::Side;
  using Flux = typename Eq::template NormalFlux<Real>;

  /// Of a face of its own, or of all of a straight tile.
  static constexpr int face_numbers = curved_sum_factorised_face_numbers(NG),
                       geometry_numbers = Curved ? faces * face_numbers : face_numbers_3d * tile_rows;
  static constexpr int traces_begin = Traces::points + geometry_numbers, barrier_begin = traces_begin + Traces::traces;

  /// The geometry of the faces of an item, to which those of the next tile may be added, or of all of the tile.
  __device__ const Real* geometry_of(Index item) const {
    const Index tile = first + item / items_in_tile;
    if constexpr (Curved)
      return context.tiles[1].geometry + curved_tile_begin(context.tiles[1], tile) + row_of(item, 0) * face_numbers;
    else
      return beyond(context.tiles[1].geometry, tile, geometry_numbers);
  }

  /// The lanes of a face copy both of its sides.
  __device__ void start_points(const TileLane& lane, const Indices& at, Real* shared) const {
    constexpr int piece = piece_numbers<Real>, pieces = Lines::numbers / piece;
    const int place = lane.lane / NG, own = lane.lane % NG * piece;
    if (place >= faces) return;
    Real* to = shared_place(shared + place * Traces::side_numbers + own);
    const auto copy = [&](int side, Index code, Index cell) {
      const Real* from = beyond(states_of(code) + own, cell, Lines::numbers);
#pragma unroll
      for (int i = 0; i < pieces; i += NG)
        if (i + NG <= pieces || i + lane.lane % NG < pieces)
          copy_16_bytes_async(to + side * faces * Traces::side_numbers + i * piece, from + i * piece);
    };
    copy(0, at.minus_code, at.minus);
    if (!Boundary) copy(1, at.plus_code, at.plus);
  }

  /// For point g of the lane's face.
  __device__ Traces traces_of(const TileLane& lane, const Indices& at, Real* from, Real* to, int g) const {
    const int face = face_of<dim>(at.minus_code);
    return Traces(ends, LineDirections<Real>(context.zones.zone[zone].tables.faces[1], face), from, to, lane.lane,
                  node_of(at.minus_code, 0, g));
  }
  /// States of the zone of a side.
  __device__ const Real* states_of(Index code) const {
    return state + context.zones.zone[zone_of<dim>(code)].state_begin;
  }
  /// Whether an item has a face in so many places, and its number; without one, that of the last before.
  __device__ static bool has_face(Index item, int place) {
    return place < faces && item % items_in_tile * faces + place < tile_rows;
  }
  __device__ Index face_at(Index item, int place) const {
    return (first + item / items_in_tile) * tile_rows + row_of(item, place);
  }
  __device__ static int row_of(Index item, int place) {
    return min(item % items_in_tile * faces + min(place, faces - 1), tile_rows - 1);
  }

  /// Where a face leaves what it finds.
  __device__ std::int64_t stored_at(Index face) const {
    return (std::int64_t(face) + std::int64_t(stored - first) * tile_rows) * FacePiece3D<Eq, 1, P>::numbers;
  }

  /// Node of a side at point g of the face, as the minus side lists it.
  __device__ int node_of(Index code, int side, int g) const {
    const ZoneView<Real>& own_zone = context.zones.zone[zone];
    const int orientation = orientation_of_code<dim>(code);
    const Index own = side == 0 ? g : own_zone.tables.faces[1].own_point[(1 + orientation) * NG + g];
    return own_zone.fragments_3d.line_nodes[face_of<dim>(code) * NG + own];
  }

  __device__ static BulkBarrier& barrier(Real* shared) {
    return *reinterpret_cast<BulkBarrier*>(shared + barrier_begin);
  }

  /// A lane for each side of each face asks for its points, another for the geometry.
  __device__ void start_rows(Index item, const TileLane& lane, const Indices& at, Real* shared) const {
    constexpr unsigned all = 0xffffffffu;
    constexpr int row = Lines::numbers * sizeof(Real), of_geometry = geometry_numbers * sizeof(Real);
    static_assert(sides * faces < warp_lanes && row % 16 == 0 && of_geometry % 16 == 0);
    BulkBarrier& bulk = barrier(shared);
    bulk.expect(lane.lane, sides * faces * row + of_geometry);
    const int place = lane.lane % faces;
    const Index minus = __shfl_sync(all, at.minus, place * NG), plus = __shfl_sync(all, at.plus, place * NG);
    const bool is_plus = lane.lane >= faces;
    if (lane.lane < sides * faces)
      bulk.copy(shared + lane.lane * Traces::side_numbers,
                beyond(states_of(is_plus ? at.plus_code : at.minus_code), is_plus ? plus : minus, Lines::numbers), row);
    if (lane.lane == sides * faces) bulk.copy(shared + Traces::points, geometry_of(item), of_geometry);
  }

  /// The geometry at a point of a face: FaceGeometry3D, and CurvedLinePoint.
  struct Geometry {
    static constexpr int step = Curved ? NG : tile_rows;
    const Real* first;

    __device__ Geometry(const Real* shared, int face, int g)
        : first(Curved ? shared + face * face_numbers + g : shared + face) {}
    __device__ Real number(int i) const { return first[i * step]; }
  };

  /// Flux and jump at point g of the face.
  __device__ void finish(const Traces& traces, const Side& minus, const Side& plus, const Geometry& geometry,
                         const Indices& at, int g, Index face) const {
    Real n[dim], inside[n_var], outside[n_var], viscous[n_var], jump[n_var], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry.number(normal_3d + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      inside[k] = viscous[k] = minus.value(k);
      if constexpr (!Boundary) outside[k] = plus.value(k);
    }
    if constexpr (Boundary) {
      boundary_states_at<max_face_points(dim, P)>(context, at.plus_code, at.plus, g, n, inside, outside, viscous);
    }
#pragma unroll
    for (int k = 0; k < n_var; ++k)
      jump[k] = Boundary ? jump_on_boundary(inside[k], viscous[k]) : jump_between_cells(inside[k], outside[k]);
    const auto fluxes = [&](const auto&, const auto&) {
      // One side after the other: there are not registers enough for both at once. Of P1, sides are in registers.
      if constexpr (N > 2) keep_order();
      Flux a{};
      if constexpr (Viscous)
        a = viscous_flux<0>(beside_face(context, at.minus_code, at.minus), traces, minus, geometry, n, viscous, jump);
      if constexpr (N > 2) keep_order();
      Flux b = a;
      if constexpr (Viscous && !Boundary)
        b = viscous_flux<1>(beside_face(context, at.plus_code, at.plus), traces, plus, geometry, n, outside, jump);
      return ViscousFluxes<Flux, BoundaryLanes<Eq, Real>>{
          a, b, boundary_at_point<max_face_points(dim, P), Boundary>(context, at.plus_code, at.plus, g), Boundary};
    };
    numerical_flux(context, inside, outside, n, Viscous, fluxes, h);
    const std::int64_t to = stored_at(face) + g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      store.flux[1][to + k * NG] = Curved ? geometry.number(line_length) * h[k] : h[k];
      if (Viscous) store.jump[1][to + k * NG] = jump[k];
    }
  }

  /// Of a side with the state u there. Times this, a jump gives eta times its lifting, a derivative across the face.
  /// The squares of the N orthonormal modes of a line add up to N^2 / 2 at its end.
  template <int side_number, class EqHere>
  __device__ Flux viscous_flux(const EqHere& equations, const Traces& traces, const Side& side,
                               const Geometry& geometry, const Real (&n)[dim], const Real (&u)[n_var],
                               const Real (&jump)[n_var]) const {
    const Real eta = context.eta[zone] * (Real(0.5) * N * N);
    return viscous_flux_of_side<Curved>(equations, geometry, side_number == 0 ? minus_axes_3d : plus_axes_3d, n, u,
                                        [&](int k) {
                                          Real d[dim];
                                          side.derivatives(traces, k, d);
                                          return FaceDerivatives<Real>{d[0] + eta * jump[k], {d[1], d[2]}};
                                        });
  }
};

}  // namespace dg
