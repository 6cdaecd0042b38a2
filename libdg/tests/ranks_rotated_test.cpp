// Flows in sectors whose sides match by a rotation: those of the whole annulus, exact ones, and the same bits on any
// number of ranks.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "libdg/core/errors.hpp"
#include "libdg/solver/conserved_quantities.hpp"
#include "libdg/tests/sector.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg {
namespace {

using namespace test;

/// An exact solution without viscosity.
std::array<double, 4> vortex(double x, double y, double) {
  const double r = std::hypot(x, y), speed = 0.25 * r * r;
  return {1.0, -speed * y / r, speed * x / r, 1 + std::pow(r, 4) / 64};
}

/// Solvers of a sector and of the whole annulus after 40 steps, whose states agree.
struct Both {
  std::unique_ptr<Solver> whole;
  std::unique_ptr<RankedSolver> sector;
};

Both checked_in_both(const Annulus& sizes, const SolverOptions& o) {
  Annulus all = sizes;
  all.whole = true;
  Both both{make_solver(annulus_mesh(all), o), alone_on_sector(annulus_mesh(sizes), o)};
  for (Solver* solver : {both.whole.get(), static_cast<Solver*>(both.sector.get())}) {
    solver->set_state([&](double x, double y, double) { return circling(x, y, 1, sizes.sectors); });
    CHECK(solver->advance(40, 1e9).steps == 40);
  }
  // The first cells of the annulus are those of the sector.
  std::vector<double> expected = both.whole->coefficients();
  const auto found = both.sector->coefficients();
  REQUIRE(expected.size() == sizes.sectors * found.size());
  expected.resize(found.size());
  CHECK(largest_difference(found, expected) < 1e-12);
  return both;
}

TEST_CASE("A flow in a sector is that in the whole annulus") {
  if (all_ranks().rank() != 0) return;
  for (const int order : {1, 3})
    for (const bool viscous : {false, true})
      for (const int degree : {1, 2}) {
        CAPTURE(order, viscous, degree);
        const Annulus sizes{.order = order};
        SolverOptions o = options_of(degree, viscous ? BoundaryType::wall_adiabatic : BoundaryType::wall_slip);
        o.gas.viscous = viscous;
        o.gas.viscosity = 0.01;
        const auto [whole, sector] = checked_in_both(sizes, o);
        CHECK(sector->time() == Approx(whole->time()).epsilon(1e-13));
        const auto part = sector->totals(), total = whole->totals();
        for (const int n : {0, 3}) CHECK(sizes.sectors * part[n] == Approx(total[n]).epsilon(1e-13));
      }
}

TEST_CASE("Finite volumes of a sector are those of the whole annulus") {
  if (all_ranks().rank() != 0) return;
  for (const double smoothing : {0.0, 0.6})
    for (const bool viscous : {false, true}) {
      CAPTURE(smoothing, viscous);
      const Annulus sizes{.order = 2, .radial = 3};
      SolverOptions o = options_of(0, viscous ? BoundaryType::wall_adiabatic : BoundaryType::wall_slip);
      o.reconstruction = Reconstruction::linear;
      o.limiter = Limiter::none;  // others limit components along fixed axes
      o.assembly = Assembly::gather;
      o.smoothing = smoothing;
      o.gas.viscous = viscous;
      o.gas.viscosity = 0.01;
      checked_in_both(sizes, o);
    }
}

TEST_CASE("A gas at rest stays at rest in a sector") {
  if (all_ranks().rank() != 0) return;
  for (const int degree : {1, 2}) {
    const auto rest = [](double, double, double) { return std::array{1.2, 0.0, 0.0, 0.7}; };
    const auto solver = alone_on_sector(annulus_mesh({.order = 2}), options_of(degree, BoundaryType::exact));
    solver->set_boundary_data(rest, false);
    solver->set_state(rest);
    solver->advance(50, 1e9);
    for (const double error : solver->errors(rest).linf) CHECK(error < 1e-13);
  }
}

TEST_CASE("Slip walls and rotated sides keep mass and energy") {
  if (all_ranks().rank() != 0) return;
  SolverOptions o = options_of(2, BoundaryType::wall_slip);
  o.gas.viscous = false;
  const auto solver = alone_on_sector(annulus_mesh({.order = 3}), o);
  solver->set_state([](double x, double y, double) { return circling(x, y, 1, 6); });
  const auto before = solver->totals();
  solver->advance(200, 1e9);
  const auto after = solver->totals();
  for (const int n : {0, 3}) CHECK(after[n] == Approx(before[n]).epsilon(1e-13));
}

TEST_CASE("Errors of a vortex in a sector fall at their order") {
  if (all_ranks().rank() != 0) return;
  for (const int degree : {1, 2}) {
    std::vector<double> errors;
    for (const int n : {1, 2}) {
      SolverOptions o = options_of(degree, BoundaryType::exact);
      o.gas.viscous = false;
      const auto solver = alone_on_sector(annulus_mesh({.order = 4, .radial = 4 * n, .around = 4 * n}), o);
      solver->set_boundary_data(vortex, false);
      solver->set_state(vortex);
      solver->advance(1'000'000, 0.5);
      errors.push_back(solver->errors(vortex).l2[1]);
    }
    CAPTURE(degree, errors[0], errors[1]);
    CHECK(std::log2(errors[0] / errors[1]) > degree + 0.6);
  }
}

TEST_CASE("A sector has the same bits on any number of ranks") {
  Communicator& ranks = all_ranks();
  const Mesh2 mesh = annulus_mesh({.order = 2, .radial = 3});
  for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks})
    for (const bool overlaps : {true, false}) {
      CAPTURE(int(assembly), overlaps);
      SolverOptions o = options_of(2, BoundaryType::wall_adiabatic);
      o.assembly = assembly;
      o.overlaps_exchange = overlaps;
      o.gas.viscosity = 0.01;
      const auto start = [](double x, double y, double) { return circling(x, y, 1, 6); };
      const auto alone = alone_on_sector(mesh, o);
      alone->set_state(start);
      alone->advance(30, 1e9);
      for (const bool apart : {true, false}) {
        auto solver = on_all_ranks(mesh, o, apart);
        solver->set_state(start);
        solver->advance(30, 1e9);
        const auto found = solver->coefficients();  // on rank 0
        CHECK((ranks.rank() != 0 || found == alone->coefficients()));
        CHECK(solver->time() == alone->time());
        CHECK(solver->totals() == alone->totals());
        solver->set_coefficients(ranks.rank() == 0 ? found : std::vector<double>{});  // ghosts come with them
        CHECK(solver->residual_norms().l2 == alone->residual_norms().l2);
      }
    }
}

