#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/tests/ranks.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Gas = EquationSolver<Gas2<double>>;
using test::all_ranks;

/// A periodic chequer of triangles and quadrilaterals of order 2, straight in its right half and curved in the left.
Mesh2 half_curved_mesh(int n) {
  Mesh2 mesh = test::hybrid_mesh({.n = n, .order = 2, .distortion = 0});
  for (auto& [x, y] : mesh.nodes) {
    const double shift = 0.04 * std::sin(2 * std::numbers::pi * x) * std::sin(2 * std::numbers::pi * y);
    if (x >= 0.5) continue;
    x += shift;
    y -= shift;
  }
  return mesh;
}

/// Neighbouring cells on different ranks almost everywhere.
std::vector<int> scattered(const Mesh2& mesh, int ranks) {
  test::Random random(7);
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(c < ranks ? c : std::min(ranks - 1, static_cast<int>(random() * ranks)));
  return rank_of;
}

/// As many cells on each in the order of the mesh.
std::vector<int> in_rows(const Mesh2& mesh, int ranks) {
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(static_cast<int>(std::int64_t(c) * ranks / mesh.cell_count()));
  return rank_of;
}

Gas on_this_rank(const Mesh2& mesh, const std::vector<int>& rank_of, const SolverOptions& o) {
  Communicator& ranks = all_ranks();
  return Gas(make_subdomain(mesh, rank_of, ranks.rank(), ranks.size()), o,
             gas_physics<double>(o.gas, o.riemann, o.boundaries), ranks);
}

std::vector<std::size_t> begins(const Mesh2& mesh, const SolverOptions& o) {
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh.cell_shapes)
    begin.push_back(begin.back() + 4 * mode_count(space_of(shape, o.quads), o.degree));
  return begin;
}

/// The coefficients of the cells of this rank, ghosts included, out of those of the whole mesh.
std::vector<double> local(const std::vector<double>& whole, const Mesh2& mesh, const Halo& halo,
                          const SolverOptions& o) {
  if (halo.is_whole()) return whole;
  const auto begin = begins(mesh, o);
  std::vector<double> result;
  for (const Index cell : halo.cell)
    result.insert(result.end(), whole.begin() + begin[cell], whole.begin() + begin[cell + 1]);
  return result;
}

/// How many of the coefficients of own cells are not those of the whole mesh, in any bit.
std::size_t differences(const std::vector<double>& found, const std::vector<double>& wanted, const Gas& solver) {
  const Halo& halo = solver.halo();
  const std::size_t own = solver.host_space().begin_of(halo.is_whole() ? solver.mesh().cell_count() : halo.own_cells);
  std::size_t count = 0;
  for (std::size_t i = 0; i < own; ++i) count += found[i] != wanted[i];
  return count;
}

std::array<double, 4> smooth_state(double x, double y, double) { return test::smooth_flow(x, y); }

/// What a solver says of its state: of the whole mesh, on one rank or on many.
struct Found {
  double time, stable_step;
  std::array<double, 4> totals, rate, largest_rate, errors;
  FlowIntegrals<Gas2<double>> integrals;

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
  const auto start = test::rough_state(mesh, o, 0.01);
  const auto [wanted, expected] = alone(mesh, o, start, steps);
  REQUIRE(test::relative_difference(wanted, start) > 0.005);
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
  for (const int degree : test::built_degrees())
    for (const Assembly assembly : {Assembly::fused, Assembly::gather}) {
      SolverOptions o = test::serial_options();
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
  for (const int degree : test::built_degrees())
    for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::tiles}) {
      SolverOptions o = test::serial_options();
      o.backend = BackendKind::cuda;
      o.degree = degree;
      o.quads = degree == 2 ? QuadSpace::Q : QuadSpace::P;
      o.assembly = assembly;
      compare_with_one_rank(mesh, o, 200);
    }
}

TEST_CASE("Walls, far fields, sources and varying data are the same on any number of ranks") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 8, .periodic = false});
  SolverOptions o = test::serial_options();
  o.boundaries = test::walls_and_far_field();
  o.boundaries[3].type = BoundaryType::exact;
  const auto data = [](double x, double y, double t) { return smooth_state(x + 0.1 * t, y, t); };
  const auto source = [](double x, double y, double t) {
    return std::array<double, 4>{0.01 * std::sin(x + t), 0.02 * y, -0.01, 0.03 * x * y};
  };
  const auto start = test::rough_state(mesh, o, 0.01);
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

/// Density that the flow carries along, in conserved variables: exact for a gas without viscosity.
std::array<double, 4> carried_density(double x, double y, double t) {
  constexpr double u = 0.4, v = 0.3, p = 0.7;
  const double rho = 1 + 0.2 * std::sin(2 * std::numbers::pi * (x + y - (u + v) * t));
  return {rho, rho * u, rho * v, p / 0.4 + 0.5 * rho * (u * u + v * v)};
}

TEST_CASE("Ranks keep a uniform flow on curved cells") {
  const Mesh2 mesh = half_curved_mesh(8);
  const auto uniform = [](double, double, double) { return std::array{1.2, 0.6, -0.3, 2.1}; };
  for (const Assembly assembly : {Assembly::fused, Assembly::gather}) {
    SolverOptions o = test::serial_options();
    o.assembly = assembly;
    Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
    solver.set_state(uniform);
    solver.advance(20, 1e9);
    for (const double error : solver.errors(uniform).linf) CHECK(error < 1e-12);
  }
}

TEST_CASE("What flows from rank to rank is not lost") {
  const Mesh2 mesh = half_curved_mesh(8);
  for (const Assembly assembly : {Assembly::fused, Assembly::gather}) {
    SolverOptions o = test::serial_options();
    o.assembly = assembly;
    Gas solver = on_this_rank(mesh, scattered(mesh, all_ranks().size()), o);
    solver.set_coefficients(local(test::rough_state(mesh, o, 0.01), mesh, solver.halo(), o));
    const auto before = solver.sums().integrals();
    solver.advance(50, 1e9);
    const auto after = solver.sums().integrals();
    for (int k = 0; k < 4; ++k) CHECK(after[k] == Approx(before[k]).epsilon(1e-13).margin(1e-14));
  }
}

TEST_CASE("Errors fall with the mesh at their order on any number of ranks") {
  SolverOptions o = test::serial_options();
  o.gas.viscous = false;
  std::vector<double> errors;
  for (const int n : {6, 12}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = n, .distortion = 0});
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
  const SolverOptions o = test::serial_options();
  const auto start = test::rough_state(mesh, o, 0.01);
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

TEST_CASE("Cells that take their own steps do so on any number of ranks") {
  const Mesh2 mesh = half_curved_mesh(6);
  SolverOptions o = test::serial_options();
  o.local_time_step = true;
  o.time_step_spread = 1.2;
  const auto start = test::rough_state(mesh, o, 0.01);
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
  const SolverOptions o = test::serial_options();
  auto start = test::rough_state(mesh, o, 0.01);
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
  SolverOptions o = test::serial_options();
  o.newton = true;
  CHECK_THROWS_WITH(on_this_rank(mesh, rank_of, o), Catch::Contains("Newton's method works on one rank only"));
  o.newton = false;
  o.assembly = Assembly::atomic;
  CHECK_THROWS_WITH(on_this_rank(mesh, rank_of, o), Catch::Contains("take 'fused' or 'gather'"));
}

}  // namespace
}  // namespace dg
