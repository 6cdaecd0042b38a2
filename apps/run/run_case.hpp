/// The time loop behind `rkdg run`: steps, monitors, files, and an orderly end whatever happens.
#pragma once

#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

struct RunSettings {
  std::string output;   ///< folder; empty: as the case says
  std::string restart;  ///< checkpoint to go on from; empty: none
  bool quiet = false;
  bool verbose = false;  ///< the run says why it takes what the case leaves to it
};

/// Runs the case to its end and returns the exit status: 0 done, 1 diverged or
/// interrupted, 3 a steady case that has not converged. Throws InputError before
/// anything is written, RunError after.
template <int Dim>
int run_case(ProblemOf<Dim>& problem, const RunSettings& settings);

}  // namespace dg::app
