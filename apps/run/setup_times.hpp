/// How long each phase of the set-up of a run takes.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace dg::app {

/// The first phase begins when this is made.
class SetupTimes {
 public:
  /// Ends a phase; the next one begins.
  void end(std::string phase) {
    const auto now = Clock::now();
    phases_.emplace_back(std::move(phase), std::chrono::duration<double>(now - begin_).count());
    begin_ = now;
  }

  /// Name and wall-clock seconds of each, in order.
  const std::vector<std::pair<std::string, double>>& phases() const { return phases_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  std::vector<std::pair<std::string, double>> phases_;
};

}  // namespace dg::app
