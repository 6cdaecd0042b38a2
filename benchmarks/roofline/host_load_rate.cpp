#include "benchmarks/roofline/host_load_rate.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "libdg/backend/simd.hpp"

namespace dg::roofline {
namespace {

constexpr int chains = 12;  ///< independent sums: latency (4) times additions at once (2), and some more
constexpr int runs = 6;
constexpr std::size_t bytes_of_run = std::size_t{1} << 30;  ///< that a thread reads

using V = SimdPack<double>;

std::size_t cache_size(CacheLevel level) {
  const bool first = level == CacheLevel::first;
  const long size = sysconf(first ? _SC_LEVEL1_DCACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
  return size > 0 ? static_cast<std::size_t>(size) : first ? 32u << 10 : 512u << 10;
}

/// Adds up so many groups of `chains` registers, `passes` times.
V add_up(const double* from, long groups, long passes) {
  constexpr int width = LaneTraits<V>::width;
  V sum[chains];
  for (V& s : sum) s = V(0.0);
  for (long pass = 0; pass < passes; ++pass) {
    for (long g = 0; g < groups; ++g) {
      RKDG_UNROLL
      for (int i = 0; i < chains; ++i) sum[i] += load<V>(from + (g * chains + i) * width);
    }
    asm volatile("" ::: "memory");  // each pass reads anew
  }
  V total(0.0);
  for (const V& s : sum) total += s;
  return total;
}

}  // namespace

double measure_host_load_rate(CacheLevel level, int threads) {
  if (threads == 0) threads = omp_get_max_threads();
  constexpr std::size_t group = chains * sizeof(V);
  const long groups = std::max(1L, static_cast<long>(cache_size(level) / 2 / group));
  const std::size_t bytes = static_cast<std::size_t>(groups) * group;
  const long passes = static_cast<long>(bytes_of_run / bytes);
  double best = 0.0;
  volatile double used = 1.0;
  for (int run = 0; run < runs; ++run) {
    double slowest = 0.0;
#pragma omp parallel num_threads(threads) reduction(max : slowest)
    {
      const std::vector<double> numbers(bytes / sizeof(double), static_cast<double>(used));
      add_up(numbers.data(), groups, 1);
#pragma omp barrier
      const auto start = std::chrono::steady_clock::now();
      const V sum = add_up(numbers.data(), groups, passes);
      slowest = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (lane_of(sum, 0) < 0.0) used = 2.0;  // never: keeps the sums alive
    }
    best = std::max(best, static_cast<double>(bytes) * static_cast<double>(passes) * threads / slowest);
  }
  return best;
}

}  // namespace dg::roofline
