// The same kernels with the traces of all neighbours before the first flux.
#define RKDG_TRACES_FIRST
#include "benchmarks/finite_volume/shaped_operators.hpp"

namespace dg::finite_volume {

std::unique_ptr<Operators<Gas2<double>>> make_volumes_with_traces_first(Backend& backend, const Mesh2& mesh,
                                                                        const Discretisation<double>& discretisation,
                                                                        const Scheme<Gas2<double>>& scheme,
                                                                        const ResidualSmoothing& smoothing,
                                                                        const LaunchChoice& choice) {
  return make_in_shape(backend, mesh, discretisation, scheme, smoothing, choice);
}

}  // namespace dg::finite_volume
