#include "apps/lattice_boltzmann/compare_lattice_cases.hpp"

#include <fmt/format.h>

#include <optional>

#include "apps/console.hpp"
#include "apps/run/case_changes.hpp"
#include "libdg/core/errors.hpp"

namespace dg::app {
namespace {

void require_same_units(const LatticeCase& before, const LatticeCase& c, const std::string& path) {
  if (before.speed == c.speed && before.length == c.length) return;
  throw InputError(fmt::format(
      "{}: its velocities are in multiples of {} cells a step and its lengths of {} cells, but {} has 'speed' {} and "
      "'length' {} in [fluid]; use those of the checkpoint, or start anew",
      path, before.speed, before.length, c.path, c.speed, c.length));
}

}  // namespace

void compare_lattice_cases(const LatticeCase& c, const std::string& earlier, const std::string& path) {
  std::optional<LatticeCase> before;
  try {
    before = interpret_lattice_case(IniFile::parse(earlier, "the case of the checkpoint"), {});
  } catch (const InputError& error) {
    return print_warning("{}: whether the case has changed since is not known: {}", path, error.what());
  }
  require_same_units(*before, c, path);
  for (const std::string& change : case_changes(earlier, c.text))
    print_warning("{}: the case has changed since, {}", path, change);
}

}  // namespace dg::app
