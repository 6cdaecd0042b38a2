#include <algorithm>
#include <cctype>

#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/problem.hpp"
#include "apps/user_equations/equations_command.hpp"
#include "libdg/backend/code_cache.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/cuda_backend.hpp"

namespace dg::app {
namespace {

void require_architecture(const std::string& name) {
  const bool digits =
      name.size() > 4 && std::all_of(name.begin() + 3, name.end(), [](unsigned char c) { return std::isdigit(c); });
  if (!name.starts_with("sm_") || !digits || name.size() > 6)
    throw InputError("--arch " + name + ": expected the architecture of a GPU, such as sm_80, sm_90 or sm_100");
}

/// Makes the problem of the case, which compiles what it needs.
void prepare(const boost::program_options::variables_map& values, const Machine& machine) {
  if (!equations_problem(values, machine)) make_any_problem(read_case(values), machine);
}

}  // namespace

int command_compile(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  options.add_options()("arch", boost::program_options::value<std::string>()->required(),
                        "architecture of the GPU, such as sm_90; or cpu, for this processor");
  options.add_options()("set", boost::program_options::value<std::vector<std::string>>()->composing(),
                        "section.key=value instead of what the case file says; may be repeated");
  const auto values =
      parse_command_line({"compile", "CASE.ini --arch sm_90 [options]",
                          "Compiles the kernels that a run of a case needs, and keeps them in the cache. "
                          "It needs no GPU."},
                         options, {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  const auto architecture = (*values)["arch"].as<std::string>();
  const std::string case_file = (*values)["CASE.ini"].as<std::vector<std::string>>().front();
  const std::string cache = user_cache().folder().string();
  if (architecture == "cpu") {
    prepare(*values, {BackendKind::cpu, 0});
    print_out("{}: all kernels for this CPU are in the program or in {}\n", case_file, cache);
    return 0;
  }
  require_architecture(architecture);
  if (const std::string problem = kernel_compiler_problem(); !problem.empty()) throw InputError(problem);
  compile_only(architecture);
  prepare(*values, {BackendKind::cuda, 0});
  print_out("{}: all kernels for {} are in {}\n", case_file, architecture, cache);
  return 0;
}

}  // namespace dg::app
