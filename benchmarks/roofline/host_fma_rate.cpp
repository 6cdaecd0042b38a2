#include "benchmarks/roofline/host_fma_rate.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>

#include "libdg/backend/simd.hpp"

namespace dg::roofline {
namespace {

constexpr int chains = 12;  ///< independent sums: latency (4) times instructions at once (2), and some more
constexpr long rounds = 4'000'000;
constexpr int runs = 6;

template <class V>
V multiply_add(V seed) {
  using Real = RealOf<V>;
  const V a(Real(0.999)), b = V(Real(0.001)) * seed;
  V x[chains];
  for (int i = 0; i < chains; ++i) x[i] = seed + V(Real(i));
  for (long round = 0; round < rounds; ++round) {
    RKDG_UNROLL
    for (int i = 0; i < chains; ++i) x[i] = x[i] * a + b;
  }
  V sum(Real(0));
  for (int i = 0; i < chains; ++i) sum += x[i];
  return sum;
}

}  // namespace

template <class Real>
double measure_host_fma_rate(int threads) {
  using V = SimdPack<Real>;
  if (threads == 0) threads = omp_get_max_threads();
  double best = 0.0;
  volatile Real used = Real(1);
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
    {
      const V sum = multiply_add(V(used));
      if (lane_of(sum, 0) == Real(-1)) used = Real(2);  // never: keeps the sums alive
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, 2.0 * chains * LaneTraits<V>::width * rounds * threads / seconds);
  }
  return best;
}

template double measure_host_fma_rate<float>(int);
template double measure_host_fma_rate<double>(int);

}  // namespace dg::roofline
