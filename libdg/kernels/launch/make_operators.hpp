/// Kernels for a degree that is known at run time, out of those that were built; included where they are listed.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "libdg/core/errors.hpp"
#include "libdg/kernels/launch/variants.hpp"

namespace dg {

/// See make_operators(). Throws InputError, naming `degrees`, if the degree was not built.
template <class Eq, int... P>
std::unique_ptr<Operators<Eq>> make_built_operators(Backend& backend, const Scheme<Eq>& scheme, int degree,
                                                    const AssemblyPlan& plan, std::integer_sequence<int, P...>,
                                                    const char* degrees) {
  std::unique_ptr<Operators<Eq>> operators;
  [[maybe_unused]] const bool cuda = backend.kind() == BackendKind::cuda;
  ((degree == P ? void(operators = cuda ? make_cuda_operators<Eq, P>(backend, scheme, plan)
                                        : make_cpu_operators<Eq, P>(backend, scheme, plan))
                : void()),
   ...);
  if (operators) return operators;
  throw InputError(fmt::format(
      "degree {} in {} precision is not in this build{} (degrees {}); configure with -DRKDG_{}DEGREES=... or "
      "-DRKDG_{}PRECISIONS=...",
      degree, sizeof(typename Eq::Real) == 8 ? "double" : "single", Eq::dim == 3 ? " for 3-D meshes" : "",
      sizeof...(P) > 0 ? degrees : "none", Eq::dim == 3 ? "SOLID_" : "", Eq::dim == 3 ? "SOLID_" : ""));
}

}  // namespace dg
