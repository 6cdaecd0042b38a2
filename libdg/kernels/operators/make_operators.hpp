/// Kernels for a degree that is known at run time, out of those that were built; included where they are listed.
#pragma once

#include <string>
#include <utility>

#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "libdg/kernels/operators/host_kernels.hpp"
#include "libdg/kernels/operators/variants.hpp"

namespace dg {

/// See make_operators(). On a CPU kernels of degrees P are those of the program. Others are those of the library, which
/// knows the equations by the name `in_library`, if it is not empty. What it lacks is compiled now. Throws InputError,
/// naming the degrees of this build, where there is no compiler for that, or for a degree that the backend does not
/// have.
template <class Eq, int... P, int... CudaP>
std::unique_ptr<Operators<Eq>> make_built_operators(Backend& backend, const KernelContext<Eq>& context, int degree,
                                                    const AssemblyPlan& plan, const char* in_library,
                                                    std::integer_sequence<int, P...>, const char* cpu_degrees,
                                                    std::integer_sequence<int, CudaP...>, const char* cuda_degrees) {
  std::unique_ptr<Operators<Eq>> operators;
  const bool cuda = backend.kind() == BackendKind::cuda;
  if (cuda)
    ((degree == CudaP ? void(operators = make_cuda_operators<Eq, CudaP>(backend, context, plan)) : void()), ...);
  else
    ((degree == P ? void(operators = make_cpu_operators<Eq, P>(backend, context, plan)) : void()), ...);
  if (operators) return operators;
  if (!cuda)
    if (auto* make = library_maker<MakeOperators<Eq>, Eq>("operators", in_library, degree))
      return std::unique_ptr<Operators<Eq>>(make(backend, context, plan));
  if (!cuda && degree >= 0 && degree <= max_degree && !host_compiler_version().empty())
    return make_host_operators<Eq>(backend, context, degree, plan);
  const std::string degrees = cuda ? cuda_degrees : cpu_degrees, option = cuda ? "-DRKDG_CUDA_" : "-DRKDG_",
                    dimension = std::to_string(Eq::dim);
  throw InputError(name_of_kernels<Eq>(degree) + " is not in this build for the " + (cuda ? "cuda" : "cpu") +
                   " backend (degrees " + (degrees.empty() ? "none" : degrees) + "); " +
                   (cuda ? "" : "install a C++ compiler (g++) that a run can start, or name it in $RKDG_CXX, or ") +
                   "configure with " + option + "DEGREES_" + dimension + "D=... or " + option + "PRECISIONS_" +
                   dimension + "D=...");
}

}  // namespace dg
