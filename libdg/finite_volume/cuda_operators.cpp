#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/finite_volume/operators.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"

namespace dg {
namespace {

const KernelSource source{{"libdg/equations/navier_stokes/gas_physics.hpp", "libdg/finite_volume/device_kernels.cuh"}};

class CudaLaunching {
 public:
  explicit CudaLaunching(int zones) : branches_(zones) {}
  CudaLauncher operator()(PassTimes* times) const { return {branches_, timer_, times, source}; }

 private:
  CudaBranches branches_;
  CudaPassTimer timer_;
};

}  // namespace

template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<Real>>> averages, Backend& backend, const Mesh2& mesh,
    const Discretisation<Real>& discretisation, const KernelContext<NavierStokes2D<Real>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part) {
  return std::make_unique<FiniteVolumeOperators<NavierStokes2D<Real>, CudaLaunching>>(
      std::move(averages), backend, mesh, discretisation, context, smoothing, part, discretisation.view().zones.count);
}

template std::unique_ptr<Operators<NavierStokes2D<float>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const KernelContext<NavierStokes2D<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes2D<double>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes2D<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const KernelContext<NavierStokes2D<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
