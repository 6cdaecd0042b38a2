#include "libdg/finite_volume/make_operators.hpp"

#include "libdg/solver/resolve_options.hpp"

namespace dg {

template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                           const SemiDiscretisation<Gas2<Real>>& discretisation,
                                                           const RunOptions& options) {
  auto means = make_operators<Gas2<Real>>(backend, discretisation.scheme(), 0,
                                          {Assembly::fused, discretisation.state_size(), {}});
  const bool on_device = backend.kind() == BackendKind::cuda;
  return (on_device ? make_cuda_finite_volumes<Real> : make_cpu_finite_volumes<Real>)(std::move(means), backend, mesh,
                                                                                      discretisation, options);
}

template std::unique_ptr<Operators<Gas2<float>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                     const SemiDiscretisation<Gas2<float>>&,
                                                                     const RunOptions&);
template std::unique_ptr<Operators<Gas2<double>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                      const SemiDiscretisation<Gas2<double>>&,
                                                                      const RunOptions&);

}  // namespace dg
