#include "benchmarks/roofline/ceilings.hpp"

#include <fmt/format.h>

#include "apps/study/copy_bandwidth.hpp"
#include "benchmarks/roofline/host_fma_rate.hpp"
#include "benchmarks/roofline/host_load_rate.hpp"
#include "libdg/backend/arithmetic_rate.hpp"
#include "libdg/backend/copy_bandwidth.hpp"

namespace dg::roofline {

std::string Ceilings::text() const {
  const bool cpu = backend == BackendKind::cpu;
  std::string line = fmt::format(
      "{}, {}: copy {:.4g} GB/s, multiply-adds {:.4g} Gflop/s", cpu ? fmt::format("cpu x {}", threads) : "cuda",
      precision == Precision::double_precision ? "double" : "single", 1e-9 * copy, 1e-9 * vector);
  if (level1 > 0) line += fmt::format(", loads {:.4g} GB/s (L1), {:.4g} (L2)", 1e-9 * level1, 1e-9 * level2);
  if (tensor > 0) line += fmt::format(", matrix units {:.4g} (8 x 8 x 4)", 1e-9 * tensor);
  if (tensor16 > 0) line += fmt::format(", {:.4g} (16 x 8 x 16)", 1e-9 * tensor16);
  return line;
}

Ceilings measure_ceilings(BackendKind backend, Precision precision, int threads) {
  const bool is_double = precision == Precision::double_precision;
  Ceilings c{backend, precision, threads};
  if (backend == BackendKind::cpu) {
    c.copy = app::measure_host_copy_bandwidth(threads);
    c.level1 = measure_host_load_rate(CacheLevel::first, threads);
    c.level2 = measure_host_load_rate(CacheLevel::second, threads);
    c.vector = is_double ? measure_host_fma_rate<double>(threads) : measure_host_fma_rate<float>(threads);
  } else {
    const ArithmeticRates rates = cuda_arithmetic_rates();
    c.threads = 1;
    c.copy = cuda_copy_bandwidth();
    c.vector = is_double ? rates.vector_double : rates.vector_single;
    if (is_double) {
      c.tensor = rates.tensor_double_8x8x4;
      c.tensor16 = rates.tensor_double_16x8x16;
    }
  }
  return c;
}

}  // namespace dg::roofline
