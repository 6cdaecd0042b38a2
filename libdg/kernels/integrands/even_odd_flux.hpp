/// The volume integral of straight simplices, and of the triangles in prisms, with even and odd modes apart
/// (element/even_odd.hpp).
#pragma once

#include "libdg/kernels/engines/even_odd_gemm.hpp"
#include "libdg/kernels/engines/sparse_gemm.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"

namespace dg {

/// Fluxes along the reference directions in place of the derivatives at points. That along the first is
/// `f_0 + 1/2 sum f_r`, 0 < r < Flat, as EvenOddVolume has them.
template <int Flat, class Eq, int Points, class V>
RKDG_FN void flux_beside_mirror(const Eq& equations, const V (&m)[Eq::dim * Eq::dim], const V (&u)[Points][Eq::n_var],
                                V (&slope)[Eq::dim][Points][Eq::n_var]) {
  constexpr int dim = Eq::dim, N = Eq::n_var;
  for (int i = 0; i < Points; ++i) {
    V g[dim][N], flux[dim][N];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) RKDG_UNROLL
    for (int n = 0; n < N; ++n) g[d][n] = slope[d][i][n];
    reference_flux(equations, m, u[i], g, flux);
    const V half(RealOf<V>(0.5));
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      RKDG_UNROLL
      for (int r = 1; r < Flat; ++r) flux[0][n] += half * flux[r][n];
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) slope[d][i][n] = flux[d][n];
    }
  }
}

/// Whether the volume integral of straight cells of a space goes so, in lanes V.
template <Space S, int P, class V>
inline constexpr bool has_even_odd = (S == Space::triangle_P || S == Space::tetrahedron_P) && P >= 1 &&
                                     !std::is_arithmetic_v<V> && std::is_same_v<ConstantOf<V>, V>;

/// Adds the derivatives of u along the reference directions.
template <int D = 0, class Real, int Dim, int P, int NK, int N, class V>
RKDG_FN void add_derivatives(const EvenOddVolume<Real, Dim, P>& t, const V (&u)[NK][N], V (&gradient)[Dim][NK][N]) {
  sparse_gemm<derivative_pattern<Dim, P, D>, true>(t.derivative[D], u, gradient[D]);
  if constexpr (D + 1 < Dim) add_derivatives<D + 1>(t, u, gradient);
}

/// Adds the integral for a simplex to `rate`, from the modes of the state and of its gradient along the reference
/// directions. It calls between(i) before piece i of `pieces`.
template <class Eq, int P, class V>
struct EvenOddVolumeIntegral {
  static constexpr int dim = Eq::dim, N = Eq::n_var;
  using Tables = EvenOddVolume<RealOf<V>, dim, P>;
  using B = EvenOddBlocks<dim, P>;
  static constexpr int NK = Tables::NK, NE = Tables::NE, NO = Tables::NO, QP = Tables::QP, QM = Tables::QM,
                       pieces = B::pair_blocks + B::mirror_blocks;
  static constexpr const auto& modes = even_odd_modes<dim, P>;

  const Eq& equations;
  const V (&m)[dim * dim];
  const V (&u)[NK][N];
  const V (&gradient)[dim][NK][N];
  V (&rate)[NK][N];

  template <class Between>
  RKDG_FN void find(const Between& between) {
    const Tables& t = even_odd_volume<RealOf<V>, dim, P>();
    for (int b = 0; b < B::pair_blocks; ++b) {
      between(b);
      add_pairs(t.pairs[b]);
    }
    for (int b = 0; b < B::mirror_blocks; ++b) {
      between(B::pair_blocks + b);
      add_on_mirror(t.on_mirror[b]);
    }
  }

 private:
  RKDG_FN void add_pairs(const typename Tables::PairBlock& t) {
    V at[2][QP][N], slope[2][dim][QP][N];
    const auto values = [&](const V(&x)[NK][N], V(*first)[N], V(*second)[N]) {
      values_at_pairs<dim, P, QP>(t.value[0], t.value[0] + NE, NK, x, first, second);
    };
    values(u, at[0], at[1]);
    if (equations.viscous)
      for (int d = 0; d < dim; ++d) values(gradient[d], slope[0][d], slope[1][d]);
    for (int h = 0; h < 2; ++h) flux_beside_mirror<dim>(equations, m, at[h], slope[h]);
    fold_pairs<true>(slope[0][0], slope[1][0]);
    for (int d = 1; d < dim; ++d) fold_pairs<false>(slope[0][d], slope[1][d]);
    // No derivative of the first mode.
    multiply_to_listed<true, NE - 1, dim * QP>(t.even_slope[1], modes.even + 1, slope[0][0], rate);
    multiply_to_listed<true, NO, dim * QP>(t.odd_slope[0], modes.odd, slope[1][0], rate);
  }

  RKDG_FN void add_on_mirror(const typename Tables::BlockOnMirror& t) {
    V at[QM][N], slope[dim][QM][N];
    values_on_mirror<dim, P, QM>(t.value[0], NE, u, at);
    if (equations.viscous)
      for (int d = 0; d < dim; ++d) values_on_mirror<dim, P, QM>(t.value[0], NE, gradient[d], slope[d]);
    flux_beside_mirror<dim>(equations, m, at, slope);
    multiply_to_listed<true, NE - 1, (dim - 1) * QM>(t.even_slope[1], modes.even + 1, slope[1], rate);
    multiply_to_listed<true, NO, QM>(t.odd_slope[0], modes.odd, slope[0], rate);
  }
};

}  // namespace dg
