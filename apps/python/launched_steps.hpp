/// Steps that Python asks for one by one, or a few at a time, launched on a GPU without a gap between them.
#pragma once

#include <utility>

#include "apps/run/time_loop.hpp"

namespace dg::app {

template <int Dim>
class LaunchedSteps {
 public:
  /// Whether a launch pays: waiting for the last of many steps costs nothing.
  static bool are_few(long steps) { return steps >= 1 && steps <= few; }

  /// Whether those under way, and so many more, are too many to be left alone.
  bool are_enough(const TimeLoop<Dim>& loop, long steps) const { return loop.launched() + held_back_ + steps > most; }

  /// Launches them, or holds them back while a GPU has others ahead: together they leave no gap. False, without any,
  /// where steps cannot be launched.
  bool add(TimeLoop<Dim>& loop, const SolverOf<Dim>& solver, long steps) {
    if (held_back_ + steps < together && solver.has_steps_ahead()) {
      held_back_ += steps;
      return true;
    }
    if (!loop.launch(held_back_ + steps)) return false;
    held_back_ = 0;
    return true;
  }

  /// To be called before anyone asks for the state.
  void launch_all(TimeLoop<Dim>& loop) {
    if (const long steps = std::exchange(held_back_, 0)) loop.launch(steps);
  }

  /// Those under way, and those held back.
  long count(const TimeLoop<Dim>& loop) const { return loop.launched() + held_back_; }

 private:
  static constexpr long few = 16, most = 256, together = 10;
  long held_back_ = 0;  ///< none unless others are under way
};

}  // namespace dg::app
