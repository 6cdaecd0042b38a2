#include "libdg/backend/cuda_stream.hpp"

#include <map>

#include "libdg/backend/cuda_check.hpp"

namespace dg {

StreamHandle thread_stream() { return cudaStreamPerThread; }

int multiprocessor_count() {
  int device = 0, count = 1;
  if (only_compiles()) return count;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  return count;
}

void copy_on_device(void* to, const void* from, unsigned long bytes, StreamHandle stream, const char* name) {
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), name);
}

CudaStream::CudaStream(int priority) {
  if (only_compiles()) return;
  check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority), "cudaStreamCreate");
}

CudaStream::~CudaStream() {
  if (stream_) cudaStreamDestroy(stream_);
}

int priority_of(StreamHandle stream) {
  int priority = 0;
  if (!only_compiles()) check_cuda(cudaStreamGetPriority(stream, &priority), "cudaStreamGetPriority");
  return priority;
}

StreamHandle urgent_stream() {
  static std::map<int, StreamHandle> of_device;
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

CudaMark::CudaMark() {
  if (only_compiles()) return;
  check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
}

CudaMark::~CudaMark() {
  if (event_) cudaEventDestroy(event_);
}

void CudaMark::set(StreamHandle stream) {
  if (only_compiles()) return;
  check_cuda(cudaEventRecord(event_, stream), "cudaEventRecord");
  set_ = true;
}

void CudaMark::hold(StreamHandle stream) const {
  if (only_compiles()) return;
  check_cuda(cudaStreamWaitEvent(stream, event_, 0), "cudaStreamWaitEvent");
}

CudaTimer::CudaTimer() {
  if (only_compiles()) return;
  check_cuda(cudaEventCreate(&start_), "cudaEventCreate");
  check_cuda(cudaEventCreate(&stop_), "cudaEventCreate");
}

CudaTimer::~CudaTimer() {
  if (start_) cudaEventDestroy(start_);
  if (stop_) cudaEventDestroy(stop_);
}

void CudaTimer::start(StreamHandle stream) const { check_cuda(cudaEventRecord(start_, stream), "cudaEventRecord"); }

double CudaTimer::stop(StreamHandle stream, const char* name) const {
  check_cuda(cudaEventRecord(stop_, stream), "cudaEventRecord");
  check_cuda(cudaEventSynchronize(stop_), name);
  float milliseconds = 0;
  check_cuda(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
  return 1e-3 * milliseconds;
}

}  // namespace dg
