/// SIGINT and SIGTERM as a request to stop at the next whole chunk of steps.
#pragma once

namespace dg::app {

/// While alive, the signals only set a flag; one that comes two seconds or more after the first ends the program at
/// once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;
};

}  // namespace dg::app
