/// Fields of a checkpoint as a file for ParaView and others, without a solver.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/output/checkpoint.hpp"

namespace dg::app {

struct ExportSettings {
  std::vector<std::string> variables;  ///< names of point_fields; empty: all of them
  bool linear = false;                 ///< cells of order 1, with the values at the vertices
  std::string path;                    ///< of the file to write
};

/// The case that a checkpoint holds, as that of the file which the record in the folder of the checkpoint names, so
/// that paths in it lead from there; without a record as one of that folder. Throws InputError if it is none.
Case case_of_checkpoint(const Checkpoint& checkpoint, const std::string& path);

/// Throws InputError for a checkpoint that is not of this case, for variables that there are not, and for a file that
/// cannot be written.
void export_fields(Case c, const std::string& checkpoint, const ExportSettings& settings);

}  // namespace dg::app
