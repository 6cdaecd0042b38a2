#include "apps/study/copy_bandwidth.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>

namespace dg::app {

double measure_host_copy_bandwidth(int threads) {
  constexpr std::ptrdiff_t count = 1 << 25;  // two arrays of 256 MiB
  constexpr int passes = 6;
  if (threads == 0) threads = omp_get_max_threads();
  // Left uninitialised so that each page is first touched, and placed, by the thread that will copy it.
  const std::unique_ptr<double[]> source(new double[count]), target(new double[count]);
  double* const a = source.get();
  double* const b = target.get();
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    a[i] = static_cast<double>(i);
    b[i] = 0.0;
  }
  double best = 0.0;
  for (int pass = 0; pass < passes; ++pass) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (std::ptrdiff_t i = 0; i < count; ++i) b[i] = a[i];
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, 2.0 * sizeof(double) * static_cast<double>(count) / seconds);
    a[pass] = b[count - 1 - pass];  // the copies are used, so none may be left out
  }
  return best;
}

}  // namespace dg::app
