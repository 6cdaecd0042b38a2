#include <algorithm>

#include "libdg/backend/arithmetic_rate.hpp"
#include "libdg/backend/arithmetic_units.hpp"
#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/device_kernel.hpp"

namespace dg {
namespace {

constexpr int runs = 6;

using namespace arithmetic;

/// Work of arithmetic_kernel.cuh.
struct Units {
  const char* name;
  double flops;      ///< of a thread in a round
  int architecture;  ///< from which on there is the instruction
};

/// Operations per second; 0 if the device lacks the instruction.
template <class Real>
double rate(const Units& units, const cudaDeviceProp& device, Real* sink, cudaEvent_t start, cudaEvent_t stop) {
  if (10 * device.major + device.minor < units.architecture) return 0.0;
  static const KernelSource source{{"libdg/backend/arithmetic_kernel.cuh"}};
  const CudaKernel<Real, Real*> kernel(std::string("dg::arithmetic::multiply_add<dg::arithmetic::") + units.name +
                                       ", " + type_name<Real>() + ">");
  const auto blocks = static_cast<unsigned>(16 * device.multiProcessorCount);
  double best = 0.0;
  for (int run = 0; run < runs; ++run) {
    check_cuda(cudaEventRecord(start, cudaStreamPerThread), "cudaEventRecord");
    kernel.launch(source, {blocks, threads}, cudaStreamPerThread, Real(1), sink);
    check_cuda(cudaEventRecord(stop, cudaStreamPerThread), "cudaEventRecord");
    check_cuda(cudaEventSynchronize(stop), "multiply-adds");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
    best = std::max(best, 1e3 * units.flops * rounds * threads * blocks / milliseconds);
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
  check_cuda(cudaMalloc(reinterpret_cast<void**>(&sink), sizeof *sink), "cudaMalloc");
  rates.vector_double = rate({"VectorUnits<double>", 2.0 * chains, 0}, device, sink, start, stop);
  rates.vector_single =
      rate({"VectorUnits<float>", 2.0 * chains, 0}, device, reinterpret_cast<float*>(sink), start, stop);
  rates.tensor_double_8x8x4 = rate({"Tensor8x8x4", 2.0 * 8 * 8 * 4 * chains / 32, 80}, device, sink, start, stop);
  rates.tensor_double_16x8x16 = rate({"Tensor16x8x16", 2.0 * 16 * 8 * 16 * chains / 32, 90}, device, sink, start, stop);
  cudaFree(sink);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return rates;
}

}  // namespace dg
