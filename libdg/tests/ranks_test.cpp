#include <catch2/catch.hpp>

#include "libdg/tests/ranks_2d.hpp"

namespace dg {
namespace {

using Gas = test::Solver2D;
using namespace test;

std::array<double, 4> smooth_state(double x, double y, double) { return smooth_flow(x, y); }

/// What a solver says of its state: of the whole mesh, on one rank or on many.
struct Found {
  double time, stable_step;
  std::array<double, 4> totals, rate, largest_rate, errors;
  FlowIntegrals<NavierStokes2D<double>> integrals;

  explicit Found(Gas& solver)
      : time(solver.time()),
        stable_step(solver.stable_time_step()),
        totals(solver.sums().integrals()),
        rate(solver.residual_norms().l2),
        largest_rate(solver.residual_norms().linf),
        errors(solver.errors(smooth_state).l2),
        integrals(solver.integrals()) {}
};

/// The state of one rank alone after some steps, and what it says of it. The solver does not outlive the call: on this
/// rank's device another one may follow it.
std::pair<std::vector<double>, Found> alone(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& start,
                                            long steps) {
  Gas solver(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  solver.set_coefficients(start);
  solver.advance(steps, 1e9);
  return {solver.coefficients(), Found(solver)};
}

struct Partitioned {
  std::vector<int> rank_of;
  bool overlaps;
};

/// Runs the same steps on all ranks and on this one alone, with partitions of both kinds, the exchange beside the rest
/// of a stage or before it.
void compare_with_one_rank(const Mesh2& mesh, const SolverOptions& o, long steps) {
  CAPTURE(o.degree, static_cast<int>(o.assembly), static_cast<int>(o.backend));
  const auto start = rough_state(mesh, o, 0.01);
  const auto [wanted, expected] = alone(mesh, o, start, steps);
  REQUIRE(relative_difference(wanted, start) > 0.005);
  const auto apart = scattered(mesh, all_ranks().size()), together = in_rows(mesh, all_ranks().size());
  for (const auto& [rank_of, overlaps] : {Partitioned{apart, true}, {together, true}, {together, false}}) {
    SolverOptions options = o;
    options.overlaps_exchange = overlaps;
    Gas solver = on_this_rank(mesh, rank_of, options);
    solver.set_coefficients(local(start, mesh, solver.halo(), o));
    const Progress progress = solver.advance(steps, 1e9);
    CHECK(progress.steps == steps);
    CHECK(differences(solver.coefficients(), local(wanted, mesh, solver.halo(), o), solver) == 0);
    const Found found(solver);
    CHECK(found.time == expected.time);
    CHECK(found.stable_step == expected.stable_step);
    if (o.backend == BackendKind::cuda) continue;  // sums of a device round
    CHECK(found.totals == expected.totals);
    CHECK(found.integrals == expected.integrals);
    CHECK(found.rate == expected.rate);
    CHECK(found.largest_rate == expected.largest_rate);
    CHECK(found.errors == expected.errors);
  }
}

TEST_CASE("States are the same bit for bit on any number of ranks") {
  const Mesh2 mesh = half_curved_mesh(10);
  REQUIRE(mesh.periodic_pairs.size() == 2);
  for (const int degree : built_degrees())
    for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks}) {
      SolverOptions o = serial_options();
      o.degree = degree;
      o.quads = degree == 2 ? QuadSpace::Q : QuadSpace::P;
      o.assembly = assembly;
      compare_with_one_rank(mesh, o, 200);
    }
}

TEST_CASE("States are the same bit for bit on any number of devices") {
  if (cuda_device_count() < all_ranks().local_size()) {
    WARN("skipped: fewer devices than ranks");
    return;
  }
  const Mesh2 mesh = half_curved_mesh(20);
  for (const int degree : built_degrees())
    for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::tiles}) {
      SolverOptions o = serial_options();
      o.backend = BackendKind::cuda;
      o.degree = degree;
      o.quads = degree == 2 ? QuadSpace::Q : QuadSpace::P;
      o.assembly = assembly;
      compare_with_one_rank(mesh, o, 200);
    }
}

TEST_CASE("Walls, far fields, sources and varying data are the same on any number of ranks") {
  const Mesh2 mesh = hybrid_mesh({.n = 8, .periodic = false});
  SolverOptions o = serial_options();
  o.boundaries = walls_and_far_field();
  o.boundaries[3].type = BoundaryType::exact;
  const auto data = [](double x, double y, double t) { return smooth_state(x + 0.1 * t, y, t); };
  const auto source = [](double x, double y, double t) {
    return std::array<double, 4>{0.01 * std::sin(x + t), 0.02 * y, -0.01, 0.03 * x * y};
  };
  const auto start = rough_state(mesh, o, 0.01);
  const auto run = [&](Gas& solver, const std::vector<double>& coefficients) {
    solver.set_boundary_data(data, true);
    solver.set_source(source, true);
    solver.set_coefficients(coefficients);
    solver.advance(30, 1e9);
    return solver.coefficients();
  };
  Gas serial(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries));
  const auto wanted = run(serial, start);
  Gas solver = on_this_rank(mesh, in_rows(mesh, all_ranks().size()), o);
  const auto found = run(solver, local(start, mesh, solver.halo(), o));
  CHECK(differences(found, local(wanted, mesh, solver.halo(), o), solver) == 0);
}

}  // namespace
}  // namespace dg
