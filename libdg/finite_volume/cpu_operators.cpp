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

template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<Real>>> averages, Backend& backend, const Mesh2& mesh,
    const Discretisation<Real>& discretisation, const KernelContext<NavierStokes2D<Real>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part) {
  return std::make_unique<FiniteVolumeOperators<NavierStokes2D<Real>, CpuLaunching>>(
      std::move(averages), backend, mesh, discretisation, context, smoothing, part, backend.threads());
}

template std::unique_ptr<Operators<NavierStokes2D<float>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const KernelContext<NavierStokes2D<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes2D<double>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const KernelContext<NavierStokes2D<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
