/// Signals that ask a program to end, as a request to stop at the next whole step.
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "libdg/backend/stop_request.hpp"

namespace dg::app {

/// While alive, HUP, INT, QUIT, TERM, USR1, USR2, ALRM, VTALRM, XCPU and PWR only leave a note, which lasts until the
/// next guard. An INT, QUIT or TERM that comes two seconds or more after the first signal ends the program at once. A
/// signal that was ignored before, as by `nohup`, stays ignored. There may be one guard at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;

  /// Name of the signal that came first, as "SIGTERM". Precondition: requested().
  std::string signal_name() const;

 private:
  struct Earlier {
    int signal;
    struct sigaction action;
  };
  std::vector<Earlier> earlier_;
};

/// While alive, INT leaves that note, too, where a program has a handler of its own, which it still reaches. There may
/// be several, and no guard beside them.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  /// Takes the note away.
  void clear();
};

/// While alive, long work on the host ends with Interrupted (libdg/backend/stop_request.hpp) once a signal has come.
class StopOnSignal {
 public:
  StopOnSignal();

 private:
  StopScope scope_;
};

}  // namespace dg::app
