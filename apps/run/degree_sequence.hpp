/// p-sequencing: a steady run finds its initial state with lower degrees, whose steps are larger and cheaper.
#pragma once

#include <functional>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app {

/// What a lower degree did.
struct SequenceStage {
  int degree = 0;
  long steps = 0;
  double first_residual = 0.0, residual = 0.0;  ///< scaled_residual() before the first and after the last step
  double seconds = 0.0;
};

/// Called after every look at the residual of a lower degree; false asks to stop.
using SequenceObserver = std::function<bool(int degree, long step, double residual)>;

/// Steps in pseudo-time with the degrees of [time] sequence that lie below the case's own, from the initial state of
/// the case. Each goes on until its residual has fallen to [time] raise times the largest of the sequence, has stalled,
/// or [time] steps are taken. Leaves the state in problem.solver. Throws RunError if one diverges.
template <int Dim>
std::vector<SequenceStage> climb_degrees(ProblemOf<Dim>& problem, const SequenceObserver& observe);

/// What the other ranks do where rank 0 comes to one of these degrees, until it has left it.
template <int Dim>
void follow_degree(ProblemOf<Dim>& problem, int degree);

}  // namespace dg::app
