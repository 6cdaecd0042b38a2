#include "libdg/user_equations/compiled_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "libdg/backend/host_compiler.hpp"
#include "libdg/backend/host_library.hpp"
#include "libdg/backend/kernel_source.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/user_equations/user_header.hpp"

namespace dg {

/// The headers of the solver, beside those of kernels (cmake/RkdgEmbed.cmake).
std::vector<SourceFile> solver_headers();

namespace {

/// Whether a name is one of C++: identifiers with :: between them.
bool is_qualified_name(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool begins = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, 2, "::") == 0 && !begins) {
      begins = true;
      ++i;
    } else if (is_letter(name[i]) || (!begins && name[i] >= '0' && name[i] <= '9')) {
      begins = false;
    } else {
      return false;
    }
  }
  return !begins;
}

constexpr const char* make_filters = R"(struct WithFilters {
  template <class Eq>
  static std::unique_ptr<StageFilter<Eq>> make(const StateFilterInput<Eq>& input) {
    return make_state_filter(input);
  }
};
)";

/// What rkdg_add_solver() would have generated (cmake/RkdgKernels.cmake), without any kernels, and the interface.
std::string source_of(const EquationsSource& source, const std::string& header) {
  const bool on_device = source.device_degree >= 0;
  const std::string filters =
      fmt::format("#include \"libdg/time/filters/cpu_filters.hpp\"\n#include \"libdg/time/filters/{}.hpp\"\n",
                  on_device ? "cuda_filters" : "cuda_filters_none");
  return fmt::format(R"(#define RKDG_WITHOUT_CUDA_HEADERS
{lanes}#include "{header}"
#include "libdg/kernels/operators/header_of_equations.hpp"
#include "libdg/kernels/operators/{operators}.hpp"
#include "libdg/kernels/operators/make_exact_products.hpp"
#include "libdg/kernels/operators/make_operators.hpp"
{filters}#include "libdg/user_equations/user_equations_of.hpp"

using EquationsOfUser = ::{name}<{real}>;

namespace dg {{
template <>
const char* header_of_equations<EquationsOfUser>() {{
  return "{header}";
}}
template <>
std::unique_ptr<Operators<EquationsOfUser>> make_operators(Backend& backend, const KernelContext<EquationsOfUser>& context,
                                                           int degree, const AssemblyPlan& plan) {{
  return make_built_operators(backend, context, degree, plan, "", std::integer_sequence<int>{{}}, "",
                              std::integer_sequence<int{degree}>{{}}, "");
}}
template <>
std::unique_ptr<ExactProducts<EquationsOfUser>> make_exact_products(Backend& backend, int degree, unsigned zone_kinds) {{
  return make_built_exact_products<EquationsOfUser>(backend, degree, zone_kinds, "", std::integer_sequence<int>{{}}, "");
}}
{make_filters}}}  // namespace dg

extern "C" const dg::UserEquations* rkdg_user_equations() {{
  static const dg::UserEquationsOf<EquationsOfUser, dg::{limiters}> equations;
  return &equations;
}}
)",
                     fmt::arg("header", header), fmt::arg("name", source.name),
                     fmt::arg("real", source.precision == Precision::double_precision ? "double" : "float"),
                     fmt::arg("operators", on_device ? "cuda_operators" : "cuda_operators_none"),
                     fmt::arg("lanes", source.limited ? "#include \"libdg/backend/simd.hpp\"\n" : ""),
                     fmt::arg("filters", source.limited ? filters : ""),
                     fmt::arg("make_filters", source.limited ? make_filters : ""),
                     fmt::arg("limiters", source.limited ? "WithFilters" : "WithoutFilters"),
                     fmt::arg("degree", on_device ? fmt::format(", {}", source.device_degree) : ""));
}

}  // namespace

const UserEquations& compiled_equations(const EquationsSource& source) {
  if (!is_qualified_name(source.name))
    throw InputError("'" + source.name + "' is no name of C++, such as Burgers or dg::ShallowWater2D");
  const std::string header = add_user_header(source.header);
  if (host_compiler_version().empty())
    throw InputError(
        "equations of your own are compiled by the C++ compiler of the machine, and there is none; install "
        "g++, or name another in $RKDG_CXX");
  try {
    void* const function = host_function(
        {"the solver of " + source.name, source_of(source, header), "rkdg_user_equations", solver_headers()});
    return *reinterpret_cast<const UserEquations* (*)()>(function)();
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

}  // namespace dg
