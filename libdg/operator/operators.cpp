#include "libdg/operator/operators.hpp"

#include <fmt/format.h>

#include "libdg/operator/built_variants.hpp"
#include "libdg/operator/variants.hpp"
#include "meshes/errors.hpp"

namespace dg {
namespace {

template <class Real>
const char* name_of() {
  return sizeof(Real) == 8 ? "double" : "single";
}

}  // namespace

template <class Real>
std::unique_ptr<Operators<Real>> make_operators(Backend& backend, const Scheme<Real>& scheme, int degree,
                                                const AssemblyPlan& plan) {
  const bool cuda = backend.kind() == BackendKind::cuda;
#define RKDG_VARIANT(T, P)                                              \
  if constexpr (std::is_same_v<T, Real>)                                \
    if (degree == P)                                                    \
      return cuda ? make_cuda_operators<Real, P>(backend, scheme, plan) \
                  : make_cpu_operators<Real, P>(backend, scheme, plan);
  RKDG_FOR_EACH_VARIANT
#undef RKDG_VARIANT
  throw InputError(
      fmt::format("degree {} in {} precision is not in this build (degrees {}; precisions {}); configure "
                  "with -DRKDG_DEGREES=... or -DRKDG_PRECISIONS=...",
                  degree, name_of<Real>(), RKDG_BUILT_DEGREES, RKDG_BUILT_PRECISIONS));
}

template std::unique_ptr<Operators<float>> make_operators(Backend&, const Scheme<float>&, int, const AssemblyPlan&);
template std::unique_ptr<Operators<double>> make_operators(Backend&, const Scheme<double>&, int, const AssemblyPlan&);

}  // namespace dg
