/// Kernels for the CPU that the program itself lacks. A library has those that were compiled ahead of time; a run
/// compiles others with the compiler of the machine.
#pragma once

#include <memory>
#include <string>

#include "libdg/backend/built_kernels.hpp"
#include "libdg/backend/host_compiler.hpp"
#include "libdg/backend/host_library.hpp"
#include "libdg/backend/type_name.hpp"
#include "libdg/kernels/operators/exact_products.hpp"
#include "libdg/kernels/operators/functions_of_kernels.hpp"
#include "libdg/kernels/operators/header_of_equations.hpp"
#include "libdg/kernels/operators/kinds_of_plan.hpp"
#include "libdg/kernels/operators/operators.hpp"

namespace dg {

/// "degree 4 in 3-D, single precision".
template <class Eq>
std::string name_of_kernels(int degree) {
  return "degree " + std::to_string(degree) + " in " + std::to_string(Eq::dim) + "-D, " +
         (sizeof(typename Eq::Real) == 8 ? "double" : "single") + " precision";
}

/// A function of the library that was compiled ahead of time (cmake/RkdgKernels.cmake): "operators" or "exact_products"
/// of these equations, by their name there. Null where there is none, and for no name.
template <class Make, class Eq>
Make* library_maker(const std::string& what, const std::string& equations, int degree) {
  if (equations.empty()) return nullptr;
  const char* precision = sizeof(typename Eq::Real) == 8 ? "double" : "float";
  const std::string name = "rkdg_" + what + "_" + equations + "_" + precision + "_p" + std::to_string(degree);
  return reinterpret_cast<Make*>(built_function(name));
}

/// The function `rkdg_make` that `definition` defines, behind the headers of lanes, `first`, the equations and `last`;
/// for zones of these kinds and an assembly alone. Precondition: there is a compiler.
template <class Make, class Eq>
Make* host_maker(const std::string& what, unsigned zone_kinds, Assembly assembly, const std::string& first,
                 const std::string& last, const std::string& definition) {
  const auto include = [](const std::string& header) { return "#include \"" + header + "\"\n"; };
  const std::string text = "#define RKDG_COMPILED_ZONE_KINDS " + std::to_string(zone_kinds) +
                           "u\n#define RKDG_COMPILED_ASSEMBLY " + std::to_string(static_cast<int>(assembly)) + "\n" +
                           include("libdg/backend/simd.hpp") + first + include(header_of_equations<Eq>()) +
                           include(last) + "extern \"C\" " + definition + "\n";
  static_cast<void>(functions_of_kernels());
  return reinterpret_cast<Make*>(host_function({what, text, "rkdg_make"}));
}

template <class Eq>
using MakeOperators = Operators<Eq>*(Backend&, const KernelContext<Eq>&, const AssemblyPlan&);
template <class Eq>
using MakeExactProducts = ExactProducts<Eq>*(Backend&);

/// See make_cpu_operators(). Precondition: there is a compiler.
template <class Eq>
std::unique_ptr<Operators<Eq>> make_host_operators(Backend& backend, const KernelContext<Eq>& context, int degree,
                                                   const AssemblyPlan& plan) {
  const std::string eq = type_name<Eq>();
  const std::string definition = "dg::Operators<" + eq + ">* rkdg_make(dg::Backend& backend, const dg::KernelContext<" +
                                 eq + ">& context, const dg::AssemblyPlan& plan) {\n  return dg::make_cpu_operators<" +
                                 eq + ", " + std::to_string(degree) + ">(backend, context, plan).release();\n}";
  auto* make =
      host_maker<MakeOperators<Eq>, Eq>("kernels of " + name_of_kernels<Eq>(degree), zone_kinds_of(plan, context.zones),
                                        plan.assembly, "", "libdg/kernels/operators/cpu_operators.hpp", definition);
  return std::unique_ptr<Operators<Eq>>(make(backend, context, plan));
}

/// See make_cpu_exact_products(). Precondition: there is a compiler.
template <class Eq>
std::unique_ptr<ExactProducts<Eq>> make_host_exact_products(Backend& backend, int degree, unsigned zone_kinds) {
  const std::string eq = type_name<Eq>();
  const std::string definition = "dg::ExactProducts<" + eq + ">* rkdg_make(dg::Backend& backend) {\n" +
                                 "  return dg::make_cpu_exact_products<" + eq + ", " + std::to_string(degree) +
                                 ">(backend).release();\n}";
  auto* make = host_maker<MakeExactProducts<Eq>, Eq>("exact products of " + name_of_kernels<Eq>(degree), zone_kinds,
                                                     Assembly::fused, "#include \"libdg/backend/dual.hpp\"\n",
                                                     "libdg/kernels/operators/cpu_exact_products.hpp", definition);
  return std::unique_ptr<ExactProducts<Eq>>(make(backend));
}

}  // namespace dg
