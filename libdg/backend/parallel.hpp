/// A loop shared among CPU threads, for set-up and monitoring on the host.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

#include "libdg/backend/stop_request.hpp"

namespace dg {

/// Calls body(i) for 0 <= i < n from several threads. The first exception thrown is thrown again here; the other calls
/// are then left out. Throws Interrupted where a StopScope asks for it.
template <class Body>
void parallel_for(std::ptrdiff_t n, const Body& body) {
  std::exception_ptr error;
  std::atomic<bool> failed{false};
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (failed.load(std::memory_order_relaxed)) continue;
    try {
      throw_if_stop_requested();
      body(i);
    } catch (...) {
#pragma omp critical(rkdg_parallel_for)
      if (!failed.exchange(true)) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace dg
