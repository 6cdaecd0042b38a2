#include <map>

#include "benchmarks/finite_volume/shaped_operators.hpp"

namespace dg::finite_volume {
namespace {

std::map<std::string, KernelResources>& launched() {
  static std::map<std::string, KernelResources> kernels;
  return kernels;
}

}  // namespace

std::unique_ptr<Operators<NavierStokes2D<double>>> make_shaped_volumes(
    Backend& backend, const Mesh2& mesh, const Discretisation<double>& discretisation,
    const KernelContext<NavierStokes2D<double>>& context, const ResidualSmoothing& smoothing,
    const LaunchChoice& choice) {
  const auto make = choice.exact_division ? make_exact_volumes : make_in_shape;
  return make(backend, mesh, discretisation, context, smoothing, choice);
}

void note_kernel(const KernelResources& kernel) { launched()[kernel.kernel] = kernel; }

std::vector<KernelResources> kernel_resources() {
  std::vector<KernelResources> list;
  for (const auto& [name, kernel] : launched()) list.push_back(kernel);
  launched().clear();
  return list;
}

}  // namespace dg::finite_volume
