#include <algorithm>
#include <catch2/catch.hpp>

#include "libdg/core/errors.hpp"
#include "libdg/tests/ranks_2d.hpp"
#include "libdg/time/filters/make_state_filter.hpp"

namespace dg {
namespace {

using Gas = test::Solver2D;
using namespace test;

/// Density that the flow carries along, in conserved variables: exact for a gas without viscosity.
std::array<double, 4> carried_density(double x, double y, double t) {
  constexpr double u = 0.4, v = 0.3, p = 0.7;
  const double rho = 1 + 0.2 * std::sin(2 * std::numbers::pi * (x + y - (u + v) * t));
  return {rho, rho * u, rho * v, p / 0.4 + 0.5 * rho * (u * u + v * v)};
}

TEST_CASE("Ranks keep a uniform flow on curved cells") {
  const Mesh2 mesh = half_curved_mesh(8);
  const auto uniform = [](double, double, double) { return std::array{1.2, 0.6, -0.3, 2.1}; };
  for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks}) {
    SolverOptions o = serial_options();
    o.assembly = assembly;
    Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
    solver.set_state(uniform);
    solver.advance(20, 1e9);
    for (const double error : solver.errors(uniform).linf) CHECK(error < 1e-12);
  }
}

TEST_CASE("What flows from rank to rank is not lost") {
  const Mesh2 mesh = half_curved_mesh(8);
  for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks}) {
    SolverOptions o = serial_options();
    o.assembly = assembly;
    Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
    solver.set_coefficients(local(rough_state(mesh, o, 0.01), mesh, solver.halo(), o));
    const auto before = solver.sums().integrals();
    solver.advance(50, 1e9);
    const auto after = solver.sums().integrals();
    for (int k = 0; k < 4; ++k) CHECK(after[k] == Approx(before[k]).epsilon(1e-13).margin(1e-14));
  }
}

TEST_CASE("Errors fall with the mesh at their order on any number of ranks") {
  SolverOptions o = serial_options();
  o.gas.viscous = false;
  std::vector<double> errors;
  for (const int n : {6, 12}) {
    const Mesh2 mesh = hybrid_mesh({.n = n, .distortion = 0});
    Gas solver = on_this_rank(mesh, in_rows(mesh, all_ranks().size()), o);
    solver.set_state(carried_density);
    solver.advance(1'000'000, 0.2);
    REQUIRE(solver.time() == Approx(0.2));
    errors.push_back(solver.errors(carried_density).l2[0]);
  }
  CHECK(std::log2(errors[0] / errors[1]) > o.degree + 0.6);
}

TEST_CASE("Ghosts follow what is done to a state after each stage") {
  const Mesh2 mesh = half_curved_mesh(6);
  const SolverOptions o = serial_options();
  const auto start = rough_state(mesh, o, 0.01);
  const auto run = [&](Gas& solver, const std::vector<double>& coefficients) {
    solver.set_coefficients(coefficients);
    solver.after_each_stage([](const auto&, Array<double>& state) {
      for (std::size_t i = 0; i < state.size(); ++i) state.data()[i] *= 1.0001;
    });
    solver.advance(10, 1e9);
    return solver.coefficients();
  };
  Gas serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  const auto wanted = run(serial, start);
  Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
  const auto found = run(solver, local(start, mesh, solver.halo(), o));
  CHECK(differences(found, local(wanted, mesh, solver.halo(), o), solver) == 0);
}