TEST_CASE("Momentum comes back along the axis of a rotation alone") {
  const auto names = [](const auto& boundaries) {
    std::map<std::string, int> count;
    for (const auto& quantity : boundaries.conserved()) ++count[quantity.name];
    return count;
  };
  ClosedBoundaries<2> plane;
  CHECK(names(plane)["momentum"] == 2);
  plane.see_rotation(rotation_by(0.5, std::array{1.0, 0.0}, std::array{1.0, 0.0}).rotation);
  CHECK(names(plane)["momentum"] == 0);
  CHECK(names(plane)["mass"] == 1);
  ClosedBoundaries<3> space;
  const std::array axis{0.6, 0.0, 0.8}, origin{0.0, 0.0, 0.0};
  space.see_rotation(rotation_by(0.5, axis, origin, origin).rotation);
  const auto conserved = space.conserved();
  const auto momentum = std::ranges::find(conserved, "momentum", &ConservedQuantity<5>::name);
  CHECK(names(space)["momentum"] == 1);
  for (int d = 0; d < 3; ++d)
    CHECK(momentum->weights[1 + d] * momentum->weights[3] == Approx(axis[d] * axis[2]).margin(1e-12));
}

TEST_CASE("What does not know of rotations refuses them") {
  const Mesh2 mesh = annulus_mesh({});
  const SolverOptions walls = options_of(1, BoundaryType::wall_slip);
  CHECK_THROWS_WITH(make_solver(mesh, walls), Catch::Contains("match by a rotation"));
  const auto refuse = [&](SolverOptions o, const std::string& what) {
    CHECK_THROWS_WITH(alone_on_sector(mesh, o), Catch::Contains("do not work with " + what));
  };
  SolverOptions o = walls;
  o.shocks = ShockCapturing::damping;
  refuse(o, "'shocks = damping'");
}

}  // namespace
}  // namespace dg
