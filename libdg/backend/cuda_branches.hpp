/// Streams on which kernels of the same pass run side by side; for .cu files only.
#pragma once

#include <vector>

#include "libdg/backend/cuda_check.hpp"

namespace dg {

/// Branch 0 is the stream of the thread itself.
class CudaBranches {
 public:
  explicit CudaBranches(int count) {
    check_cuda(cudaEventCreateWithFlags(&fork_, cudaEventDisableTiming), "cudaEventCreate");
    for (int i = 1; i < count; ++i) {
      Side& side = sides_.emplace_back();
      check_cuda(cudaStreamCreateWithFlags(&side.stream, cudaStreamNonBlocking), "cudaStreamCreate");
      check_cuda(cudaEventCreateWithFlags(&side.done, cudaEventDisableTiming), "cudaEventCreate");
    }
  }
  CudaBranches(const CudaBranches&) = delete;
  CudaBranches& operator=(const CudaBranches&) = delete;
  ~CudaBranches() {
    for (const Side& side : sides_) {
      cudaStreamDestroy(side.stream);
      cudaEventDestroy(side.done);
    }
    cudaEventDestroy(fork_);
  }

  cudaStream_t stream(int branch) const { return branch == 0 ? cudaStreamPerThread : sides_[branch - 1].stream; }

  /// What is launched on any branch from now on follows what was launched on branch 0 before.
  void fork() const {
    if (sides_.empty()) return;
    check_cuda(cudaEventRecord(fork_, cudaStreamPerThread), "cudaEventRecord");
    for (const Side& side : sides_) check_cuda(cudaStreamWaitEvent(side.stream, fork_, 0), "cudaStreamWaitEvent");
  }

  /// What is launched on branch 0 from now on follows what was launched on all branches before.
  void join() const {
    for (const Side& side : sides_) {
      check_cuda(cudaEventRecord(side.done, side.stream), "cudaEventRecord");
      check_cuda(cudaStreamWaitEvent(cudaStreamPerThread, side.done, 0), "cudaStreamWaitEvent");
    }
  }

 private:
  struct Side {
    cudaStream_t stream = nullptr;
    cudaEvent_t done = nullptr;
  };

  cudaEvent_t fork_ = nullptr;
  std::vector<Side> sides_;
};

}  // namespace dg
