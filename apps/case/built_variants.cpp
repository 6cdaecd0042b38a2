#include "apps/case/built_variants.hpp"

#include "apps/case/section_reader.hpp"

namespace dg::app {

const std::vector<std::string>& built_degrees() {
  static const std::vector<std::string> degrees = split_list(RKDG_BUILT_DEGREES);
  return degrees;
}

const std::vector<std::string>& built_precisions() {
  static const std::vector<std::string> precisions = split_list(RKDG_BUILT_PRECISIONS);
  return precisions;
}

}  // namespace dg::app
