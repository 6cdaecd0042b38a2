/// Assembly `tiles`, faces between straight hexahedra with Q^p: numerical fluxes and jumps, with traces and derivatives
/// by sum factorisation; .cu files only.
///
/// Each side finds its trace and the derivatives along its own axes at the points where its lines end
/// (element/solid_fragments.hpp); a lane then takes a point from both. The lifting of a jump on its face is a multiple
/// of it at each point.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/space/solid_tile_faces.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct SolidLineFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Lines = SolidLines<Eq, P>;
  static constexpr int N = Lines::N, NG = Lines::lines;
  /// Faces of a warp: a power of two, so that they are of one tile.
  static constexpr int faces = N == 2 ? 8 : N <= 4 ? 2 : 1, items_in_tile = tile_rows / faces;
  static constexpr TileShape shape{};

  const Scheme<Eq>& scheme;
  const LineEnds<Real, N>& ends;
  const SolidTensorModes<N>& tensor_modes;
  const Real* state;
  SolidStore<Real> store;
  Index first;  ///< item 0 is the first of this tile

  struct Indices {
    Index minus_code, plus_code;  ///< of the tile
    Index minus, plus;            ///< cells of the lane's face
  };

  /// Of each face: for both sides modes, which traces and derivatives replace, and room for transforms.
  __host__ __device__ static constexpr int shared_numbers() { return faces * face_numbers; }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    const TileFacesView<Real>& of = scheme.tiles[1];
    const Index tile = first + item / items_in_tile, face = face_of_lane(item, lane);
    return {of.minus_code[tile], of.plus_code[tile], of.minus[face], of.plus[face]};
  }

  /// Asks for the modes of both sides.
  __device__ void start(Index item, const TileLane& lane, const Indices&, Real* shared, int) const {
    const TileFacesView<Real>& of = scheme.tiles[1];
    constexpr int piece = piece_numbers<Real>, pieces = Lines::numbers / piece;
    const Real* modes = state + scheme.zones.zone[0].state_begin;
    for (int i = lane.lane; i < faces * sides * pieces; i += warp_lanes) {
      const int side = i / pieces % sides, face = i / pieces / sides;
      const Index number = first * tile_rows + item * faces + face;
      const Index cell = side == 0 ? of.minus[number] : of.plus[number];
      copy_16_bytes_async(shared + face * face_numbers + side * side_numbers + i % pieces * piece,
                          modes + std::int64_t(cell) * Lines::numbers + i % pieces * piece);
    }
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    const int place = lane.lane / NG, number = lane.lane % NG;
    const bool works = place < faces;
    Real* own = shared + min(place, faces - 1) * face_numbers;
    wait_for_copies<0>();
    __syncwarp();
    find_traces(own, at.minus_code, works, number % N, number / N);
    if constexpr (!Boundary) find_traces(own + side_numbers, at.plus_code, works, number % N, number / N);
    __syncwarp();
    if (works) finish(own, at, number, face_of_lane(item, lane));
  }

 private:
  static constexpr int sides = Boundary ? 1 : 2;
  static constexpr int trace_numbers = n_var * NG;  ///< of one quantity: [variable][node]
  static constexpr int quantities = 1 + dim;        ///< the trace, and its derivatives along the axes of the cell
  static constexpr int transforms_begin = std::max(Lines::numbers, quantities* trace_numbers);
  static constexpr int side_numbers = whole_pieces<Real>(transforms_begin + 2 * trace_numbers);
  static constexpr int face_numbers = sides * side_numbers;

  __device__ Index face_of_lane(Index item, const TileLane& lane) const {
    return first * tile_rows + item * faces + min(lane.lane / NG, faces - 1);
  }

  /// The axis across a local face, and whether it lies at its end.
  __device__ static int axis_of(int f) { return f < 2 ? 2 : f == 2 || f == 4 ? 1 : 0; }
  __device__ static bool is_last(int f) { return f == 1 || f == 3 || f == 4; }

  /// Turns the modes of a side to its trace and derivatives, at the nodes (p, q) along its other two axes.
  __device__ void find_traces(Real* side, Index code, bool works, int p, int q) const {
    const int f = face_of<dim>(code), axis = axis_of(f);
    const int node = q * N + p;
    Real* room = side + transforms_begin;
    Real x[2][n_var] = {};  // the trace, and the derivative across
    if (works) {
      // Modes of the other end differ by the sign of those that are odd.
      Real sign = Real(1);
#pragma unroll
      for (int a = 0; a < N; ++a) {
        const int place = mode(axis, a, p, q);
        const Real value = sign * ends.end[a], slope = (is_last(f) ? sign : -sign) * ends.slope[a];
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          const Real c = side[n * (Lines::numbers / n_var) + place];
          x[0][n] += value * c;
          x[1][n] += slope * c;
        }
        if (!is_last(f)) sign = -sign;
      }
    }
    share(room, works, node, x);
    transform(
        room, works, [&](int t) { return ends.value[p][t]; }, [&](int t) { return q * N + t; }, x);
    share(room, works, node, x);
    transform(
        room, works, [&](int t) { return ends.value[q][t]; }, [&](int t) { return t * N + p; }, x);
    __syncwarp();
    if (works)
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        side[n * NG + node] = x[0][n];
        side[((1 + axis) * n_var + n) * NG + node] = x[1][n];
      }
    __syncwarp();
    if (!Viscous || !works) return;
    const int first_axis = axis == 0 ? 1 : 0, second_axis = axis == 2 ? 1 : 2;
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real along[2] = {};
#pragma unroll
      for (int l = 0; l < N; ++l) {
        along[0] += ends.derivative[p][l] * side[n * NG + q * N + l];
        along[1] += ends.derivative[q][l] * side[n * NG + l * N + p];
      }
      side[((1 + first_axis) * n_var + n) * NG + node] = along[0];
      side[((1 + second_axis) * n_var + n) * NG + node] = along[1];
    }
  }

  /// The place of the mode with degree a along an axis, and p < q along the others.
  __device__ int mode(int axis, int a, int p, int q) const {
    const int i = axis == 0 ? a : p, j = axis == 1 ? a : axis == 0 ? p : q, k = axis == 2 ? a : q;
    return tensor_modes.place[(k * N + j) * N + i];
  }

  /// Shows the lanes of the face what each has at its node.
  __device__ static void share(Real* room, bool works, int node, const Real (&x)[2][n_var]) {
    __syncwarp();
    if (works)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) room[(i * n_var + n) * NG + node] = x[i][n];
    __syncwarp();
  }

  template <class Factor, class Node>
  __device__ static void transform(const Real* room, bool works, const Factor& factor, const Node& node,
                                   Real (&x)[2][n_var]) {
    if (!works) return;
    clear(x);
#pragma unroll
    for (int t = 0; t < N; ++t) {
      const Real v = factor(t);
      const int from = node(t);
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[i][n] += v * room[(i * n_var + n) * NG + from];
    }
  }

  /// Flux and jump at point g of the face.
  __device__ void finish(const Real* own, const Indices& at, int g, Index face) const {
    const Real* geometry =
        scheme.tiles[1].geometry + std::int64_t(face / tile_rows) * solid_face_numbers * tile_rows + face % tile_rows;
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], jump[n_var], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = geometry[(solid_normal + d) * tile_rows];
    const Real* minus = own + node_of(at.minus_code, 0, g);
    const Real* plus = Boundary ? minus : own + side_numbers + node_of(at.plus_code, 1, g);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = f.viscous_boundary[0][k] = minus[k * NG];
      f.plus[0][k] = plus[k * NG];
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
    const std::int64_t to = std::int64_t(face) * SolidPiece<Eq, 1, P>::numbers + g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      store.flux[1][to + k * NG] = h[k];
      if (Viscous) store.jump[1][to + k * NG] = jump[k];
    }
  }

  /// Node of a side at point g of the face, as the minus side lists it.
  __device__ int node_of(Index code, int side, int g) const {
    const ZoneView<Real>& zone = scheme.zones.zone[0];
    const int turn = static_cast<int>(static_cast<unsigned>(code) / face_slots(dim)) % turn_slots(dim);
    const Index own = side == 0 ? g : zone.tables.faces[1].own_point[(1 + turn) * NG + g];
    return zone.solid_fragments.line_nodes[face_of<dim>(code) * NG + own];
  }

  /// Derivatives along x, y, z with eta times the lifting, which has a component along the normal alone.
  __device__ void set_gradient(const Real* side, Index code, Index cell, const Real (&n)[dim], Real axis,
                               const Real (&jump)[n_var], Real (&grad)[dim][1][n_var]) const {
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
      for (int r = 0; r < dim; ++r) m[r] = metric[(cell_metric + r * dim + d) * tile_rows];
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        Real sum = n[d] * (lifting * jump[k]);
#pragma unroll
        for (int r = 0; r < dim; ++r) sum += m[r] * side[((1 + r) * n_var + k) * NG];
        grad[d][0][k] = sum;
      }
    }
  }
};

}  // namespace dg
