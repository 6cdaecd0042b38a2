#include "needs_device.hpp"
#include "tested_backend.hpp"

namespace dg::test {

BackendKind tested_backend() { return BackendKind::cuda; }

const std::vector<Assembly>& tested_assemblies() {
  static const std::vector<Assembly> assemblies{Assembly::tiles, Assembly::gather, Assembly::fused};
  return assemblies;
}

}  // namespace dg::test
