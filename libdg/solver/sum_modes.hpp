/// Sums over quadrature points that projections onto a basis are made of, in SIMD registers.
#pragma once

namespace dg {

/// out[n * modes + k] = sum_q values[q * N + n] basis[q * modes + k] for N variables and so many points.
template <int N>
void sum_modes(const double* basis, int modes, int points, const double* values, double* out);

}  // namespace dg
