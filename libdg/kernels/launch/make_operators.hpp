/// Kernels for a degree that is known at run time, out of those that were built; included where they are listed.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "libdg/core/errors.hpp"
#include "libdg/kernels/launch/variants.hpp"

namespace dg {

/// See make_operators(). Throws InputError, naming the degrees that the backend has, if this one was not built.
template <class Eq, int... P, int... CudaP>
std::unique_ptr<Operators<Eq>> make_built_operators(Backend& backend, const Scheme<Eq>& scheme, int degree,
                                                    const AssemblyPlan& plan, std::integer_sequence<int, P...>,
                                                    const char* cpu_degrees, std::integer_sequence<int, CudaP...>,
                                                    const char* cuda_degrees) {
  std::unique_ptr<Operators<Eq>> operators;
  const bool cuda = backend.kind() == BackendKind::cuda;
  if (cuda)
    ((degree == CudaP ? void(operators = make_cuda_operators<Eq, CudaP>(backend, scheme, plan)) : void()), ...);
  else
    ((degree == P ? void(operators = make_cpu_operators<Eq, P>(backend, scheme, plan)) : void()), ...);
  if (operators) return operators;
  const bool any = cuda ? sizeof...(CudaP) > 0 : sizeof...(P) > 0;
  const std::string prefix = std::string(Eq::dim == 3 ? "SOLID_" : "") + (cuda ? "CUDA_" : "");
  throw InputError(
      fmt::format("degree {} in {} precision is not in this build for the {} backend{} (degrees {}); configure with "
                  "-DRKDG_{}DEGREES=... or -DRKDG_{}PRECISIONS=...",
                  degree, sizeof(typename Eq::Real) == 8 ? "double" : "single", cuda ? "cuda" : "cpu",
                  Eq::dim == 3 ? " in 3-D" : "",
                  !any   ? "none"
                  : cuda ? cuda_degrees
                         : cpu_degrees,
                  prefix, prefix));
}

}  // namespace dg
