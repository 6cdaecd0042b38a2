/// Assembly `tiles`, faces between straight hexahedra with Q^p: numerical fluxes and jumps, with traces and derivatives
/// by sum factorisation; .cu files only.
///
/// Each side finds its trace and the derivatives along its own axes at the points where its lines end
/// (element/solid_fragments.hpp); a lane then takes a point from both. The lifting of a jump on its face is a multiple
/// of it at each point.
#pragma once

#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/line_traces.hpp"
#include "libdg/kernels/schedules/tiles/point_traces.hpp"
#include "libdg/space/solid_tile_faces.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// How a warp finds the traces: at degree 1 point by point.
template <class Eq, int P, int sides, int faces, bool Viscous>
struct TracesOf {
  using type = LineTraces<Eq, P, sides, faces, Viscous>;
};
template <class Eq, int sides, int faces, bool Viscous>
struct TracesOf<Eq, 1, sides, faces, Viscous> {
  using type = PointTraces<Eq, 1, sides, faces, Viscous>;
};

template <class Eq, int P, bool Boundary, bool Viscous>
struct SolidLineFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Lines = SolidLines<Eq, P>;
  static constexpr int N = Lines::N, NG = Lines::lines;
  /// Faces of a warp, which are of one tile; the last of these has fewer for it, if need be.
  static constexpr int faces = N == 2 ? 8 : N == 3 ? 3 : N == 4 ? 2 : 1;
  static constexpr int items_in_tile = (tile_rows + faces - 1) / faces;
  static constexpr int sides = Boundary ? 1 : 2;
  using Traces = typename TracesOf<Eq, P, sides, faces, Viscous>::type;
  static constexpr TileShape shape{};

  const Scheme<Eq>& scheme;
  const LineEnds<Real, N>& ends;
  const SolidTensorModes<N>& tensor_modes;
  const Real* state;
  SolidStore<Real> store;
  Index first;   ///< item 0 is the first of this tile
  Index stored;  ///< whose faces leave what they find in the place of this one

  struct Indices {
    Index minus_code, plus_code;  ///< of the tile
    Index minus, plus;            ///< cells of the lane's face
  };

  /// Of the sides of all faces: modes, which traces and derivatives replace.
  __host__ __device__ static constexpr int shared_numbers() { return Traces::shared_numbers; }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    const TileFacesView<Real>& of = scheme.tiles[1];
    const Index tile = first + item / items_in_tile, face = face_at(item, lane.lane / NG);
    return {of.minus_code[tile], of.plus_code[tile], of.minus[face], of.plus[face]};
  }

  /// Asks for the modes of both sides.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    const TileFacesView<Real>& of = scheme.tiles[1];
    constexpr int piece = piece_numbers<Real>, pieces = Lines::numbers / piece;
    const Real *minus = modes_of(at.minus_code), *plus = Boundary ? minus : modes_of(at.plus_code);
    for (int i = lane.lane; i < faces * sides * pieces; i += warp_lanes) {
      const int side = i / pieces, from = i % pieces * piece;
      const Index number = face_at(item, side % faces);
      const Index cell = side < faces ? of.minus[number] : of.plus[number];
      copy_16_bytes_async(shared + side * Traces::side_numbers + from,
                          (side < faces ? minus : plus) + std::int64_t(cell) * Lines::numbers + from);
    }
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    wait_for_copies<0>();
    __syncwarp();
    Traces traces{ends, tensor_modes, shared, lane.lane, {face_of<dim>(at.minus_code)}};
    if constexpr (!Boundary) traces.local_face[1] = face_of<dim>(at.plus_code);
    traces.find();
    const int place = lane.lane / NG;
    if (has_face(item, place)) finish(traces, at, place, lane.lane % NG, face_at(item, place));
  }

 protected:
  /// States of the zone of a side.
  __device__ const Real* modes_of(Index code) const {
    return state + scheme.zones.zone[zone_of<dim>(code)].state_begin;
  }
  /// Whether an item has a face in so many places, and its number; without one, that of the last before.
  __device__ static bool has_face(Index item, int place) {
    return place < faces && item % items_in_tile * faces + place < tile_rows;
  }
  __device__ Index face_at(Index item, int place) const {
    const int row = item % items_in_tile * faces + min(place, faces - 1);
    return (first + item / items_in_tile) * tile_rows + min(row, tile_rows - 1);
  }

  /// Where a face leaves what it finds.
  __device__ std::int64_t stored_at(Index face) const {
    return (std::int64_t(face) + std::int64_t(stored - first) * tile_rows) * SolidPiece<Eq, 1, P>::numbers;
  }

  /// Node of a side at point g of the face, as the minus side lists it.
  __device__ int node_of(Index code, int side, int g) const {
    const ZoneView<Real>& zone = scheme.zones.zone[0];  // of any hexahedra with Q
    const int turn = static_cast<int>(static_cast<unsigned>(code) / face_slots(dim)) % turn_slots(dim);
    const Index own = side == 0 ? g : zone.tables.faces[1].own_point[(1 + turn) * NG + g];
    return zone.solid_fragments.line_nodes[face_of<dim>(code) * NG + own];
  }

 private:
  /// Flux and jump at point g of the face.
  __device__ void finish(const Traces& traces, const Indices& at, int place, int g, Index face) const {
    const Real* geometry =
        scheme.tiles[1].geometry + std::int64_t(face / tile_rows) * solid_face_numbers * tile_rows + face % tile_rows;
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], jump[n_var], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry[(solid_normal + d) * tile_rows];
    using Side = typename Traces::Side;
    const Side minus(traces, 0, place, node_of(at.minus_code, 0, g));
    const Side plus(traces, sides - 1, place, Boundary ? 0 : node_of(at.plus_code, 1, g));
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = f.viscous_boundary[0][k] = minus.value(k);
      if constexpr (!Boundary) f.plus[0][k] = plus.value(k);
    }
    if constexpr (Boundary) {
      const Real* data = scheme.boundary_data + (std::int64_t(at.plus) * max_face_points(dim, P) + g) * n_var;
      scheme.equations.boundary_states(scheme.conditions[-1 - at.plus_code], f.minus[0], n, data, f.plus[0],
                                       f.viscous_boundary[0]);
    }
    lifting_jump(f, 0, jump);
    if constexpr (Viscous) {
      set_gradient(minus, at.minus_code, at.minus, n, geometry[solid_minus_axes * tile_rows], jump, f.grad_minus);
      if constexpr (!Boundary)
        set_gradient(plus, at.plus_code, at.plus, n, geometry[solid_plus_axes * tile_rows], jump, f.grad_plus);
    }
    const BoundaryLanes<Eq, Real> boundary(scheme, at.plus_code, at.plus, Boundary);
    face_flux(scheme, Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
    const std::int64_t to = stored_at(face) + g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      store.flux[1][to + k * NG] = h[k];
      if (Viscous) store.jump[1][to + k * NG] = jump[k];
    }
  }

  /// Derivatives along x, y, z with eta times the lifting, which has a component along the normal alone.
  __device__ void set_gradient(const typename Traces::Side& side, Index code, Index cell, const Real (&n)[dim],
                               Real axis, const Real (&jump)[n_var], Real (&grad)[dim][1][n_var]) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_of<dim>(code)];
    const Real* metric = zone.tile_geometry +
                         std::int64_t(cell / tile_rows) * affine_cell_numbers(dim, 2 * dim) * tile_rows +
                         cell % tile_rows;
    Real lifting = Real(0);
#pragma unroll
    for (int a = 0; a < N; ++a) lifting += ends.end[a] * ends.end[a];
    lifting *= scheme.eta[0] * axis;
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      Real m[dim];
#pragma unroll
      for (int r = 0; r < dim; ++r) m[r] = metric[(cell_metric + side.axis(r) * dim + d) * tile_rows];
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        Real sum = n[d] * (lifting * jump[k]);
#pragma unroll
        for (int r = 0; r < dim; ++r) sum += m[r] * side.slope(r, k);
        grad[d][0][k] = sum;
      }
    }
  }
};

}  // namespace dg
