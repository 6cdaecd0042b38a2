/// Streams of a CUDA device and the order between them.
#pragma once

#include <map>

#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/cuda_check.hpp"

namespace dg {

/// A stream that waits for no other by itself.
class CudaStream {
 public:
  explicit CudaStream(int priority) {
    if (only_compiles()) return;
    check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority), "cudaStreamCreate");
  }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;
  ~CudaStream() {
    if (stream_) cudaStreamDestroy(stream_);
  }

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// The stream of the present device whose kernels come before those that run beside them, in recordings, too: for what
/// other ranks wait for. Lives as long as the process.
inline cudaStream_t urgent_stream() {
  static std::map<int, cudaStream_t> of_device;
  if (only_compiles()) return nullptr;
  int device = 0, least = 0, greatest = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  const auto [stream, is_new] = of_device.try_emplace(device, nullptr);
  if (is_new) {
    check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
    check_cuda(cudaStreamCreateWithPriority(&stream->second, cudaStreamNonBlocking, greatest), "cudaStreamCreate");
  }
  return stream->second;
}

/// A place in the order of a stream for which others can wait.
class CudaMark {
 public:
  CudaMark() {
    if (only_compiles()) return;
    check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
  }
  CudaMark(const CudaMark&) = delete;
  CudaMark& operator=(const CudaMark&) = delete;
  ~CudaMark() {
    if (event_) cudaEventDestroy(event_);
  }

  bool is_set() const { return set_; }
  /// Behind what has been launched on a stream so far.
  void set(cudaStream_t stream) {
    if (only_compiles()) return;
    check_cuda(cudaEventRecord(event_, stream), "cudaEventRecord");
    set_ = true;
  }
  /// What is launched on this stream from now on follows the mark. Precondition: is_set().
  void hold(cudaStream_t stream) const {
    if (only_compiles()) return;
    check_cuda(cudaStreamWaitEvent(stream, event_, 0), "cudaStreamWaitEvent");
  }
  /// The same, once; nothing where the mark is not set.
  void release(cudaStream_t stream) {
    if (!set_) return;
    hold(stream);
    set_ = false;
  }

 private:
  cudaEvent_t event_ = nullptr;
  bool set_ = false;
};

}  // namespace dg
