#include "libdg/core/errors.hpp"
#include "libdg/finite_volume/make_operators.hpp"

namespace dg {

template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<Real>>>, Backend&, const Mesh2&, const Discretisation<Real>&,
    const KernelContext<NavierStokes2D<Real>>&, const ResidualSmoothing&, const FiniteVolumePart&) {
  throw InputError("this build has no CUDA backend; configure with -DRKDG_CUDA=ON, or take the CPU");
}

template std::unique_ptr<Operators<NavierStokes2D<float>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const KernelContext<NavierStokes2D<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes2D<double>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const KernelContext<NavierStokes2D<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
