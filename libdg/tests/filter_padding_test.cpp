// Kernels of filters and the padding of zones, whose state a device does not keep.
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/time/filters/filter_kernels.hpp"
#include "libdg/time/filters/filter_tables.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Gas_ = NavierStokes2D<double>;

TEST_CASE("A filter scales a cell that is negative at points, and leaves the same numbers in padding alone",
          "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .kind = "triangles"});
  const auto backend = make_backend(BackendKind::cpu, 1);
  SpaceOptions options;
  options.assembly = Assembly::fused;
  options.layout = Layout::cellwise;
  const SemiDiscretisation<Gas_> space(*backend, mesh, options, gas_physics<double>(GasOptions{}, Riemann::llf, {}));
  const ZoneView<double>& zone = space.view().zones.zone[0];
  REQUIRE(zone.launched > zone.cells);
  const FilterTables<double> tables(*backend, mesh, space, {BasisChange{}});

  // Density, momentum and energy of averages 1, 0 and 2 in every place; the density falls below zero along a mode.
  const double constant = 1 / std::sqrt(2.0);
  std::vector<double> state(space.state_size(), 0.0);
  const auto coefficient = [&](Index place, int n, int k) -> double& {
    return state[zone.state_begin + zone.layout.cell(std::int64_t(place)) + zone.layout.mode(n, k)];
  };
  for (Index place = 0; place < zone.launched; ++place) {
    coefficient(place, 0, 0) = 1 / constant;
    coefficient(place, 0, 1) = 1;
    coefficient(place, 3, 0) = 2 / constant;
  }
  std::vector<double> strength(space.padded_cells(), -1.0);
  FilterView<double> view{};
  view.zone[0] = tables.view(0);
  view.strength = strength.data();
  view.keeps_positive = true;
  const KeepPositive<Gas_, AnySizes, false> kernel{space.context(), view, state.data(), 0};
  const Index own = zone.cells - 1, padding = zone.cells;
  for (const Index place : {own, padding}) kernel(place, Team<1, double>{});
  CHECK(strength[own] > 0.1);
  CHECK(coefficient(own, 0, 1) < 0.9);
  CHECK(coefficient(own, 0, 0) == Approx(1 / constant).epsilon(1e-14));
  CHECK(strength[padding] == 0);
  CHECK(coefficient(padding, 0, 1) == 1);
}

}  // namespace
}  // namespace dg
