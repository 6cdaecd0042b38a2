/// Streams of a CUDA device and the order between them.
#pragma once

#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/device_handles.hpp"

namespace dg {

/// A stream that waits for no other by itself.
class CudaStream {
 public:
  explicit CudaStream(int priority);
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;
  ~CudaStream();

  StreamHandle get() const { return stream_; }

 private:
  StreamHandle stream_ = nullptr;
};

/// The priority of a stream; 0 in a process that compiles only.
int priority_of(StreamHandle stream);

/// The stream of the present device whose kernels come before those that run beside them, in recordings, too: for what
/// other ranks wait for. Lives as long as the process.
StreamHandle urgent_stream();

/// A place in the order of a stream for which others can wait.
class CudaMark {
 public:
  CudaMark();
  CudaMark(const CudaMark&) = delete;
  CudaMark& operator=(const CudaMark&) = delete;
  ~CudaMark();

  bool is_set() const { return set_; }
  /// Behind what has been launched on a stream so far.
  void set(StreamHandle stream);
  /// What is launched on this stream from now on follows the mark. Precondition: is_set().
  void hold(StreamHandle stream) const;
  /// The same, once; nothing where the mark is not set.
  void release(StreamHandle stream) {
    if (!set_) return;
    hold(stream);
    set_ = false;
  }

 private:
  EventHandle event_ = nullptr;
  bool set_ = false;
};

/// A pair of events around launches, which says how long they took.
class CudaTimer {
 public:
  CudaTimer();
  CudaTimer(const CudaTimer&) = delete;
  CudaTimer& operator=(const CudaTimer&) = delete;
  ~CudaTimer();

  void start(StreamHandle stream) const;
  /// Waits for what has been launched since; seconds. `name` says what, should it have failed.
  double stop(StreamHandle stream, const char* name) const;

 private:
  EventHandle start_ = nullptr, stop_ = nullptr;
};

}  // namespace dg
