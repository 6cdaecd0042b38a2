/// What the volume integral of 3-D cells needs at points: state and derivatives from their modes, and fluxes;
/// device code.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"

namespace dg {

/// At the lane's points of a pair of slots.
template <class Eq, Space S, int P, bool Viscous>
struct PointValues3D {
  using Real = typename Eq::Real;
  using Cells = CellTile<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, K = Cells::K;

  TileProduct<Real> low[Viscous ? 2 * n_var : n_var], high[2 * n_var];  ///< u and q_0; q_1 and q_2

  /// From the modes that the lane has of u at `own`, and of q_r at `slope(r)`, by its part of
  /// FragmentsView3D::value.
  template <class Slope>
  __device__ void find(const FactorPair<Real>* fragment, const Real* own, const Slope& slope) {
    interpolate(fragment, own, slope(0), low);
    if constexpr (Viscous) interpolate(fragment, slope(1), slope(2), high);
  }

  /// Derivatives at point j times a factor.
  __device__ void scale_slopes(int j, Real factor) {
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      low[n_var + n][j] *= factor;
      high[n][j] *= factor;
      high[n_var + n][j] *= factor;
    }
  }

  /// Fluxes at point j along the reference directions, of which m has the components.
  template <class EqHere>
  __device__ void find_fluxes(const EqHere& equations, const Real (&m)[dim * dim], int j,
                              Real (&along)[dim][2][n_var]) const {
    Real state[n_var], reference[dim][n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      state[n] = low[n][j];
      if constexpr (Viscous) {
        reference[0][n] = low[n_var + n][j];
        reference[1][n] = high[n][j];
        reference[2][n] = high[n_var + n][j];
      }
    }
    const auto point = equations.point(state);
    typename Eq::template Stress<Real> stress{};
    if constexpr (Viscous) stress = stress_at(equations, m, state, point, reference);
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      const Real axis[dim] = {m[d * dim], m[d * dim + 1], m[d * dim + 2]};
      if constexpr (Viscous)
        total_flux_along(equations, state, point, stress, axis, along[d][j]);
      else
        equations.convective_flux(state, point, axis, along[d][j]);
    }
  }

 private:
  /// Values of the polynomials with the modes that the lane has at `modes`, and of those at `more`.
  template <int V>
  __device__ static void interpolate(const FactorPair<Real>* fragment, const Real* modes, const Real* more,
                                     TileProduct<Real> (&value)[V]) {
    static_assert(V <= 2 * n_var);
    clear(value);
    multiply_add<K>(
        value, [&](int l, int n) { return (n < n_var ? modes : more)[Cells::State::mode(n % n_var, l)]; }, fragment);
  }
};

}  // namespace dg
