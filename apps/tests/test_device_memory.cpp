#include <catch2/catch.hpp>

#include "apps/run/memory_needs.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"

namespace dg::app {
namespace {

using Catch::Contains;

/// What the device is said to lack; empty if it has space.
std::string lacking(const Mesh2& mesh, const SolverOptions& options, std::size_t available) {
  try {
    require_device_memory(mesh, options, {}, available, "c.ini");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("A run that does not fit a device is told what it takes there, what is left, and what would fit") {
  const Mesh2 mesh = generate_mesh("square", 0, {{"n", "20"}, {"kind", "triangles"}});
  SolverOptions options;
  options.backend = BackendKind::cuda;
  options.degree = 3;
  options.newton = true;
  const auto of = [&](int degree, bool newton) {
    SolverOptions o = options;
    o.degree = degree;
    o.newton = newton;
    return estimate_memory(mesh, o, {}) + (newton ? estimate_newton_memory(mesh, o) : 0);
  };
  const std::size_t all = of(3, true);
  CHECK(lacking(mesh, options, all).empty());
  CHECK_THAT(lacking(mesh, options, all - 1),
             Contains("c.ini: the run takes " + std::to_string((all + 500000) / 1000000) + " MB") &&
                 Contains("'degree = 2' or 'solver = march', which fits"));
  CHECK_THAT(lacking(mesh, options, of(1, true)), Contains("'degree = 1' or"));
  CHECK_THAT(lacking(mesh, options, of(3, false)),
             Contains("fewer cells, or 'solver = march', which fits") || Contains("'degree = "));
  CHECK_THAT(lacking(mesh, options, 1000), Contains("use fewer cells") && !Contains("fits"));
  options.newton = false;
  options.scheme = TimeScheme::esdirk4;
  CHECK_THAT(lacking(mesh, options, of(3, false)), Contains("an explicit 'scheme'"));
  options.scheme = TimeScheme::ssprk3;
  CHECK(lacking(mesh, options, of(3, false)).empty());
  CHECK_THAT(lacking(mesh, options, of(3, false) - 1), !Contains("Newton") && Contains("'degree = 2'"));
}

}  // namespace
}  // namespace dg::app
