#include "libdg/kernels/launch/cpu_operators.hpp"
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
std::unique_ptr<Operators<Gas2<Real>>> make_cpu_finite_volumes(std::unique_ptr<Operators<Gas2<Real>>> means,
                                                               Backend& backend, const Mesh2& mesh,
                                                               const Discretisation<Real>& discretisation,
                                                               const Scheme<Gas2<Real>>& scheme,
                                                               const ResidualSmoothing& smoothing,
                                                               const FiniteVolumePart& part) {
  return std::make_unique<FiniteVolumeOperators<Gas2<Real>, CpuLaunching>>(
      std::move(means), backend, mesh, discretisation, scheme, smoothing, part, backend.threads());
}

template std::unique_ptr<Operators<Gas2<float>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<Gas2<float>>>, Backend&, const Mesh2&, const Discretisation<float>&,
    const Scheme<Gas2<float>>&, const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<Gas2<double>>> make_cpu_finite_volumes(
    std::unique_ptr<Operators<Gas2<double>>>, Backend&, const Mesh2&, const Discretisation<double>&,
    const Scheme<Gas2<double>>&, const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
