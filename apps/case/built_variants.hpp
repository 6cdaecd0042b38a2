/// The degrees and floating-point types that this build has kernels for.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// "0", "1" and so on.
const std::vector<std::string>& built_degrees();

/// "double", "float".
const std::vector<std::string>& built_precisions();

}  // namespace dg::app
