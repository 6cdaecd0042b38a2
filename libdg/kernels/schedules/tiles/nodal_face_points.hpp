/// Fluxes at the points of a tile of faces, from what its lanes keep at the nodes, and their projection;
/// device code.
///
/// Points are taken slot by slot and side by side. So little is in registers at once, and more warps fit than with all
/// traces at the points. In single precision two slots at once have space: what is kept is read, and split for the
/// matrix units, once for both.
#pragma once

#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/schedules/tiles/face_frame_3d.hpp"
#include "libdg/kernels/schedules/tiles/nodal_face_tile.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct NodalFacePoints {
  using Tile = NodalFaceTile<Eq, P, Boundary, Viscous>;
  using Real = typename Tile::Real;
  using AtNodes = typename Tile::AtNodes;

  const KernelContext<Eq>& context;
  const Tile& w;

  /// sum += the projection of the fluxes through the points of so many slots.
  __device__ void add_fluxes(int slots, AtNodes& sum) const {
#pragma unroll 1
    for (int slot = 0; slot < slots; slot += 2) {
      if (two_at_once && slot + 1 < slots) {
        add_two(slot, sum);
        continue;
      }
      SecondSlopes second;
      if constexpr (keeps_slopes)
#pragma unroll
        for (int side = 0; side < sides; ++side) second_slopes(slot, side, second[side]);
      add_one<0>(slot, second, sum);
      if (!two_at_once && slot + 1 < slots) add_one<1>(slot + 1, second, sum);
    }
  }

  /// sum += the projection of the jumps at the points of so many slots, on a boundary.
  __device__ void add_boundary_jumps(int slots, AtNodes& sum) const {
#pragma unroll 1
    for (int slot = 0; slot < slots; ++slot) {
      TileProduct<Real> inside[n_var];
      at_points(slot, w.values(Tile::trace, 0), inside);
      Real x[n_var], ghost[n_var], viscous[n_var];
      Real at_point[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) at_point[n] = inside[n][0];
      boundary_states(slot, at_point, ghost, viscous);
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[n] = jump_on_boundary(at_point[n], viscous[n]);
      project(slot, x, sum);
    }
  }

 private:
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, sides = Tile::sides, kinds = Tile::kinds;
  static constexpr int NG = FaceOfKind<3, 0, P>::n_points, G = slot_count(NG), N = Tile::N;
  static constexpr int matrix_size = factor_pairs(N) * warp_lanes;
  static constexpr bool two_at_once = !Boundary && sizeof(Real) == 4;
  /// Derivatives of traces along the second direction of the face come at the points of two slots at once. To keep them
  /// for the second slot spares a product, and takes registers that a warp of low degree does not have.
  static constexpr bool keeps_slopes = Viscous && P >= 3;
  using Slopes = TileProduct<Real>[n_var];
  using SecondSlopes = Slopes[keeps_slopes ? sides : 1];
  /// Of a trace, values and derivatives along the first direction; then, of the derivative across, values.
  using Traces = TileProduct<Real>[kinds * n_var];
  /// Of a trace at the points of two slots, values and derivatives along the first direction. At the points of both:
  /// derivatives along the second, and values of the derivative across.
  struct TwoSlots {
    TileProduct<Real> trace[2][n_var], slope[n_var], across[n_var];
  };

  /// What a side has at a point: its state, and the viscous flux.
  struct Side {
    Real state[n_var];
    typename Eq::template NormalFlux<Real> viscous{};
  };

  /// How many variables of a kind lie before the others among Traces. Pairs are read as products take them: those of
  /// each kind, and then the last of an odd number of each.
  static constexpr int before_others = Tile::in_groups ? n_var / 2 * 2 : n_var;
  __device__ static constexpr int number_of(int kind, int n) {
    return n < before_others ? kind * before_others + n : kinds * before_others + kind;
  }
  /// What is kept, by number_of().
  __device__ auto values_of_both(int side) const {
    const auto traces = w.values(Tile::trace, side), normals = w.values(Viscous ? Tile::normal : Tile::trace, side);
    return [traces, normals](int slot, int k) {
      if (k < before_others) return traces(slot, k);
      if (k < kinds * before_others) return normals(slot, k - before_others);
      return k == kinds * before_others ? traces(slot, n_var - 1) : normals(slot, n_var - 1);
    };
  }

  /// The lane's point of a slot; beyond the last, the first.
  __device__ int point_of(int slot) const { return w.point(slot) < NG ? w.point(slot) : 0; }

  /// At the lane's point of a slot; beyond the last, at the first.
  __device__ void boundary_states(int slot, const Real (&inside)[n_var], Real* ghost, Real (&viscous)[n_var]) const {
    const int g = point_of(slot);
    Real n[dim], outside[n_var];
    find_normal(n);
#pragma unroll
    for (int k = 0; k < n_var; ++k) outside[k] = viscous[k] = inside[k];
    boundary_states_at<max_face_points(dim, P)>(context, w.at.plus_code, w.at.plus, g, n, inside, outside, viscous);
#pragma unroll
    for (int k = 0; k < n_var; ++k) ghost[k] = outside[k];
  }

  /// The lane's part of FaceNodesView::point of a pair of slots, from number `matrix` on.
  __device__ const FactorPair<Real>* point_matrix(int pair, int matrix) const {
    return w.matrices.point + (face_point_matrices * pair + matrix) * matrix_size + w.lane.lane;
  }

  /// At the points of a slot, from what has the values x(slot, n) at the nodes. These are values and derivatives along
  /// the first direction of the face.
  template <class X, int V>
  __device__ void at_points(int slot, const X& x, TileProduct<Real> (&to)[V]) const {
    clear(to);
    multiply_add<N>(to, x, point_matrix(slot / 2, slot % 2));
  }

  __device__ void second_slopes(int slot, int side, Slopes& to) const {
    clear(to);
    multiply_add<N>(to, w.values(Tile::trace, side), point_matrix(slot / 2, 2));
  }

  /// All of that for two slots, by one product less than for one after the other.
  __device__ void find_two(int slot, int side, TwoSlots& to) const {
    clear(to.trace[0]);
    clear(to.trace[1]);
    clear(to.slope);
    clear(to.across);
    const auto traces = w.values(Tile::trace, side), normals = w.values(Viscous ? Tile::normal : Tile::trace, side);
    const FactorPair<Real>* from = point_matrix(slot / 2, 0);
#pragma unroll
    for (int s = 0; s < N; s += 2, from += warp_lanes) {
      Real trace[2][n_var], normal[2][n_var];
#pragma unroll
      for (int i = 0; i < 2 && s + i < N; ++i)
#pragma unroll
        for (int k = 0; k < n_var; ++k) {
          trace[i][k] = traces(s + i, k);
          normal[i][k] = normals(s + i, k);
        }
      const auto multiply = [&](const auto& a, [[maybe_unused]] const auto& b) {
        multiply_add(to.trace[0], a, load(from));
        multiply_add(to.trace[1], a, load(from + matrix_size));
        if constexpr (Viscous) {
          multiply_add(to.slope, a, load(from + 2 * matrix_size));
          multiply_add(to.across, b, load(from + 3 * matrix_size));
        }
      };
      if (s + 1 < N)
        multiply(trace, normal);
      else
        multiply(trace[0], normal[0]);
    }
  }

  /// sum += the projection of what is x at the points of a slot.
  __device__ void project(int slot, const Real (&x)[n_var], AtNodes& sum) const {
    const FactorPair<Real>* from = w.matrices.project + slot / 2 * warp_lanes + w.lane.lane;
#pragma unroll
    for (int i = 0; i < Tile::node_pairs; ++i)
      multiply_add(sum[i], x, load_alone(from + i * factor_pairs(G) * warp_lanes, slot % 2));
  }

  /// A side at the points of a slot, the j-th of two; on a boundary with the viscous flux of the state there.
  /// `trace(k)` has the value and the derivative along the first direction, `across(k)` that across.
  template <class Trace, class Across>
  __device__ void set_side(int slot, int j, int number, const Trace& trace, [[maybe_unused]] const Slopes& slopes,
                           [[maybe_unused]] const Across& across, const Real (&n)[dim], Side& to,
                           [[maybe_unused]] Real* ghost) const {
    Real inside[n_var];
#pragma unroll
    for (int k = 0; k < n_var; ++k) inside[k] = to.state[k] = trace(k)[0];
    if constexpr (Boundary) boundary_states(slot, to.state, ghost, inside);
    if constexpr (Viscous) {
      Real grad[dim][n_var];
      const int axes = number == 0 ? minus_axes_3d : plus_axes_3d;
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        grad[1][k] = trace(k)[1];
        grad[2][k] = slopes[k][j];
        grad[0][k] = normal_derivative(w, axes, across(k), {grad[1][k], grad[2][k]});
      }
      to.viscous = viscous_side_flux<Frame::face>(
          beside_face(context, number == 0 ? w.at.minus_code : w.at.plus_code, number == 0 ? w.at.minus : w.at.plus),
          inside, context.equations.point(inside), grad, n, face_tangents<dim, Real>(w));
    }
  }

  __device__ void find_normal(Real (&n)[dim]) const {
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.number(normal_3d + d);
  }

  __device__ void find_flux(int slot, const Side& minus, const Side& plus, const Real (&n)[dim],
                            Real (&h)[n_var]) const {
    const auto fluxes = [&](const auto&, const auto&) {
      return ViscousFluxes<typename Eq::template NormalFlux<Real>, BoundaryLanes<Eq, Real>>{
          minus.viscous, plus.viscous,
          boundary_at_point<max_face_points(dim, P), Boundary>(context, w.at.plus_code, w.at.plus, point_of(slot)),
          Boundary};
    };
    numerical_flux(context, minus.state, plus.state, n, Viscous, fluxes, h);
  }

  /// Fluxes through the points of a slot, the j-th of two.
  template <int j>
  __device__ void add_one(int slot, SecondSlopes& second, AtNodes& sum) const {
    Real n[dim], h[n_var];
    find_normal(n);
    Side minus, plus;
    const auto set = [&](int side, Side& to) {
      Traces traces;
      at_points(slot, values_of_both(side), traces);
      Slopes& slopes = second[keeps_slopes ? side : 0];
      if constexpr (Viscous && !keeps_slopes) second_slopes(slot, side, slopes);
      set_side(
          slot, j, side, [&](int k) -> const TileProduct<Real>& { return traces[number_of(0, k)]; }, slopes,
          [&](int k) { return traces[number_of(1, k)][0]; }, n, to, plus.state);
    };
    set(0, minus);
    __syncwarp();  // keeps the compiler from taking both sides at once, for which there are not registers enough
    if constexpr (Boundary)
      plus.viscous = minus.viscous;
    else
      set(1, plus);
    find_flux(slot, minus, plus, n, h);
    project(slot, h, sum);
  }

  /// Those of two slots.
  __device__ void add_two(int slot, AtNodes& sum) const {
    Real n[dim], h[2][n_var];
    find_normal(n);
    Side minus[2], plus[2];
    const auto set = [&](int side, Side(&to)[2]) {
      TwoSlots x;
      find_two(slot, side, x);
#pragma unroll
      for (int j = 0; j < 2; ++j)
        set_side(
            slot + j, j, side, [&](int k) -> const TileProduct<Real>& { return x.trace[j][k]; }, x.slope,
            [&](int k) { return x.across[k][j]; }, n, to[j], nullptr);
    };
    set(0, minus);
    __syncwarp();  // likewise
    set(1, plus);
#pragma unroll
    for (int j = 0; j < 2; ++j) find_flux(slot + j, minus[j], plus[j], n, h[j]);
    const FactorPair<Real>* from = w.matrices.project + slot / 2 * warp_lanes + w.lane.lane;
#pragma unroll
    for (int i = 0; i < Tile::node_pairs; ++i) multiply_add(sum[i], h, load(from + i * factor_pairs(G) * warp_lanes));
  }
};

}  // namespace dg
