/// The state of a lattice on disk, from which a run goes on. Whatever the way of streaming, the numbers are the same.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "apps/lattice_boltzmann/lattice_history.hpp"
#include "libdg/lattice_boltzmann/lattice.hpp"

namespace dg::app {

/// What a checkpoint holds beside the populations.
struct LatticeCheckpoint {
  std::string run;        ///< name of the run
  std::string case_text;  ///< the case file that was run
  std::array<int, 3> cells{};
  Precision precision = Precision::double_precision;
  long step = 0;
  std::optional<LatticeChange> change;  ///< none in files of earlier versions
};

/// Writes a file that appears under its name only when it is whole. Throws InputError if it cannot be written.
void write_lattice_checkpoint(const lbm::Lattice& lattice, const std::string& run, const std::string& case_text,
                              const LatticeChange& change, const std::string& path);

/// True if a file that begins so is such a checkpoint.
bool is_lattice_checkpoint(const std::string& head);

/// Reads a checkpoint, of this or an earlier version. Throws InputError for a file that is damaged or no such
/// checkpoint.
LatticeCheckpoint read_lattice_checkpoint(const std::string& path);

/// Likewise, and puts the populations into a lattice. Throws InputError for one of other cells or another precision,
/// too.
LatticeCheckpoint read_lattice_checkpoint(lbm::Lattice& lattice, const std::string& path);

}  // namespace dg::app
