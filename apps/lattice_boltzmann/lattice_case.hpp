/// A lattice Boltzmann case as the user states it, in a case file of its own sections.
#pragma once

#include <string>
#include <vector>

#include "apps/case/ini_file.hpp"
#include "libdg/lattice_boltzmann/options.hpp"

namespace dg::app {

/// Units of the case are a length and a speed; the lattice counts cells and steps.
struct LatticeCase {
  std::string path, text;  ///< the file, and what it says after overrides
  lbm::LatticeOptions lattice;
  double reynolds = 0.0;
  double speed = 0.0;   ///< reference speed, in cells a step
  double length = 0.0;  ///< reference length, in cells
  long steps = 0;       ///< total, restarts included
  double tolerance = 0.0;
  std::string directory;
  long every = 0;       ///< steps between two field files; 0: one at the end
  long monitor = 0;     ///< steps between two rows of the history
  long checkpoint = 0;  ///< steps between two checkpoints; 0: none

  /// Steps in units of time, length over speed.
  double time_of(long count) const { return static_cast<double>(count) * speed / length; }
};

/// Reads a case file with overrides `section.key=value`. Throws InputError, with the place, for all that is wrong with
/// it.
LatticeCase read_lattice_case(const std::string& path, const std::vector<std::string>& overrides);

/// Likewise of a file that has been read.
LatticeCase interpret_lattice_case(IniFile file, const std::vector<std::string>& overrides);

extern const std::vector<std::pair<std::string, lbm::Streaming>> streaming_choices;
extern const std::vector<std::pair<std::string, lbm::Collision>> collision_choices;

}  // namespace dg::app
