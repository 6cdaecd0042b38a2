/// The degrees and floating-point types that this build has kernels for.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "apps/case/suggest.hpp"

namespace dg::app {

/// "0", "1" and so on, for meshes of a dimension.
const std::vector<std::string>& built_degrees(int dim);

/// All of them, or "none".
inline std::string list_of_built_degrees(int dim) {
  return built_degrees(dim).empty() ? "none" : join(built_degrees(dim));
}

/// "double", "float".
const std::vector<std::string>& built_precisions(int dim);

inline bool is_built(const std::vector<std::string>& variants, const std::string& variant) {
  return std::find(variants.begin(), variants.end(), variant) != variants.end();
}

}  // namespace dg::app
