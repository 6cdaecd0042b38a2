#include "apps/case/built_variants.hpp"

#include <array>

#include "apps/case/section_reader.hpp"

namespace dg::app {

const std::vector<std::string>& built_degrees(int dim) {
  static const std::array degrees{split_list(RKDG_BUILT_DEGREES_2D), split_list(RKDG_BUILT_DEGREES_3D)};
  return degrees[dim == 2 ? 0 : 1];
}

const std::vector<std::string>& built_precisions(int dim) {
  static const std::array precisions{split_list(RKDG_BUILT_PRECISIONS_2D), split_list(RKDG_BUILT_PRECISIONS_3D)};
  return precisions[dim == 2 ? 0 : 1];
}

}  // namespace dg::app
