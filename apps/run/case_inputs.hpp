/// The files that a case reads.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"

namespace dg::app {

/// The case file, and those that it names: of the mesh, of probes, of profiles, and the script of Catalyst.
std::vector<std::string> input_files(const Case& c);

}  // namespace dg::app
