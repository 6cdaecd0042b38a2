/// What a solver decides where its options leave it to the program.
#pragma once

#include "libdg/backend/backend.hpp"
#include "libdg/solver/options.hpp"

namespace dg {

/// As a user writes them.
const char* name_of(Assembly assembly);
const char* name_of(Layout layout);

/// Options with what was left to the program decided. Throws InputError where an assembly or a layout does not fit the
/// backend.
SolverOptions resolved(SolverOptions options, const Backend& backend);

}  // namespace dg
