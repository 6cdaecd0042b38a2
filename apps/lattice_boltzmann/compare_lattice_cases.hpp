/// What a case says otherwise than that of the checkpoint which it goes on from.
#pragma once

#include <string>

#include "apps/lattice_boltzmann/lattice_case.hpp"

namespace dg::app {

/// Names the keys that differ in a warning each; `earlier` is the text of the case in the checkpoint `path`. Throws
/// InputError if the case has other units: velocities and times of the checkpoint would be others.
void compare_lattice_cases(const LatticeCase& c, const std::string& earlier, const std::string& path);

}  // namespace dg::app
