#include "libdg/finite_volume/make_operators.hpp"

namespace dg {

template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                           const Discretisation<Real>& discretisation,
                                                           const Scheme<Gas2<Real>>& scheme,
                                                           const ResidualSmoothing& smoothing) {
  auto means = make_operators<Gas2<Real>>(backend, scheme, 0, {Assembly::fused, discretisation.state_size(), {}});
  const bool on_device = backend.kind() == BackendKind::cuda;
  return (on_device ? make_cuda_finite_volumes<Real> : make_cpu_finite_volumes<Real>)(std::move(means), backend, mesh,
                                                                                      discretisation, scheme,
                                                                                      smoothing);
}

template std::unique_ptr<Operators<Gas2<float>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                     const Discretisation<float>&,
                                                                     const Scheme<Gas2<float>>&,
                                                                     const ResidualSmoothing&);
template std::unique_ptr<Operators<Gas2<double>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                      const Discretisation<double>&,
                                                                      const Scheme<Gas2<double>>&,
                                                                      const ResidualSmoothing&);

}  // namespace dg
