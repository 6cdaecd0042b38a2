#include "libdg/backend/copy_bandwidth.hpp"

#include <algorithm>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/cuda_check.hpp"

namespace dg {
namespace {

constexpr std::size_t bytes = std::size_t{1} << 30;
constexpr int copies = 20;

double seconds_of_copy(void* to, const void* from, cudaEvent_t start, cudaEvent_t stop) {
  check_cuda(cudaEventRecord(start), "cudaEventRecord");
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copy on the device");
  check_cuda(cudaEventRecord(stop), "cudaEventRecord");
  check_cuda(cudaEventSynchronize(stop), "copy on the device");
  float milliseconds = 0;
  check_cuda(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
  return 1e-3 * milliseconds;
}

}  // namespace

double cuda_copy_bandwidth() {
  if (cuda_device_name().empty()) return 0.0;
  void* arrays[2] = {nullptr, nullptr};
  double best = 0.0;
  if (cudaMalloc(&arrays[0], bytes) == cudaSuccess && cudaMalloc(&arrays[1], bytes) == cudaSuccess) {
    cudaEvent_t start, stop;
    check_cuda(cudaEventCreate(&start), "cudaEventCreate");
    check_cuda(cudaEventCreate(&stop), "cudaEventCreate");
    check_cuda(cudaMemset(arrays[0], 0, bytes), "cudaMemset");
    for (int i = 0; i < copies; ++i)
      best = std::max(best, 2.0 * bytes / seconds_of_copy(arrays[1], arrays[0], start, stop));
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
  } else {
    cudaGetLastError();  // too little memory: not an error of a later call
  }
  cudaFree(arrays[0]);
  cudaFree(arrays[1]);
  return best;
}

}  // namespace dg
