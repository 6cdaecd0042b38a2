// What the fake solver can do, whatever this build has kernels for. Linked into a program, it stands in for the
// library's.
#include "apps/case/built_variants.hpp"

namespace dg::app {

const std::vector<std::string>& built_degrees(int) {
  static const std::vector<std::string> degrees{"0", "1", "2", "3", "4", "5"};
  return degrees;
}

const std::vector<std::string>& built_precisions(int) {
  static const std::vector<std::string> precisions{"double", "float"};
  return precisions;
}

}  // namespace dg::app
