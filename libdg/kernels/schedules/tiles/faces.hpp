/// Assembly `tiles`, faces: numerical fluxes and jumps, with all products by matrices that cells share on the matrix
/// units.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/schedules/tiles/face_tile.hpp"

namespace dg {

/// Faces between affine cells (not Curved) have one normal; others may have cells of both kinds. On a Boundary, the
/// ghost state takes the place of the outer trace.
template <class Eq, int P, bool Curved, bool Boundary, bool Viscous>
struct StoreFaceTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  using Tile = FaceTile<Eq, P, Curved, Boundary>;
  using Stored = StoredFace<Eq::n_var, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Indices = typename Tile::Indices;
  /// Only the large class pays for working ahead.
  static constexpr TileShape shape{.pipelined = tile_face_shape<Real>(P).pipelined && !Curved && !Boundary};
  static constexpr int NG = Tile::NG, G = Tile::G, per_row = Tile::per_row, tile_size = Tile::tile_size;
  static constexpr FaceClass kind = face_class(Curved, Boundary);
  static constexpr int numbers = Curved ? curved_face_numbers(NG) : affine_face_numbers;

  const KernelContext<Eq>& context;
  const TileFacesView<Real>& faces;
  const Real* state;
  Real* store;       ///< see StoredFace
  int side_numbers;  ///< see FaceTile
  Index first;       ///< item 0 is this tile of its class

