/// Products of dense blocks with vectors; for files that are compiled for the machine, with OpenMP.
#pragma once

namespace dg {

/// y += sign A x for the leading `columns` columns of a block of `rows` rows.
template <int sign>
inline void add_product(const float* a, int rows, int columns, const float* x, float* y) {
  int j = 0;
  for (; j + 4 <= columns; j += 4, a += 4 * rows) {
    const float *a0 = a, *a1 = a + rows, *a2 = a1 + rows, *a3 = a2 + rows;
    const float x0 = sign * x[j], x1 = sign * x[j + 1], x2 = sign * x[j + 2], x3 = sign * x[j + 3];
#pragma omp simd
    for (int i = 0; i < rows; ++i) y[i] += (a0[i] * x0 + a1[i] * x1) + (a2[i] * x2 + a3[i] * x3);
  }
  for (; j < columns; ++j, a += rows) {
    const float x0 = sign * x[j];
#pragma omp simd
    for (int i = 0; i < rows; ++i) y[i] += a[i] * x0;
  }
}

}  // namespace dg
