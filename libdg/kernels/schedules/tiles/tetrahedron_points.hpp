/// The volume integral of a tile of tetrahedra by blocks: values at the points of orbits, fluxes, and what these give
/// to the rate.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_tile.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct TetrahedronPoints {
  using Tile = TetrahedronTile<Eq, P>;
  using Real = typename Tile::Real;
  using Blocks = typename Tile::Blocks;
  using Modes = typename Tile::Modes;
  using Rates = typename Tile::Rates;
  static constexpr int dim = Tile::dim, n_var = Tile::n_var, members = Tile::members;

  const Tile& tile;
  const ZoneView<Real>& zone;
  const Eq& equations;
  const SymmetricFragmentsView<Real>& matrices;

  /// Fluxes at the lane's points, along a_1 to a_3, in place of the derivatives.
  __device__ void find_fluxes(const Modes& modes) const {
    constexpr int V = Viscous ? n_var + 1 : n_var, last = n_var - 1;  // a derivative goes with the state
    Real state[V][2][rotations];
    find_values(
        [&](int c, int s, int n) {
          return n < n_var ? modes[Blocks::first_slot(c) + s][n] : derivative_mode(dim - 1, last, c, s);
        },
        state);
    if constexpr (Tile::shares_points)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int i = 0; i < rotations; ++i)
          if (tile.has_orbit(1)) second_state(n, tile.quarter(), i) = state[n][1][i];
    if constexpr (Viscous) {
      wait_for_team<members>();
      store_value(dim - 1, last, state[n_var]);
      if constexpr (n_var > 1)
#pragma unroll 1
        for (int d = 0; d < dim; ++d) replace_derivatives(d);
      replace_last_derivatives();
    }
    __syncwarp();
    Real m[dim * dim];
#pragma unroll
    for (int d = 0; d < dim * dim; ++d) m[d] = tile.geometry(cell_metric + d);
    Real u[n_var];
#pragma unroll
    for (int j = 0; j < (Tile::shares_points ? 1 : 2); ++j)
#pragma unroll(at_once)
      for (int i = 0; i < rotations; ++i) {
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          u[n] = state[n][j][0];
#pragma unroll
          for (int k = 0; k + 1 < rotations; ++k) state[n][j][k] = state[n][j][k + 1];
        }
        if (tile.has_orbit(j)) find_flux(i, tile.orbit(j), m, u);
        __syncwarp();  // keeps the compiler from taking several points at once
      }
    if constexpr (Tile::shares_points)
