#include "tested_backend.hpp"

namespace dg::test {

BackendKind tested_backend() { return BackendKind::cpu; }

const std::vector<Assembly>& tested_assemblies() {
  static const std::vector<Assembly> assemblies{Assembly::fused, Assembly::gather, Assembly::blocks};
  return assemblies;
}

}  // namespace dg::test
