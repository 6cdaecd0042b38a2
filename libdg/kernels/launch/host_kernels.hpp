/// Kernels for the CPU that the build lacks: a run compiles them with the compiler of the machine.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "libdg/backend/host_compiler.hpp"
#include "libdg/backend/host_library.hpp"
#include "libdg/backend/type_name.hpp"
#include "libdg/kernels/launch/exact_products.hpp"
#include "libdg/kernels/launch/header_of_equations.hpp"
#include "libdg/kernels/launch/operators.hpp"

namespace dg {

/// "degree 4 in 3-D, single precision".
template <class Eq>
std::string name_of_kernels(int degree) {
  return fmt::format("degree {} in {}-D, {} precision", degree, Eq::dim,
                     sizeof(typename Eq::Real) == 8 ? "double" : "single");
}

/// See make_cpu_operators(). Precondition: there is a compiler.
template <class Eq>
std::unique_ptr<Operators<Eq>> make_host_operators(Backend& backend, const Scheme<Eq>& scheme, int degree,
                                                   const AssemblyPlan& plan) {
  const std::string text = fmt::format(
      R"(#include "libdg/backend/simd.hpp"
#include "{0}"
#include "libdg/kernels/launch/cpu_operators.hpp"
extern "C" dg::Operators<{1}>* rkdg_make(dg::Backend& backend, const dg::Scheme<{1}>& scheme,
                                         const dg::AssemblyPlan& plan) {{
  return dg::make_cpu_operators<{1}, {2}>(backend, scheme, plan).release();
}}
)",
      header_of_equations<Eq>(), type_name<Eq>(), degree);
  using Make = Operators<Eq>*(Backend&, const Scheme<Eq>&, const AssemblyPlan&);
  auto* make = reinterpret_cast<Make*>(
      host_function({"kernels of " + name_of_kernels<Eq>(degree) + " (minutes)", text, "rkdg_make"}));
  return std::unique_ptr<Operators<Eq>>(make(backend, scheme, plan));
}

/// See make_cpu_exact_products(). Precondition: there is a compiler.
template <class Eq>
std::unique_ptr<ExactProducts<Eq>> make_host_exact_products(Backend& backend, int degree) {
  const std::string text = fmt::format(
      R"(#include "libdg/backend/simd.hpp"
#include "libdg/backend/dual.hpp"
#include "{0}"
#include "libdg/kernels/launch/cpu_exact_products.hpp"
extern "C" dg::ExactProducts<{1}>* rkdg_make(dg::Backend& backend) {{
  return dg::make_cpu_exact_products<{1}, {2}>(backend).release();
}}
)",
      header_of_equations<Eq>(), type_name<Eq>(), degree);
  using Make = ExactProducts<Eq>*(Backend&);
  auto* make = reinterpret_cast<Make*>(
      host_function({"exact products of " + name_of_kernels<Eq>(degree) + " (minutes)", text, "rkdg_make"}));
  return std::unique_ptr<ExactProducts<Eq>>(make(backend));
}

}  // namespace dg
