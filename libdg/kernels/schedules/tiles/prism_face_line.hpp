/// Operators along the line of a face of prisms, and packed numbers of points.
#pragma once

#include "libdg/backend/device_names.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/prism_face_fragments.hpp"
#include "libdg/element/prism_fragments.hpp"

namespace dg {

/// Operators along the line of a face.
template <class Real, int N>
struct PrismFaceLine {
  LineMatrices<Real, N> matrices = line_matrices<Real, N>();
  Real slope[N][N];  ///< [i][l]: derivative at point i, as the reference face runs, from the value at point l

  explicit PrismFaceLine(double sign) {
    for (int l = 0; l < N; ++l) {
      Real value[N] = {}, derivative[N];
      value[l] = static_cast<Real>(sign);
      matrices.derivative(value, Real(0), Real(0), derivative);
      for (int i = 0; i < N; ++i) slope[i][l] = derivative[i];
    }
  }
};

/// The entry at `from` of [word][entry], of so many entries.
template <int N>
__device__ PackedNumbers<N> load_numbers(const unsigned* from, int entries) {
  PackedNumbers<N> numbers;
#pragma unroll
  for (int w = 0; w < numbers.words; ++w) numbers.word[w] = __ldg(from + w * entries);
  return numbers;
}

}  // namespace dg
