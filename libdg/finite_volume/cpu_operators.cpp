#include "libdg/kernels/operators/cpu_operators.hpp"
#include "libdg/backend/simd.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/finite_volume/operators.hpp"

namespace dg {
namespace {

struct CpuLaunching {
  int threads;
  CpuLauncher operator()(PassTimes* times) const { return {threads, times}; }
};

}  // namespace

template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<Real, Dim>>> averages, Backend& backend, const Mesh<Dim>& mesh,
    const Discretisation<Real, Dim>& discretisation, const KernelContext<NavierStokes<Real, Dim>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part) {
  return std::make_unique<FiniteVolumeOperators<NavierStokes<Real, Dim>, CpuLaunching>>(
      std::move(averages), backend, mesh, discretisation, context, smoothing, part, backend.threads());
}

template std::unique_ptr<Operators<NavierStokes<float, 2>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<float, 2>>>, Backend&, const Mesh<2>&, const Discretisation<float, 2>&,
    const KernelContext<NavierStokes<float, 2>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<float, 3>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<float, 3>>>, Backend&, const Mesh<3>&, const Discretisation<float, 3>&,
    const KernelContext<NavierStokes<float, 3>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<double, 2>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<double, 2>>>, Backend&, const Mesh<2>&, const Discretisation<double, 2>&,
    const KernelContext<NavierStokes<double, 2>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes<double, 3>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<double, 3>>>, Backend&, const Mesh<3>&, const Discretisation<double, 3>&,
    const KernelContext<NavierStokes<double, 3>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