  __host__ __device__ int shared_numbers() const { return Tile::size(side_numbers); }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    const Index tile = number_of(item);
    Indices indices{faces.minus_code[tile], faces.plus_code[tile]};
#pragma unroll
    for (int i = 0; i < per_row; ++i) {
      const Index face = tile * tile_size + i * tile_rows + lane.row();
      indices.minus[i] = faces.minus[face];
      indices.plus[i] = faces.plus[face];
    }
    return indices;
  }

  /// Asks for what the tile reads.
  __device__ void start(Index item, const TileLane& lane, const Indices& indices, Real* shared, int parity) const {
    Tile(context, lane, shared, side_numbers).start(indices, state, geometry(item), parity);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& indices, Real* shared, int parity,
                             const Next& next) const {
    const Tile t(context, lane, shared, side_numbers);
    Work w{lane, indices, t.row(), (Tile::keeps_geometry ? t.kept_geometry(parity) : geometry(item)) + t.face()};
    wait_for_copies<0>();
    __syncwarp();
    t.traces(indices.minus_code, 0, w.minus);
    if constexpr (Boundary)
      set_boundary(w);
    else
      t.traces(indices.plus_code, 1, w.plus);
    __syncwarp();
    next();
#pragma unroll
    for (int s = 0; s < G; ++s) finish(w, s);
    __syncwarp();
    t.store(store + std::int64_t(number_of(item)) * tile_size * Stored::size, Viscous);
    __syncwarp();
  }

 private:
  /// What a lane holds of its face: [slot of points][variable].
  struct Work {
    TileLane lane;
    Indices at;
    Real* stored;                                                 ///< what it leaves: [flux, jump][variable][point]
    const Real* geometry;                                         ///< number i of the face at i * tile_size
    TileProduct<Real> minus[G][n_var] = {}, plus[G][n_var] = {};  ///< traces and normal derivatives
    Real viscous_boundary[G][n_var] = {};                         ///< u_b

    __device__ Real number(int i) const { return geometry[i * tile_size]; }
    /// Number of the boundary face, or of the cell on the plus side.
    __device__ Index outer() const { return of_lane(at.plus); }
    /// The cells on both sides, as beside_both() takes them.
    struct Beside {
      Index minus_code, plus_code, minus, plus;
    };
    __device__ Beside beside() const { return {at.minus_code, at.plus_code, of_lane(at.minus), outer()}; }

    __device__ Index of_lane(const Index (&numbers)[per_row]) const {
      Index number = numbers[0];
#pragma unroll
      for (int i = 1; i < per_row; ++i) number = lane.quarter() / NG == i ? numbers[i] : number;
      return number;
    }
  };

  /// What both sides have at the lane's point of a slot.
  struct Derivatives {
    TileProduct<Real> along[n_var] = {};   ///< derivatives of the traces along the face
    TileProduct<Real> lifted[n_var] = {};  ///< eta times liftings, without their axis, that of derivatives across
  };

  /// Of the tile among those of all classes.
  __device__ Index number_of(Index item) const { return faces.begin[static_cast<int>(kind)] + first + item; }

  /// Of affine tiles, then of the others.
  __device__ const Real* geometry(Index item) const {
    const Index affine = Curved ? faces.begin[static_cast<int>(FaceClass::curved_inner)] : 0;
    return faces.geometry +
           (std::int64_t(affine) * affine_face_numbers + std::int64_t(number_of(item) - affine) * numbers) * tile_size;
  }

  /// The lane's point of a slot; none where it is beyond the last.
  __device__ static int point(const Work& w, int slot) {
    return per_row > 1 ? w.lane.quarter() % NG : quarters * slot + w.lane.quarter();
  }

  __device__ static Real normal(const Work& w, int slot, int d) {
    if constexpr (Curved) return w.number(min(point(w, slot), NG - 1) * curved_point_numbers + point_normal + d);
    return w.number(unit_normal + d);
  }

  __device__ void set_boundary(Work& w) const {
#pragma unroll
    for (int s = 0; s < G; ++s) {
      Real inside[n_var], ghost[n_var], viscous[n_var], n[dim];
#pragma unroll
      for (int k = 0; k < n_var; ++k) inside[k] = ghost[k] = viscous[k] = w.minus[s][k][0];
#pragma unroll
      for (int d = 0; d < dim; ++d) n[d] = normal(w, s, d);
      if (point(w, s) < NG) {
        boundary_states_at<NG>(context, w.at.plus_code, w.outer(), point(w, s), n, inside, ghost, viscous);
      }
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        w.plus[s][k][0] = ghost[k];
        w.viscous_boundary[s][k] = viscous[k];
      }
    }
  }

  /// Right-hand side of the lifting.
  __device__ static Real jump(const Work& w, int slot, int n) {
    const Real inside = w.minus[slot][n][0];
    return Boundary ? jump_on_boundary(inside, w.viscous_boundary[slot][n])
                    : jump_between_cells(inside, w.plus[slot][n][0]);
  }

  __device__ void tangential(const Work& w, int slot, Derivatives& d) const {
    const FactorPair<Real>* fragment = context.zones.zone[0].fragments.tangential + slot * G * warp_lanes + w.lane.lane;
#pragma unroll
    for (int l = 0; l < G; ++l) {
      Real sides[2][n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        sides[0][n] = w.minus[l][n][0];
        sides[1][n] = w.plus[l][n][0];
      }
      multiply_add(d.along, sides, load(fragment + l * warp_lanes));
    }
  }

  __device__ void lift(const Work& w, int slot, Derivatives& d) const {
    const Index code = !Boundary && w.lane.row() % 2 ? w.at.plus_code : w.at.minus_code;
    const FactorPair<Real>* fragment =
        context.zones.zone[zone_of(code)].fragments.face_lift + slot * factor_pairs(G) * warp_lanes + w.lane.lane;
    multiply_add<G>(
        d.lifted, [&](int l, int n) { return jump(w, l, n); }, fragment);
  }

  /// Flux and jump at the lane's point of a slot.
  __device__ void finish(const Work& w, int s) const {
    FaceStates<dim, 1, n_var, Real> f;
    f.on_boundary = f.has_boundary = Boundary;
    Real n[dim], h[n_var];
    Derivatives derivatives;
    if (Viscous) {
      tangential(w, s, derivatives);
      lift(w, s, derivatives);
    }
    if (NG % quarters != 0 && point(w, s) >= NG) return;
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = normal(w, s, d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.minus[s][k][0];
      f.plus[0][k] = w.plus[s][k][0];
      f.viscous_boundary[0][k] = w.viscous_boundary[s][k];
    }
    if (Viscous) gradients(w, derivatives, s, f);
    const auto boundary = boundary_at_point<NG, Boundary>(context, w.at.plus_code, w.outer(), point(w, s));
    face_flux<Curved ? Frame::cartesian : Frame::face>(context, beside_both<Boundary>(context, w.beside()),
                                                       Team<1, Real>{}, boundary, f, 0, n, Viscous, h);
    if constexpr (Curved)
#pragma unroll
      for (int k = 0; k < n_var; ++k) h[k] *= w.number(point(w, s) * curved_point_numbers + point_length);
    Real* to = w.stored + point(w, s);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      to[k * NG] = h[k];
      if (Viscous) to[Stored::jump + k * NG] = jump(w, s, k);
    }
  }

  /// Gradients of both sides with eta times the lifting.
  __device__ static void gradients(const Work& w, const Derivatives& from, int s, FaceStates<dim, 1, n_var, Real>& f) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const TileProduct<Real>(&side)[n_var] = j == 0 ? w.minus[s] : w.plus[s];
      Real(&grad)[dim][1][n_var] = j == 0 ? f.grad_minus : f.grad_plus;
      const auto axes = side_axes(w, s, j);
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        const Real along[1] = {from.along[k][j]};
        Real derivative[dim];
        axes.rotate(side[k][1] + from.lifted[k][j], along, derivative);
#pragma unroll
        for (int d = 0; d < dim; ++d) grad[d][0][k] = derivative[d];
      }
    }
  }

  __device__ static auto side_axes(const Work& w, int slot, int side) {
    if constexpr (Curved)
      return point_axes(w, slot, side);
    else
      return straight_axes(w, side);
  }

  /// Axes of a side at the lane's point of a slot of a curved face.
  __device__ static FaceAxes<dim, Real> point_axes(const Work& w, int slot, int side) {
    const int first = point(w, slot) * curved_point_numbers + (side == 0 ? point_minus_axes : point_plus_axes);
    FaceAxes<dim, Real> axes;
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      axes.normal[d] = w.number(first + d);
      axes.tangent[0][d] = w.number(first + dim + d);
    }
    return axes;
  }

  /// Axes of a side of an affine face, see AffineFace.
  __device__ static StraightAxes<Real> straight_axes(const Work& w, int side) {
    const int first = side == 0 ? minus_axes : plus_axes;
    return {w.number(first + axis_across), w.number(first + axis_skew), w.number(inverse_length)};
  }
};

}  // namespace dg
