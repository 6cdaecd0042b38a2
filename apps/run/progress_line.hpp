/// The progress line of a run: one line that renews itself on a terminal, plain lines now and then elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace dg::app {

class ProgressLine {
 public:
  /// What a run is heading for; whichever comes first ends it.
  struct Goal {
    long steps = 0;
    double end = 0.0;
    bool steady = false;  ///< heading for a small residual: neither time nor the time left is known
  };

  /// `dof_per_step` is 0 where that is not known.
  ProgressLine(const Goal& goal, long first_step, double first_time, double dof_per_step, bool quiet);
  ~ProgressLine();

  /// Shows where the run is, unless it did so a moment ago.
  void show(long step, double time, const std::string& detail);

  /// Ends a line that renews itself, so that other text starts on a line of its own.
  void finish_line();

 private:
  using Clock = std::chrono::steady_clock;

  std::string remaining(long step, double time, double elapsed) const;

  Goal goal_;
  long first_step_;
  double first_time_, dof_per_step_;
  bool quiet_, terminal_, line_open_ = false;
  Clock::time_point start_, last_;
};

/// Seconds as `42 s`, `3:05` or `1:02:03`.
std::string clock_text(double seconds);

}  // namespace dg::app
