#include <algorithm>

#include "libdg/backend/arithmetic_rate.hpp"
#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/cuda_check.hpp"

namespace dg {
namespace {

constexpr int threads = 256, rounds = 4096, runs = 6;

/// Independent sums a thread, or a warp with matrix units, works on, so that latencies overlap.
constexpr int chains = 8;

template <class Real>
struct VectorUnits {
  static constexpr double flops = 2.0 * chains;  ///< of a thread in a round
  static constexpr int architecture = 0;

  static __device__ Real work(Real seed) {
    const Real a = Real(0.999), b = Real(0.001) * seed;
    Real x[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i) x[i] = seed + Real(i);
#pragma unroll 8
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i) x[i] = x[i] * a + b;
    Real sum = 0;
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += x[i];
    return sum;
  }
};

struct Tensor8x8x4 {
  static constexpr double flops = 2.0 * 8 * 8 * 4 * chains / 32;
  static constexpr int architecture = 80;

  static __device__ double work(double seed) {
    double sum = 0;
#if __CUDA_ARCH__ >= 800
    const double a = 0.01 * seed, b = 0.02 * seed;
    double c[chains][2];
#pragma unroll
    for (int i = 0; i < chains; ++i) c[i][0] = c[i][1] = i;
#pragma unroll 4
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(c[i][0]), "+d"(c[i][1])
                     : "d"(a), "d"(b));
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += c[i][0] + c[i][1];
#endif
    return sum;
  }
};

struct Tensor16x8x16 {
  static constexpr double flops = 2.0 * 16 * 8 * 16 * chains / 32;
  static constexpr int architecture = 90;

  static __device__ double work(double seed) {
    double sum = 0;
#if __CUDA_ARCH__ >= 900
    const double a = 0.01 * seed, b = 0.02 * seed;
    double c[chains][4];
#pragma unroll
    for (int i = 0; i < chains; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) c[i][j] = i;
#pragma unroll 2
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i)
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %4, %4, %4, %4, %4, %4, %4}, {%5, %5, %5, %5}, {%0, %1, %2, %3};"
            : "+d"(c[i][0]), "+d"(c[i][1]), "+d"(c[i][2]), "+d"(c[i][3])
            : "d"(a), "d"(b));
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += c[i][0] + c[i][1] + c[i][2] + c[i][3];
#endif
    return sum;
  }
};

/// `sink` is written by no thread, but the compiler cannot know.
template <class Units, class Real>
__global__ void __launch_bounds__(threads) multiply_add(Real seed, Real* sink) {
  const Real x = Units::work(seed + Real(threadIdx.x));
  if (x == Real(-12345)) *sink = x;
}

/// Operations per second; 0 if the code for this device lacks the instruction.
template <class Units, class Real>
double rate(const cudaDeviceProp& device, Real* sink, cudaEvent_t start, cudaEvent_t stop) {
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, multiply_add<Units, Real>), "cudaFuncGetAttributes");
  if (attributes.ptxVersion < Units::architecture || 10 * device.major + device.minor < Units::architecture) return 0.0;
  const int blocks = 16 * device.multiProcessorCount;
  double best = 0.0;
  for (int run = 0; run < runs; ++run) {
    check_cuda(cudaEventRecord(start, cudaStreamPerThread), "cudaEventRecord");
    multiply_add<Units><<<blocks, threads, 0, cudaStreamPerThread>>>(Real(1), sink);
    check_launch("multiply-adds");
    check_cuda(cudaEventRecord(stop, cudaStreamPerThread), "cudaEventRecord");
    check_cuda(cudaEventSynchronize(stop), "multiply-adds");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
    best = std::max(best, 1e3 * Units::flops * rounds * threads * blocks / milliseconds);
  }
  return best;
}

}  // namespace

ArithmeticRates cuda_arithmetic_rates() {
  ArithmeticRates rates;
  if (cuda_device_name().empty()) return rates;
  int number = 0;
  cudaDeviceProp device{};
  check_cuda(cudaGetDevice(&number), "cudaGetDevice");
  check_cuda(cudaGetDeviceProperties(&device, number), "cudaGetDeviceProperties");
  cudaEvent_t start, stop;
  check_cuda(cudaEventCreate(&start), "cudaEventCreate");
  check_cuda(cudaEventCreate(&stop), "cudaEventCreate");
  double* sink = nullptr;
  check_cuda(cudaMalloc(&sink, sizeof *sink), "cudaMalloc");
  rates.vector_double = rate<VectorUnits<double>>(device, sink, start, stop);
  rates.vector_single = rate<VectorUnits<float>>(device, reinterpret_cast<float*>(sink), start, stop);
  rates.tensor_double_8x8x4 = rate<Tensor8x8x4>(device, sink, start, stop);
  rates.tensor_double_16x8x16 = rate<Tensor16x8x16>(device, sink, start, stop);
  cudaFree(sink);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return rates;
}

}  // namespace dg
