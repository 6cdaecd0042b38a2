/// Whether Newton's method has ceased to make progress, and why.
#pragma once

#include <optional>
#include <string>

#include "libdg/implicit/newton_step.hpp"
#include "libdg/solver/solver_info.hpp"

namespace dg::app {

/// A step of Newton's method as progress of a run, whose time it leaves as it is.
Progress progress_of(const NewtonStep& step, double time);

class NewtonWatch {
 public:
  /// Steps in their order.
  void observe(const NewtonStep& step);

  /// Why further steps are in vain: the linear solver, the line search, or a flow that is not steady. Nothing while
  /// there is hope, or where steps are broken.
  std::optional<std::string> stall() const;

  /// True if steps have failed in a row because there were no numbers to go by.
  bool is_broken() const { return failures_ >= most_failures && last_.trouble == NewtonTrouble::not_finite; }
  /// What is to be said then, where `step` is the last one.
  static std::string broken_text(long step);

  static constexpr int most_failures = 8;  ///< one after the other, each with a tenth of the pseudo-time step

 private:
  static constexpr int longest_plateau = 60;
  static constexpr double notable = 0.7;

  NewtonStep last_;
  double lowest_ = 0.0;
  int failures_ = 0, steps_since_lowest_ = -1;
};

}  // namespace dg::app
