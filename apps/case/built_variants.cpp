#include "apps/case/built_variants.hpp"

#include <array>

#include "apps/case/section_reader.hpp"

namespace dg::app {

const std::vector<std::string>& built_degrees(int dim) {
  static const std::array degrees{split_list(RKDG_BUILT_DEGREES), split_list(RKDG_BUILT_SOLID_DEGREES)};
  return degrees[dim == 2 ? 0 : 1];
}

const std::vector<std::string>& built_precisions(int dim) {
  static const std::array precisions{split_list(RKDG_BUILT_PRECISIONS), split_list(RKDG_BUILT_SOLID_PRECISIONS)};
  return precisions[dim == 2 ? 0 : 1];
}

}  // namespace dg::app
