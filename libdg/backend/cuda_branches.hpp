/// Streams on which kernels of the same pass run side by side.
#pragma once

#include <cassert>
#include <memory>
#include <vector>

#include "libdg/backend/cuda_stream.hpp"

namespace dg {

/// Branch 0 is the trunk, a stream that must outlive this; the others have its priority.
class CudaBranches {
 public:
  explicit CudaBranches(int count, StreamHandle trunk = thread_stream()) : trunk_(trunk) {
    const int priority = priority_of(trunk);
    for (int i = 1; i < count; ++i) sides_.push_back(std::make_unique<Side>(priority));
  }

  StreamHandle stream(int branch) const { return branch == 0 ? trunk_ : sides_[branch - 1]->stream.get(); }

  /// What is launched on any branch from now on follows what was launched on the trunk before.
  void fork() const {
    if (sides_.empty()) return;
    fork_.set(trunk_);
    for (const auto& side : sides_) fork_.hold(side->stream.get());
  }

  /// What is launched on a branch from now on follows what was launched on another before, which is not the trunk.
  void follow(int branch, int other) const {
    assert(other > 0 && other <= static_cast<int>(sides_.size()));
    const auto& side = sides_[other - 1];
    side->done.set(side->stream.get());
    side->done.hold(stream(branch));
  }

  /// What is launched on the trunk from now on follows what was launched on all branches before.
  void join() const {
    for (int i = 1; i <= static_cast<int>(sides_.size()); ++i) follow(0, i);
  }

 private:
  struct Side {
    explicit Side(int priority) : stream(priority) {}
    CudaStream stream;
    CudaMark done;
  };

  StreamHandle trunk_;
  mutable CudaMark fork_;
  std::vector<std::unique_ptr<Side>> sides_;
};

}  // namespace dg
