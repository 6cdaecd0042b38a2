#include "libdg/core/errors.hpp"
#include "libdg/finite_volume/make_operators.hpp"

namespace dg {

template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<Real, Dim>>>, Backend&, const Mesh<Dim>&, const Discretisation<Real, Dim>&,
    const KernelContext<NavierStokes<Real, Dim>>&, const ResidualSmoothing&, const FiniteVolumePart&) {
  throw InputError("this build has no CUDA backend; configure with -DRKDG_CUDA=ON, or use the CPU");
}

template std::unique_ptr<Operators<NavierStokes<float, 2>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<float, 2>>>, Backend&, const Mesh<2>&, const Discretisation<float, 2>&,
    const KernelContext<NavierStokes<float, 2>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<float, 3>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<float, 3>>>, Backend&, const Mesh<3>&, const Discretisation<float, 3>&,
    const KernelContext<NavierStokes<float, 3>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<double, 2>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<double, 2>>>, Backend&, const Mesh<2>&, const Discretisation<double, 2>&,
    const KernelContext<NavierStokes<double, 2>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<double, 3>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<double, 3>>>, Backend&, const Mesh<3>&, const Discretisation<double, 3>&,
    const KernelContext<NavierStokes<double, 3>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
