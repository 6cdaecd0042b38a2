/// Exact products for a degree that is known at run time, out of those that were built; included where they are listed.
#pragma once

#include <string>
#include <utility>

#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "libdg/kernels/operators/exact_products.hpp"
#include "libdg/kernels/operators/host_kernels.hpp"

namespace dg {

/// See make_exact_products(), and make_built_operators() for the order in which kernels are looked for. Throws
/// InputError, naming `degrees`, where there is no compiler for that.
template <class Eq, int... P>
std::unique_ptr<ExactProducts<Eq>> make_built_exact_products(Backend& backend, int degree, unsigned zone_kinds,
                                                             const char* in_library, std::integer_sequence<int, P...>,
                                                             const std::string& degrees) {
  if (backend.kind() == BackendKind::cuda)
    throw InputError("exact products are found on the CPU alone; take 'products = differences', or --backend cpu");
  std::unique_ptr<ExactProducts<Eq>> products;
  ((degree == P ? void(products = make_cpu_exact_products<Eq, P>(backend)) : void()), ...);
  if (products) return products;
  if (auto* make = library_maker<MakeExactProducts<Eq>, Eq>("exact_products", in_library, degree))
    return std::unique_ptr<ExactProducts<Eq>>(make(backend));
  if (degree >= 0 && degree <= max_degree && !host_compiler_version().empty())
    return make_host_exact_products<Eq>(backend, degree, zone_kinds);
  throw InputError("exact products of degree " + std::to_string(degree) + (Eq::dim == 3 ? " for 3-D meshes" : "") +
                   " are not in this build (degrees " + (degrees.empty() ? "none" : degrees) +
                   "); install a C++ compiler (g++) that a run can start, configure with -DRKDG_EXACT_PRODUCTS_" +
                   std::to_string(Eq::dim) + "D=\"...\", or take 'products = differences'");
}

}  // namespace dg