TEST_CASE("Filters do the same on any number of ranks") {
  const Mesh2 mesh = half_curved_mesh(8);
  SolverOptions o = serial_options();
  o.gas.viscous = false;
  const auto blast = [](double x, double y, double) {
    const bool inside = std::hypot(x - 0.45, y - 0.55) < 0.2;
    const double rho = inside ? 1.0 : 0.1, p = inside ? 100.0 : 0.1;
    return std::array{rho, 0.5 * rho, -0.25 * rho, p / 0.4 + 0.15625 * rho};
  };
  const auto run = [&](Gas& solver, Communicator& ranks) {
    solver.set_filter(make_state_filter<NavierStokes2D<double>>(
        {solver.backend(), solver.mesh(), solver.space(), solver.halo(), ranks, solver.find_bases(), true, true}));
    solver.set_state(blast);
    solver.advance(60, 1e9);
    return solver.coefficients();
  };
  SelfCommunicator self;
  Gas serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  const auto wanted = run(serial, self);
  const std::vector<double> strength = serial.filter()->strength();
  REQUIRE(*std::max_element(strength.begin(), strength.end()) > 0);  // there is something to differ in
  Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
  const auto found = run(solver, all_ranks());
  CHECK(differences(found, local(wanted, mesh, solver.halo(), o), solver) == 0);
}

TEST_CASE("Artificial viscosity is the same on any number of ranks") {
  const Mesh2 mesh = half_curved_mesh(8);
  SolverOptions o = serial_options();
  o.degree = 2;
  o.gas.viscous = false;
  o.shocks = ShockCapturing::viscosity;
  const auto front = [](double x, double y, double) {
    const double rise = 0.5 * (1 + std::tanh(30 * (std::hypot(x - 0.45, y - 0.55) - 0.25)));
    return std::array{2 - rise, 0.3 * rise, -0.2 * rise, 2 - 1.5 * rise};
  };
  const auto run = [&](Solver& solver) {
    solver.set_state(front);
    solver.advance(30, 1e9);
    REQUIRE(solver.observe({}, {}).limited > 0);  // there is something to differ in
  };
  const auto alone = make_solver(mesh, o);
  run(*alone);
  const PartOfMesh part = on_ranks(mesh, o, true);
  run(*part.solver);
  const auto [found, wanted] = own_of_both(part, *alone, mesh, o);
  CHECK((found == wanted));
  CHECK(part.solver->time() == alone->time());
}

TEST_CASE("Cells that take their own steps do so on any number of ranks") {
  const Mesh2 mesh = half_curved_mesh(6);
  SolverOptions o = serial_options();
  o.local_time_step = true;
  o.time_step_spread = 1.2;
  const auto start = rough_state(mesh, o, 0.01);
  Gas serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  serial.set_coefficients(start);
  serial.advance(30, 1e9);
  Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
  solver.set_coefficients(local(start, mesh, solver.halo(), o));
  solver.advance(30, 1e9);
  CHECK(differences(solver.coefficients(), local(serial.coefficients(), mesh, solver.halo(), o), solver) == 0);
}

TEST_CASE("All ranks stop at the same cell without a state") {
  const Mesh2 mesh = half_curved_mesh(6);
  const SolverOptions o = serial_options();
  auto start = rough_state(mesh, o, 0.01);
  const auto begin = begins(mesh, o);
  const int modes = mode_count(space_of(mesh.cell_shapes[40], o.quads), o.degree);
  start[begin[40] + 3 * modes] *= -1;  // no energy
  start[begin[17]] *= -1;              // no density
  Gas serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  serial.set_coefficients(start);
  const Progress wanted = serial.advance(10, 1e9);
  REQUIRE(wanted.bad_cell >= 0);
  Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
  solver.set_coefficients(local(start, mesh, solver.halo(), o));
  const Progress found = solver.advance(10, 1e9);
  CHECK(found.bad_cell == wanted.bad_cell);
  CHECK(found.steps == 0);
  CHECK_FALSE(solver.sums().is_admissible());
}

TEST_CASE("What works on one rank only is refused on several") {
  if (all_ranks().size() == 1) return;
  const Mesh2 mesh = half_curved_mesh(6);
  const auto rank_of = in_rows(mesh, all_ranks().size());
  SolverOptions o = serial_options();
  o.assembly = Assembly::atomic;
  CHECK_THROWS_WITH(on_this_rank(mesh, rank_of, o), Catch::Contains("use 'fused' or 'gather'"));
}

}  // namespace
}  // namespace dg
