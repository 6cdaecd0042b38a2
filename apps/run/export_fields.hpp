/// Fields of a checkpoint as a file for ParaView and others, without a solver.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"

namespace dg::app {

struct ExportSettings {
  std::vector<std::string> variables;  ///< names of point_fields; empty: all of them
  bool linear = false;                 ///< cells of order 1, with the values at the vertices
  std::string path;                    ///< of the file to write
};

/// Throws InputError for a checkpoint that is not of this case, for variables that there are not, and for a file that
/// cannot be written.
void export_fields(Case c, const std::string& checkpoint, const ExportSettings& settings);

}  // namespace dg::app
