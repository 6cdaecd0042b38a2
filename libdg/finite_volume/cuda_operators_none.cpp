#include "libdg/core/errors.hpp"
#include "libdg/finite_volume/make_operators.hpp"

namespace dg {

template <class Real>
std::unique_ptr<Operators<Gas2<Real>>> make_cuda_finite_volumes(std::unique_ptr<Operators<Gas2<Real>>>, Backend&,
                                                                const Mesh2&, const Discretisation<Real>&,
                                                                const Scheme<Gas2<Real>>&, const ResidualSmoothing&,
                                                                const FiniteVolumePart&) {
  throw InputError("this build has no CUDA backend; configure with -DRKDG_CUDA=ON, or take the CPU");
}

template std::unique_ptr<Operators<Gas2<float>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<Gas2<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const Scheme<Gas2<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<Gas2<double>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<Gas2<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const Scheme<Gas2<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
