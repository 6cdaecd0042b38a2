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
  CudaTimer timer_;
};

template <class Eq>
class CudaFiniteVolumes final : public FiniteVolumeOperators<Eq, CudaLaunching> {
 public:
  using FiniteVolumeOperators<Eq, CudaLaunching>::FiniteVolumeOperators;

  void prepare(const KernelContext<Eq>& context) override {
    FiniteVolumeOperators<Eq, CudaLaunching>::prepare(context);
    KernelList list;
    this->launch_kernels();
    compile_kernels(list.kernels());
  }
};

}  // namespace

template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<NavierStokes<Real, Dim>>> averages, Backend& backend, const Mesh<Dim>& mesh,
    const Discretisation<Real, Dim>& discretisation, const KernelContext<NavierStokes<Real, Dim>>& context,
    const ResidualSmoothing& smoothing, const FiniteVolumePart& part) {
  return std::make_unique<CudaFiniteVolumes<NavierStokes<Real, Dim>>>(
      std::move(averages), backend, mesh, discretisation, context, smoothing, part, discretisation.view().zones.count);
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