#pragma unroll(at_once)
      for (int k = 0; k < Tile::second_orbits; ++k) {
#pragma unroll
        for (int n = 0; n < n_var; ++n) u[n] = second_state(n, k, tile.quarter());
        find_flux(tile.quarter(), quarters + k, m, u);
        __syncwarp();
      }
  }

  /// Adds what the fluxes give to the rate.
  __device__ void project(Rates& rate) const {
    project_along<0>(rate);
    project_along<1>(rate);
    project_along<2>(rate);
  }

 private:
  using Fragment = const FactorPair<Real>*;
  /// Points in a row of instructions: in single precision, where more of them are carried out, warps would wait for so
  /// many.
  static constexpr int at_once = sizeof(Real) == 8 ? rotations : 1;

  /// With Tile::shares_points, at the k-th orbit of the second slot.
  __device__ Real& second_state(int n, int k, int i) const {
    return tile.row[Tile::second_begin + (n * Tile::second_orbits + k) * rotations + i];
  }

  /// Values at the lane's points replace modes, of the derivatives along a_(d + 1) of all variables but the last. That
  /// is an even number at once, which products take in pairs.
  __device__ void replace_derivatives(int d) const {
    constexpr int V = n_var - 1;
    Real* own[rotations];  // from here on the compiler knows all distances
#pragma unroll
    for (int c = 0; c < rotations; ++c) own[c] = tile.block(d, 0, c) + tile.quarter();
    const auto mode = [&](int c, int s, int n) {
      return own[c][n * Tile::orbits + tile.own_place(s, Blocks::modes(c)) - tile.quarter()];
    };
    Real values[V][2][rotations];
    find_values(mode, values);
    wait_for_team<members>();
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      if (!tile.has_orbit(j)) continue;
#pragma unroll
      for (int n = 0; n < V; ++n)
#pragma unroll
        for (int i = 0; i < rotations; ++i) own[i][n * Tile::orbits + tile.orbit(j) - tile.quarter()] = values[n][j][i];
    }
  }
  /// Those of the last variable along a_1 and a_2; that along a_3 has gone with the state.
  __device__ void replace_last_derivatives() const {
    constexpr int V = dim - 1, last = n_var - 1;
    Real values[V][2][rotations];
    find_values([&](int c, int s, int d) { return derivative_mode(d, last, c, s); }, values);
    wait_for_team<members>();
#pragma unroll
    for (int d = 0; d < V; ++d) store_value(d, last, values[d]);
  }

  /// Values of V polynomials at the points of the lane's orbits, [V][j][rotation], from their modes
  /// coefficient(block, slot, V).
  template <int V, class Coefficients>
  __device__ void find_values(const Coefficients& coefficient, Real (&values)[V][2][rotations]) const {
    TileProduct<Real> x[rotations][V];
    find_blocks(coefficient, x, std::make_integer_sequence<int, rotations>{});
#pragma unroll
    for (int n = 0; n < V; ++n)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int i = 0; i < rotations; ++i) values[n][j][i] = x[i][n][j];
        combine_rotations(values[n][j]);
      }
  }
  template <int V, class Coefficients, int... c>
  __device__ void find_blocks(const Coefficients& coefficient, TileProduct<Real> (&x)[rotations][V],
                              std::integer_sequence<int, c...>) const {
    (find_block<c>(coefficient, x[c]), ...);
  }
  template <int c, int V, class Coefficients>
  __device__ void find_block(const Coefficients& coefficient, TileProduct<Real> (&x)[V]) const {
    constexpr int slots = Blocks::slots(c);
    clear(x);
    multiply_add<slots>(
        x, [&](int s, int n) { return coefficient(c, s, n); },
        matrices.value[c] + tile.member() * factor_pairs(slots) * warp_lanes + tile.lane.lane);
  }

  /// The lane's modes of a derivative.
  __device__ Real derivative_mode(int d, int n, int c, int s) const {
    return tile.block(d, n, c)[tile.own_place(s, Blocks::modes(c))];
  }

  /// Values at the lane's points of the derivative of variable n along a_(d + 1) replace its modes.
  __device__ void store_value(int d, int n, const Real (&value)[2][rotations]) const {
#pragma unroll
    for (int j = 0; j < 2; ++j)
      if (tile.has_orbit(j))
#pragma unroll
        for (int i = 0; i < rotations; ++i) tile.block(d, n, i)[tile.orbit(j)] = value[j][i];
  }

  /// At the point of an orbit behind rotation i.
  __device__ void find_flux(int i, int orbit, const Real (&m)[dim * dim], const Real (&u)[n_var]) const {
    const auto place = [&](int d, int n) -> Real& { return tile.block(d, n, i)[orbit]; };
    const auto point = equations.point(u);
    typename Eq::template Stress<Real> stress{};
    if constexpr (Viscous) {
      Real slope[dim][n_var];
#pragma unroll
      for (int d = 0; d < dim; ++d)
#pragma unroll
        for (int n = 0; n < n_var; ++n) slope[d][n] = place(d, n);
      stress = stress_at(in_cells<Real>(equations, zone, tile.cell), m, u, point, slope);
    }
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      const Real axis[dim] = {m[d * dim], m[d * dim + 1], m[d * dim + 2]};
      Real along[n_var];
      if constexpr (Viscous)
        total_flux_along(equations, u, point, stress, axis, along);
      else
        equations.convective_flux(u, point, axis, along);
#pragma unroll
      for (int n = 0; n < n_var; ++n) place(d, n) = along[n];
    }
  }

  /// Of the fluxes along a_(d + 1).
  template <int d>
  __device__ void project_along(Rates& rate) const {
    // Beyond the last orbit, where the matrices are zero, the first again.
    const int orbit[2] = {tile.orbit(0), tile.orbit(tile.has_orbit(1) ? 1 : 0)};
    Real x[rotations][2][n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        Real f[rotations];
#pragma unroll
        for (int i = 0; i < rotations; ++i) f[i] = tile.block(d, n, i)[orbit[j]];
        combine_rotations(f);
#pragma unroll
        for (int c = 0; c < rotations; ++c) x[c][j][n] = f[c];
      }
    project_blocks<d>(matrices.project[d] + tile.member() * Blocks::all_pairs * warp_lanes + tile.lane.lane, x, rate,
                      std::make_integer_sequence<int, rotations>{});
  }
  template <int d, int... c>
  __device__ static void project_blocks(Fragment from, const Real (&x)[rotations][2][n_var], Rates& rate,
                                        std::integer_sequence<int, c...>) {
    (project_block<c ^ (d + 1)>(from, x[c], rate), ...);
  }
  /// `from` moves on behind what the block takes.
  template <int to>
  __device__ static void project_block(Fragment& from, const Real (&x)[2][n_var], Rates& rate) {
#pragma unroll
    for (int i = 0; i < Blocks::pairs(to); ++i, from += warp_lanes)
      multiply_add(rate[Blocks::first_pair(to) + i], x, load(from));
  }
};

}  // namespace dg
