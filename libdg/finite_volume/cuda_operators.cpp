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
std::unique_ptr<Operators<Gas2<Real>>> make_cuda_finite_volumes(std::unique_ptr<Operators<Gas2<Real>>> means,
                                                                Backend& backend, const Mesh2& mesh,
                                                                const Discretisation<Real>& discretisation,
                                                                const Scheme<Gas2<Real>>& scheme,
                                                                const ResidualSmoothing& smoothing,
                                                                const FiniteVolumePart& part) {
  return std::make_unique<FiniteVolumeOperators<Gas2<Real>, CudaLaunching>>(
      std::move(means), backend, mesh, discretisation, scheme, smoothing, part, discretisation.view().zones.count);
}

template std::unique_ptr<Operators<Gas2<float>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<Gas2<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const Scheme<Gas2<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<Gas2<double>>> make_cuda_finite_volumes(
    std::unique_ptr<Operators<Gas2<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const Scheme<Gas2<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
