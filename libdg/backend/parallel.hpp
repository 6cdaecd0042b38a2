/// A loop shared among CPU threads, for set-up and monitoring on the host.
#pragma once

#include <cstddef>
#include <exception>

namespace dg {

/// Calls body(i) for 0 <= i < n from several threads. The first exception thrown is thrown again here.
template <class Body>
void parallel_for(std::ptrdiff_t n, const Body& body) {
  std::exception_ptr error;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    try {
      body(i);
    } catch (...) {
#pragma omp critical(rkdg_parallel_for)
      error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace dg
