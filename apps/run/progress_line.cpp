#include "apps/run/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "apps/console.hpp"

namespace dg::app {
namespace {

constexpr double terminal_interval = 0.2;  // seconds between two states of a line that renews itself
constexpr double plain_interval = 10.0;    // seconds between two plain lines

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

std::string clock_text(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.0f} s", seconds);
  constexpr double year = 365.25 * 24 * 3600;
  if (!(seconds < 100 * year)) return fmt::format("{:.3g} years", seconds / year);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

ProgressLine::ProgressLine(const Goal& goal, long first_step, double first_time, double dof_per_step, bool quiet)
    : goal_(goal),
      first_step_(first_step),
      first_time_(first_time),
      dof_per_step_(dof_per_step),
      quiet_(quiet),
      terminal_(isatty(STDOUT_FILENO) == 1),
      start_(Clock::now()),
      last_(start_) {}

ProgressLine::~ProgressLine() { finish_line(); }

std::string ProgressLine::remaining(long step, double time, double elapsed) const {
  const double by_steps = static_cast<double>(goal_.steps - first_step_) / static_cast<double>(step - first_step_);
  const double by_time = (goal_.end - first_time_) / (time - first_time_);
  const double factor = std::min(by_steps, by_time);
  return std::isfinite(factor) ? clock_text(elapsed * std::max(0.0, factor - 1.0)) + " left" : "";
}

void ProgressLine::show(long step, double time, const std::string& detail) {
  if (quiet_ || step == first_step_) return;
  if (seconds_since(last_) < (terminal_ ? terminal_interval : plain_interval)) return;
  last_ = Clock::now();
  const double elapsed = seconds_since(start_);
  const double rate = static_cast<double>(step - first_step_) / elapsed;
  const std::string work = dof_per_step_ > 0 ? fmt::format("{:.3g} MDOF/s  ", 1e-6 * rate * dof_per_step_) : "";
  const std::string line = goal_.steady ? fmt::format("step {}  {}  {}", step, detail, clock_text(elapsed))
                                        : fmt::format("step {}  t {:.5g}  {:.4g} steps/s  {}{}  {}", step, time, rate,
                                                      work, detail, remaining(step, time, elapsed));
  if (terminal_) {
    print_out("\r{:<100}", line);
    line_open_ = true;
  } else {
    print_out("{}\n", line);
  }
}

void ProgressLine::finish_line() {
  if (!line_open_) return;
  print_out("\n");
  line_open_ = false;
}

}  // namespace dg::app
