#include "libdg/solver/state_readers.hpp"

#include <fmt/format.h>

#include <string>

#include "libdg/backend/parallel.hpp"

namespace dg {
namespace {

/// How a device finds the text of a work, and what it reads.
template <template <class, int> class Work>
struct WorkNames;
template <>
struct WorkNames<IncomingWaves> {
  static constexpr const char *header = "incoming_waves", *type = "IncomingWaves";
  static constexpr ReadingPlace place = ReadingPlace::mean;
};
template <>
struct WorkNames<WallStresses> {
  static constexpr const char *header = "wall_stresses", *type = "WallStresses";
  static constexpr ReadingPlace place = ReadingPlace::ends;
};

std::string kernel_text(const char* header, const char* type, const char* real, int dim) {
  return fmt::format(R"(
#include "libdg/kernels/integrands/{0}.hpp"
extern "C" __global__ void read_state(const __grid_constant__ dg::{1}<{2}, {3}> work, int count, const {2}* state) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) work(i, state);
}}
)",
                     header, type, real, dim);
}

}  // namespace

template <template <class, int> class Work, class Real, int Dim>
StateReader<Work, Real, Dim>::StateReader(Backend& backend, const Mesh<Dim>& mesh,
                                          const Discretisation<Real, Dim>& discretisation,
                                          const std::vector<int>& boundaries, const Gas<Real>& gas,
                                          const BoundaryParameters<Real, Dim>* conditions, Real* data)
    : lists_(backend, mesh, discretisation, boundaries, WorkNames<Work>::place),
      work_{gas, conditions, lists_.view(), data} {
  if (backend.kind() == BackendKind::cuda)
    kernel_ = std::make_unique<RuntimeKernel>(
        kernel_text(WorkNames<Work>::header, WorkNames<Work>::type, sizeof(Real) == 8 ? "double" : "float", Dim),
        "read_state");
}

template <template <class, int> class Work, class Real, int Dim>
void StateReader<Work, Real, Dim>::update(const Real* modes) {
  Index count = lists_.count();
  if (kernel_) {
    kernel_->launch(count, {&work_, &count, &modes});
    return;
  }
  parallel_for(count, [&](std::ptrdiff_t i) { work_(static_cast<Index>(i), modes); });
}

template class StateReader<IncomingWaves, float, 2>;
template class StateReader<IncomingWaves, float, 3>;
template class StateReader<IncomingWaves, double, 2>;
template class StateReader<IncomingWaves, double, 3>;
template class StateReader<WallStresses, float, 2>;
template class StateReader<WallStresses, float, 3>;
template class StateReader<WallStresses, double, 2>;
template class StateReader<WallStresses, double, 3>;

}  // namespace dg
