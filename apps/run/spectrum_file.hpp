/// The energy spectrum of a checkpoint of a periodic box, as a table.
#pragma once

#include <string>

#include "apps/case/case.hpp"

namespace dg::app {

struct SpectrumSettings {
  std::string path;  ///< of the table to write, k and E(k)
  int points = 0;    ///< along the longest side of the box; 0: about as many as the solution has degrees of freedom
};

/// Says in one line what the table is of. Throws InputError for a checkpoint that is not of this case, and for a domain
/// that is no box or not periodic in all directions. It also throws for a file that cannot be written.
std::string write_spectrum(Case c, const std::string& checkpoint, const SpectrumSettings& settings);

}  // namespace dg::app
