/// Assembly `tiles`, faces of hexahedra with Q^p with a curved cell on a side: as solid_line_faces.hpp, with normals,
/// axes and liftings of their own at each point; .cu files only.
///
/// Geometry is that of curved_solid_faces.hpp: derivatives along the axes of the cells are turned to those across the
/// face and along the directions that the minus side has on it.
#pragma once

#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_faces.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct CurvedSolidLineFaces : SolidLineFaces<Eq, P, Boundary, Viscous> {
  using Base = SolidLineFaces<Eq, P, Boundary, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::faces, Base::sides;
  using Base::scheme, Base::store;
  using typename Base::Indices, typename Base::Real, typename Base::Side, typename Base::Traces;

  /// Of the sides of all faces, and the jumps.
  __host__ __device__ static constexpr int shared_numbers() {
    return whole_pieces<Real>(jumps_begin + faces * n_var * NG);
  }

  /// Asks for the points of both sides.
  __device__ void start(Index, const TileLane& lane, const Indices& at, Real* shared, int) const {
    Base::start_points(lane, at, shared);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    const Point point(*this, shared, lane, item);
    const Traces traces = Base::traces_of(lane, at, shared, shared + Traces::points, point.g);
    const int own = Boundary ? 0 : Base::node_of(at.plus_code, 1, point.g);
    wait_for_copies<0>();
    __syncwarp();
    const Side minus(traces, Base::ends, 0, face_of<dim>(at.minus_code), traces.node);
    const Side plus = Boundary ? minus : Side(traces, Base::ends, 1, face_of<dim>(at.plus_code), own);
    Real n[dim], jump[n_var], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = point.at(point.g, solid_point_normal + d);
    FaceStates<dim, 1, n_var, Real> f;
    set_states(at, point, minus, plus, n, f, jump);
    if constexpr (Viscous) set_gradients(traces, point, minus, plus, jump, f);
    const BoundaryLanes<Eq, Real> boundary(scheme, at.plus_code, at.plus, Boundary);
    face_flux(scheme, Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
    if (!point.works) return;
    const std::int64_t to = Base::stored_at(point.face) + point.g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      store.flux[1][to + k * NG] = h[k];
      if (Viscous) store.jump[1][to + k * NG] = jump[k];
    }
  }

 private:
  static constexpr int jumps_begin = Traces::points + Traces::traces;
  static constexpr int liftings = NG * solid_point_numbers;

  /// The lane's point of a face; lanes beyond the last face have one of that, but no work.
  struct Point {
    bool works;
    int place, g;          ///< which face of the warp, which point, as the minus side lists them
    Index face;            ///< among all
    Real* jumps;           ///< at all points of it
    const Real* geometry;  ///< of the face

    __device__ Point(const CurvedSolidLineFaces& of, Real* shared_, const TileLane& lane, Index item)
        : works(Base::has_face(item, lane.lane / NG)),
          place(min(lane.lane / NG, faces - 1)),
          g(lane.lane % NG),
          face(of.face_at(item, lane.lane / NG)),
          jumps(shared_ + jumps_begin + place * n_var * NG),
          geometry(of.scheme.tiles[1].geometry + curved_tile_begin(of.scheme.tiles[1], face / tile_rows, NG) +
                   face % tile_rows) {}

    __device__ Real number(int i) const { return __ldg(geometry + i * tile_rows); }
    __device__ Real at(int point, int i) const { return number(point * solid_point_numbers + i); }
    __device__ Real& jump(int k, int point) const { return jumps[k * NG + point]; }
  };

  __device__ void set_states(const Indices& at, const Point& point, const Side& minus, const Side& plus,
                             const Real (&n)[dim], FaceStates<dim, 1, n_var, Real>& f, Real (&jump)[n_var]) const {
    f.on_boundary = f.has_boundary = Boundary;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = f.viscous_boundary[0][k] = minus.value(k);
      if constexpr (!Boundary) f.plus[0][k] = plus.value(k);
    }
    if constexpr (Boundary) {
      const Real* data = scheme.boundary_data + (std::int64_t(at.plus) * max_face_points(dim, P) + point.g) * n_var;
      scheme.equations.boundary_states(scheme.conditions[-1 - at.plus_code], f.minus[0], n, data, f.plus[0],
                                       f.viscous_boundary[0]);
    }
    lifting_jump(f, 0, jump);
  }

  /// The gradients of both sides, with eta times the liftings.
  __device__ void set_gradients(const Traces& traces, const Point& point, const Side& minus, const Side& plus,
                                const Real (&jump)[n_var], FaceStates<dim, 1, n_var, Real>& f) const {
    if (point.works)
#pragma unroll
      for (int k = 0; k < n_var; ++k) point.jump(k, point.g) = jump[k];
    __syncwarp();
    Real t[dim - 1][dim], n[dim];
#pragma unroll
    for (int i = 0; i < (dim - 1) * dim; ++i) t[i / dim][i % dim] = point.at(point.g, solid_point_tangents + i);
#pragma unroll
    for (int d = 0; d < dim; ++d)
      n[d] = t[0][(d + 1) % dim] * t[1][(d + 2) % dim] - t[0][(d + 2) % dim] * t[1][(d + 1) % dim];
    set_gradient<0>(traces, point, minus, n, t, f.grad_minus);
    if constexpr (!Boundary) set_gradient<1>(traces, point, plus, n, t, f.grad_plus);
    lift(point, f.grad_minus, f.grad_plus);
  }

  using Gradient = Real[dim][1][n_var];

  /// See CurvedSolidPoint.
  template <int side>
  __device__ static void set_gradient(const Traces& traces, const Point& point, const Side& of, const Real (&n)[dim],
                                      const Real (&t)[dim - 1][dim], Gradient& grad) {
    Real axis[dim];
#pragma unroll
    for (int i = 0; i < dim; ++i)
      axis[i] = point.at(point.g, (side == 0 ? solid_point_minus_axes : solid_point_plus_axes) + i);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      Real along[dim];
      of.derivatives(traces, k, along);
      const Real normal = axis[0] * along[0] + axis[1] * along[1] + axis[2] * along[2];
#pragma unroll
      for (int d = 0; d < dim; ++d) grad[d][0][k] = n[d] * normal + t[0][d] * along[1] + t[1][d] * along[2];
    }
  }

  /// Adds eta times the liftings at the lane's point.
  __device__ static void lift(const Point& point, Gradient& minus, Gradient& plus) {
#pragma unroll(NG <= 9 ? NG : 4)
    for (int h = 0; h < NG; ++h) {
      const int entry = liftings + lifting_entry(point.g, h);
      const Real weight = point.at(h, solid_point_weight), a = weight * point.number(entry),
                 b = Boundary ? Real(0) : weight * point.number(entry + lifting_pairs(NG));
      Real n[dim];
#pragma unroll
      for (int d = 0; d < dim; ++d) n[d] = point.at(h, solid_point_normal + d);
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const Real jump = point.jump(k, h), x = a * jump, y = b * jump;
#pragma unroll
        for (int d = 0; d < dim; ++d) {
          minus[d][0][k] += n[d] * x;
          if constexpr (!Boundary) plus[d][0][k] += n[d] * y;
        }
      }
    }
  }
};

}  // namespace dg
