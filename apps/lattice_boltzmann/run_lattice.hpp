/// Runs a lattice Boltzmann case from start, or a checkpoint, to its end.
#pragma once

#include <string>

#include "apps/lattice_boltzmann/lattice_case.hpp"

namespace dg::app {

struct LatticeRunSettings {
  std::string output;   ///< folder for the results instead of that of the case
  std::string restart;  ///< checkpoint to go on from
  bool quiet = false;
};

/// Exit status. Throws InputError before anything is written, RunError for what happens later.
int run_lattice_case(const LatticeCase& c, const LatticeRunSettings& settings);

}  // namespace dg::app
