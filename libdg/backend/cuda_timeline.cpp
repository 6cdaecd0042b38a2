#include <algorithm>

#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/cuda_stream.hpp"
#include "libdg/backend/cuda_trace.hpp"
#include "libdg/backend/timeline.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

class CudaTimeline;
CudaTimeline* made = nullptr;

class CudaTimeline final : public Timeline {
 public:
  CudaTimeline() { made = this; }
  ~CudaTimeline() override {
    made = nullptr;
    for (const Pass& pass : passes_) {
      cudaEventDestroy(pass.begin);
      cudaEventDestroy(pass.end);
    }
  }

  struct Pass {
    const char* name;
    cudaStream_t stream;
    cudaEvent_t begin, end;
  };

  const Pass& add(const char* name, cudaStream_t stream) {
    Pass pass{name, stream, nullptr, nullptr};
    for (cudaEvent_t* event : {&pass.begin, &pass.end}) check_cuda(cudaEventCreate(event), "cudaEventCreate");
    return passes_.emplace_back(pass);
  }

  std::vector<TimelineEntry> entries() const override {
    check_cuda(cudaDeviceSynchronize(), "timeline");
    std::vector<cudaStream_t> branches;
    std::vector<TimelineEntry> result;
    for (const Pass& pass : passes_) {
      float begin = 0, end = 0;
      // A pass of what was recorded but has not run is not there.
      if (cudaEventElapsedTime(&begin, passes_[0].begin, pass.begin) != cudaSuccess ||
          cudaEventElapsedTime(&end, passes_[0].begin, pass.end) != cudaSuccess) {
        cudaGetLastError();
        continue;
      }
      result.push_back({pass.name, line_of(pass.stream, branches), 1e-3 * begin, 1e-3 * end});
    }
    double first = 0;
    for (const TimelineEntry& entry : result) first = std::min(first, entry.begin);
    for (TimelineEntry& entry : result) entry.begin -= first, entry.end -= first;
    return result;
  }

 private:
  static std::string line_of(cudaStream_t stream, std::vector<cudaStream_t>& branches) {
    if (stream == cudaStreamPerThread) return "main";
    if (stream == urgent_stream()) return "urgent";
    const auto found = std::find(branches.begin(), branches.end(), stream);
    const auto number = found - branches.begin();
    if (found == branches.end()) branches.push_back(stream);
    return "branch " + std::to_string(number + 1);
  }

  std::vector<Pass> passes_;
};

/// In a recording the event is recorded again with each repetition.
cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t known = cudaStreamIsCapturing(stream, &status);
  if (known != cudaSuccess) return known;
  const bool captured = status == cudaStreamCaptureStatusActive;
  return cudaEventRecordWithFlags(event, stream, captured ? cudaEventRecordExternal : cudaEventRecordDefault);
}

}  // namespace

TracedPass::TracedPass(const char* name, cudaStream_t stream) : stream_(stream) {
  if (!made) return;
  const auto& pass = made->add(name, stream);
  check_cuda(record(pass.begin, stream), "cudaEventRecord");
  end_ = pass.end;
}

TracedPass::~TracedPass() {
  if (end_) record(end_, stream_);
}

std::unique_ptr<Timeline> make_cuda_timeline() {
  if (made) throw RunError("a timeline is being made already");
  return std::make_unique<CudaTimeline>();
}

}  // namespace dg
