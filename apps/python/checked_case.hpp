/// The case of a simulation that a program drives.
#pragma once

#include "apps/case/case.hpp"
#include "apps/case/ini_file.hpp"

namespace dg::app {

/// Reads the case as a simulation does, without making anything. Throws InputError.
Case checked_case(IniFile file, bool has_mesh);

}  // namespace dg::app
