/// What kernels of a device are compiled for.
#include "libdg/kernels/operators/operator_source.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"

namespace dg {
namespace {

TEST_CASE("Kernels of a gas are compiled for its flux, and for its viscosity law where that gains") {
  KernelContext<NavierStokes<double, 3>> context{};
  context.riemann = Riemann::hllc;
  const auto options = [&](unsigned kinds) { return operator_source(context, kinds).options; };
  const auto has = [](const std::vector<std::string>& all, const std::string& start) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& option) { return option.starts_with(start); });
  };
  const unsigned hexahedra = zone_kind(Space::hexahedron_Q, true), prisms = zone_kind(Space::prism_Q, false);
  const std::string flux = "-DRKDG_RIEMANN=" + std::to_string(static_cast<int>(Riemann::hllc));
  for (const unsigned kinds : {hexahedra, prisms, hexahedra | prisms}) CHECK(has(options(kinds), flux));
  CHECK(has(options(hexahedra), "-DRKDG_CONSTANT_VISCOSITY="));
  CHECK_FALSE(has(options(prisms), "-DRKDG_CONSTANT_VISCOSITY="));
  CHECK_FALSE(has(options(hexahedra | prisms), "-DRKDG_CONSTANT_VISCOSITY="));
}

}  // namespace
}  // namespace dg
