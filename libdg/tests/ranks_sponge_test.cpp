#include <catch2/catch.hpp>

#include "libdg/tests/mean_sponge.hpp"
#include "libdg/tests/ranks_2d.hpp"

namespace dg {
namespace {

TEST_CASE("A sponge to the running mean does the same on any number of ranks") {
  const Mesh2 mesh = test::half_curved_mesh(8);
  for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks}) {
    SolverOptions o = test::serial_options();
    o.assembly = assembly;
    const auto start = test::rough_state(mesh, o, 0.01);
    const auto run = [](test::Solver2D& solver, const std::vector<double>& coefficients) {
      solver.set_sponge_to_mean(*test::rising_strength(), test::averaging_time);
      solver.set_coefficients(coefficients);
      solver.advance(20, 1e9);
    };
    test::Solver2D serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
    run(serial, start);
    auto solver = test::on_this_rank(mesh, test::scattered(mesh, test::all_ranks().size()), o);
    run(solver, test::local(start, mesh, solver.halo(), o));
    CHECK(solver.time() == serial.time());
    const auto local = [&](const std::vector<double>& whole) { return test::local(whole, mesh, solver.halo(), o); };
    CHECK(test::differences(solver.coefficients(), local(serial.coefficients()), solver) == 0);
    CHECK(test::differences(solver.running_mean(), local(serial.running_mean()), solver) == 0);
    CHECK(test::differences(solver.running_mean(), solver.coefficients(), solver) > 0);
  }
}

}  // namespace
}  // namespace dg
