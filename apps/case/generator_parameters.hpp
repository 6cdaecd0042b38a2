/// Parameters of the generators of meshes, as cases and `rkdg mesh` write them: key=value.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "meshes/generate.hpp"

namespace dg::app {

/// A value that is a formula of constants, such as 2*pi, becomes its number; words and paths stay as they are. Throws
/// InputError, which begins with `where`, for what is no key=value or given twice.
GeneratorParameters read_generator_parameters(const std::vector<std::string>& items, const std::string& where,
                                              const std::map<std::string, double>& constants);

}  // namespace dg::app
