/// What a run says on the terminal where it begins and where it ends.
#pragma once

#include <string>

#include "apps/run/problem.hpp"
#include "apps/run/summary.hpp"

namespace dg::app {

/// A line of cells, degree, backend and so on.
template <int Dim>
std::string beginning_of_run(const ProblemOf<Dim>& problem);

/// Warns of what slow_assembly() tells, of the cells of this rank.
template <int Dim>
void warn_of_slow_assembly(const ProblemOf<Dim>& problem);

/// What the progress line says beside step and time.
template <int Dim>
std::string progress_text(const ProblemOf<Dim>& problem, const TimeLoop<Dim>& loop, double residual);

/// Warns that a run takes no step from the checkpoint at this path, and why.
template <int Dim>
void report_nothing_left(const ProblemOf<Dim>& problem, const TimeLoop<Dim>& loop, const std::string& checkpoint,
                         bool converged);

/// A steady run whose residual is above its tolerance, or an unsteady one that ended before its mean had settled.
bool is_unconverged(const Case& c, const RunState& state);

template <int Dim>
struct EndOfRun {
  const ProblemOf<Dim>& problem;
  const RunState& state;
  long step;
  double residual;              ///< as it is compared with the tolerance
  std::string mean;             ///< that the case waits for, in words; empty: none
  std::string last_checkpoint;  ///< empty: none
  std::string directory;
  bool quiet;  ///< only what is wrong is said
};

/// Prints how the run has ended; what is wrong with the result, with what to do about it, as errors and warnings.
template <int Dim>
void report_end(const EndOfRun<Dim>& end);

}  // namespace dg::app
