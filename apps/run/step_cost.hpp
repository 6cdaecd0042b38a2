/// What a time step of a case costs on this machine, measured over some.
#pragma once

#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

struct StepCost {
  long steps = 0;           ///< that were measured
  double seconds = 0.0;     ///< of one of them
  bool is_gas_left = true;  ///< false: the state ceased to be that of a gas, and nothing was measured
};

/// Takes one step, then others for about half a second, at least one. All ranks call this together. Precondition:
/// neither Newton's method nor an implicit scheme, whose steps cost what they need.
template <int Dim>
StepCost measure_steps(const ProblemOf<Dim>& problem);

/// The run time of the case in words: that of its steps, without files; why it is not known, where it is not. All ranks
/// call this together, and steps are taken: the state is no longer the initial one.
template <int Dim>
std::string run_time_text(const ProblemOf<Dim>& problem);

}  // namespace dg::app
