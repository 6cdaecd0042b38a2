#include "libdg/solver/sum_modes.hpp"

#include <algorithm>

#include "libdg/backend/simd.hpp"

namespace dg {
namespace {

constexpr int width = simd_bytes / static_cast<int>(sizeof(double));
using Modes = Pack<double, width>;

/// Sums of up to Packs registers of modes, all of which but the last are full.
template <int Packs, int N>
void sum_packs(const double* basis, int modes, int in_last, int points, const double* values, double* out) {
  Modes sum[Packs][N];
  for (auto& of_pack : sum)
    for (Modes& s : of_pack) s = Modes(0.0);
  for (int q = 0; q < points; ++q)
    for (int p = 0; p < Packs; ++p) {
      const double* from = basis + q * modes + p * width;
      const Modes phi = p + 1 < Packs || in_last == width ? load<Modes>(from) : load_first<Modes>(from, in_last);
      for (int n = 0; n < N; ++n) sum[p][n] += Modes(values[q * N + n]) * phi;
    }
  for (int p = 0; p < Packs; ++p)
    for (int n = 0; n < N; ++n) store_first(out + n * modes + p * width, sum[p][n], p + 1 < Packs ? width : in_last);
}

}  // namespace

template <int N>
void sum_modes(const double* basis, int modes, int points, const double* values, double* out) {
  int k = 0;
  for (; k + width < modes; k += 2 * width)
    sum_packs<2, N>(basis + k, modes, std::min(width, modes - k - width), points, values, out + k);
  if (k < modes) sum_packs<1, N>(basis + k, modes, modes - k, points, values, out + k);
}

template void sum_modes<1>(const double*, int, int, const double*, double*);
template void sum_modes<2>(const double*, int, int, const double*, double*);
template void sum_modes<3>(const double*, int, int, const double*, double*);
template void sum_modes<4>(const double*, int, int, const double*, double*);
template void sum_modes<5>(const double*, int, int, const double*, double*);
template void sum_modes<6>(const double*, int, int, const double*, double*);
template void sum_modes<7>(const double*, int, int, const double*, double*);
template void sum_modes<8>(const double*, int, int, const double*, double*);
template void sum_modes<9>(const double*, int, int, const double*, double*);

}  // namespace dg
