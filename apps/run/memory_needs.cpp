#include "apps/run/memory_needs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <vector>

#include "libdg/core/errors.hpp"

namespace dg::app {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kept_by_allocator = 32 << 20;  ///< of freed memory, up to the C library's largest threshold
constexpr std::size_t loaded_code = 6 << 20;         ///< pages of the program that come in with its kernels

/// The first number of a file; nothing there, or "max", is no limit.
std::size_t number_in(const char* path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : unlimited;
}

/// The entry of /proc/meminfo or /proc/self/status, in bytes.
std::size_t entry(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    std::size_t kilobytes = 0;
    if (word == key && file >> kilobytes) return 1024 * kilobytes;
  }
  return unlimited;
}

std::size_t difference(std::size_t limit, std::size_t used) {
  if (limit == unlimited || used == unlimited) return unlimited;
  return limit > used ? limit - used : 0;
}

}  // namespace

std::size_t resident_memory() {
  const std::size_t taken = entry("/proc/self/status", "VmRSS:");
  return taken == unlimited ? 0 : taken;
}

template <int Dim>
MemoryNeeds memory_needs(const Mesh<Dim>& mesh, const SolverOptions& options, const DataNeeds& data,
                         std::size_t program) {
  MemoryNeeds needs;
  needs.solver = estimate_memory(mesh, options, data);
  const bool on_device = runs_on_device(options);
  if (options.solves_systems()) needs.newton = estimate_newton_memory(mesh, options);
  needs.host = needs.newton + program + loaded_code + kept_by_allocator + estimate_host_memory(mesh, options) +
               (on_device ? 0 : needs.solver);
  return needs;
}

template MemoryNeeds memory_needs<2>(const Mesh<2>&, const SolverOptions&, const DataNeeds&, std::size_t);
template MemoryNeeds memory_needs<3>(const Mesh<3>&, const SolverOptions&, const DataNeeds&, std::size_t);

bool runs_on_device(const SolverOptions& options) {
  return options.backend == BackendKind::cuda ||
         (options.backend == BackendKind::automatic && !cuda_device_name().empty());
}

template <int Dim>
void require_device_memory(const Mesh<Dim>& mesh, const SolverOptions& options, const DataNeeds& data,
                           std::size_t available, const std::string& where) {
  const auto newton = [&](const SolverOptions& o) { return o.solves_systems() ? estimate_newton_memory(mesh, o) : 0; };
  const auto needs = [&](const SolverOptions& o) { return estimate_memory(mesh, o, data) + newton(o); };
  if (needs(options) <= available) return;
  std::vector<std::string> fitting;
  SolverOptions lower = options;
  while (--lower.degree > 0 && needs(lower) > available) continue;
  if (lower.degree > 0) fitting.push_back(fmt::format("'degree = {}'", lower.degree));
  SolverOptions explicit_steps = options;
  explicit_steps.newton = false;
  explicit_steps.scheme = TimeScheme::ssprk3;
  if (options.solves_systems() && estimate_memory(mesh, explicit_steps, data) <= available)
    fitting.push_back(options.newton ? "'solver = march'" : "an explicit 'scheme'");
  const auto megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e6; };
  throw InputError(fmt::format(
      "{}: the run takes {:.0f} MB of the device's memory{}, and {:.0f} MB are left there; use {}", where,
      megabytes(needs(options)),
      options.solves_systems() ? fmt::format(", {:.0f} MB of them for Newton's method", megabytes(newton(options)))
                               : "",
      megabytes(available),
      fitting.empty() ? "fewer cells" : fmt::format("fewer cells, or {}, which fits", fmt::join(fitting, " or "))));
}

template void require_device_memory<2>(const Mesh<2>&, const SolverOptions&, const DataNeeds&, std::size_t,
                                       const std::string&);
template void require_device_memory<3>(const Mesh<3>&, const SolverOptions&, const DataNeeds&, std::size_t,
                                       const std::string&);

std::size_t available_memory() {
  rlimit limit{};
  std::size_t of_process = unlimited;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    of_process = difference(limit.rlim_cur, entry("/proc/self/status", "VmSize:"));
  const std::size_t of_group =
      difference(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current"));
  return std::min({entry("/proc/meminfo", "MemAvailable:"), of_process, of_group});
}

void require_memory(const MemoryNeeds& needs, const std::string& where) {
  const std::size_t available = available_memory(), more = difference(needs.host, resident_memory());
  if (more <= available) return;
  throw InputError(fmt::format(
      "{}: the run takes {:.0f} MB of memory, and {:.0f} MB are left here; use fewer cells, a lower degree or {}",
      where, static_cast<double>(needs.host) / 1e6, static_cast<double>(available) / 1e6,
      needs.newton > 0
          ? fmt::format("'solver = march' or an explicit 'scheme': Newton's method takes {:.0f} MB of them",
                        static_cast<double>(needs.newton) / 1e6)
          : "'precision = single'"));
}

}  // namespace dg::app
