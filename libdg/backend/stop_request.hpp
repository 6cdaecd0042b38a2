/// A way to end long work on the host early.
#pragma once

#include <atomic>
#include <exception>

namespace dg {

/// Thrown by work that was asked to stop.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Says whether long work is to stop; null: it never is. Called from several threads, and often.
using StopRequest = bool (*)();
inline std::atomic<StopRequest> g_stop_request{nullptr};

inline bool stop_requested() {
  const StopRequest request = g_stop_request.load(std::memory_order_relaxed);
  return request != nullptr && request();
}

inline void throw_if_stop_requested() {
  if (stop_requested()) throw Interrupted();
}

/// While alive, long work ends with Interrupted once `request` says so. Scopes may be nested; they belong to one
/// thread.
class StopScope {
 public:
  explicit StopScope(StopRequest request) : outer_(g_stop_request.exchange(request)) {}
  ~StopScope() { g_stop_request = outer_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  StopRequest outer_;
};

}  // namespace dg
