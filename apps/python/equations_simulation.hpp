/// A case of equations of a user's own that a program drives step by step.
#pragma once

#include <memory>
#include <optional>

#include "apps/case/ini_file.hpp"
#include "apps/python/simulation.hpp"

namespace dg::app {

/// See make_simulation(). Precondition: has_equations(file).
std::unique_ptr<Simulation> make_equations_simulation(IniFile file, std::optional<AnyMesh> mesh,
                                                      const Machine& machine);

}  // namespace dg::app
