/// Marks a pass on the timeline, if one is being made.
#pragma once

#include <cuda_runtime_api.h>

namespace dg {

/// A pass for as long as this lives: what is launched on the stream meanwhile. `name` must be a literal.
class TracedPass {
 public:
  TracedPass(const char* name, cudaStream_t stream);
  TracedPass(const TracedPass&) = delete;
  TracedPass& operator=(const TracedPass&) = delete;
  ~TracedPass();

 private:
  cudaStream_t stream_;
  cudaEvent_t end_ = nullptr;  ///< null: nobody looks
};

}  // namespace dg
