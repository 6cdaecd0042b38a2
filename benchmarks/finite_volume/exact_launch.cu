// The same kernels with the divisions and roots of the language.
#define RKDG_EXACT_DIVISION
#include "benchmarks/finite_volume/shaped_operators.hpp"

namespace dg::finite_volume {

std::unique_ptr<Operators<NavierStokes2D<double>>> make_exact_volumes(
    Backend& backend, const Mesh2& mesh, const Discretisation<double>& discretisation,
    const KernelContext<NavierStokes2D<double>>& context, const ResidualSmoothing& smoothing,
    const LaunchChoice& choice) {
  return make_in_shape(backend, mesh, discretisation, context, smoothing, choice);
}

}  // namespace dg::finite_volume
