/// The state of a lattice on disk, from which a run goes on. Whatever the way of streaming, the numbers are the same.
#pragma once

#include <string>

#include "libdg/lattice_boltzmann/lattice.hpp"

namespace dg::app {

/// Writes a file that appears under its name only when it is whole. Throws InputError if it cannot be written.
/// `run` is the name of the run.
void write_lattice_checkpoint(const lbm::Lattice& lattice, const std::string& case_text, const std::string& run,
                              const std::string& path);

/// Puts the state of a checkpoint into a lattice and returns the name of the run that wrote it. Throws InputError for a
/// file that is damaged, no such checkpoint, or of other cells or another precision.
std::string read_lattice_checkpoint(lbm::Lattice& lattice, const std::string& path);

}  // namespace dg::app
