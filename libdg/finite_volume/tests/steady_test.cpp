#include <catch2/catch.hpp>
#include <cstdlib>

#include "flows.hpp"

namespace dg {
namespace {

/// Around an airfoil, at Mach number 0.5.
Mesh2 airfoil() { return generate_mesh("naca0012", 0, {{"ni", "40"}, {"nj", "14"}, {"order", "1"}, {"radius", "20"}}); }

std::array<double, 4> stream(double, double, double) { return {1, 0.5, 0.01, 1 / 1.4}; }

struct SteadyRun {
  long steps = 0;
  std::vector<double> coefficients;
};

constexpr long most_steps = 20000;

/// To residuals of `part` of the first.
SteadyRun steady_run(SolverOptions o, double part) {
  o.boundaries = {test::on("wall", BoundaryType::wall_slip), test::on("farfield", BoundaryType::farfield)};
  o.boundaries[1].state = stream(0, 0, 0);
  auto solver = make_solver(airfoil(), o);
  solver->set_state(stream);
  const double first = solver->residual_norms().l2[0];
  SteadyRun result;
  while (solver->residual_norms().l2[0] > part * first && result.steps < most_steps)
    result.steps += solver->advance(10, 1e300).steps;
  result.coefficients = solver->coefficients();
  return result;
}

TEST_CASE("Local steps, and smoothing at twice the CFL number, need fewer steps to the same steady state") {
  SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
  o.scheme = TimeScheme::multistage4;
  o.cfl = 1;
  const SteadyRun global = steady_run(o, 1e-3);
  o.local_time_step = true;
  const SteadyRun local = steady_run(o, 1e-3), settled = steady_run(o, 1e-8);
  o.smoothing = 0.6;
  o.cfl = 2;
  const SteadyRun smoothed = steady_run(o, 1e-3), settled_too = steady_run(o, 1e-8);
  INFO(global.steps << ", " << local.steps << ", " << smoothed.steps << " steps; to 1e-8 " << settled.steps << ", "
                    << settled_too.steps);
  CHECK(global.steps < most_steps);
  CHECK(local.steps < global.steps);
  CHECK(smoothed.steps < local.steps);
  CHECK(settled.steps < most_steps);
  CHECK(settled_too.steps < most_steps);
  CHECK(test::relative_difference(settled_too.coefficients, settled.coefficients) < 1e-6);
}

TEST_CASE("In single precision pseudo-time stepping goes as in double precision") {
  if (!test::is_built(Precision::single_precision)) return;
  SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
  o.scheme = TimeScheme::multistage4;
  o.local_time_step = true;
  o.smoothing = 0.6;
  o.cfl = 2;
  const SteadyRun wanted = steady_run(o, 1e-4);
  o.precision = Precision::single_precision;
  const SteadyRun rounded = steady_run(o, 1e-4);
  CHECK(std::abs(rounded.steps - wanted.steps) <= 10);
  const double difference = test::relative_difference(rounded.coefficients, wanted.coefficients);
  CHECK(difference < 1e-5);
  CHECK(difference > 1e-8);  // else it was not in single precision
}

TEST_CASE("Smoothed residuals are those of two Jacobi sweeps") {
  // Over a step so short that its stages see one state.
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .distortion = 0});
  SolverOptions o = test::finite_volumes();
  o.fixed_dt = 1e-9;
  o.local_time_step = false;
  const auto change = [&](double smoothing) {
    o.smoothing = smoothing;
    auto solver = make_solver(mesh, o);
    const auto before = test::rough_averages(mesh, test::smooth_flow_at, 0.3);
    solver->set_coefficients(before);
    solver->advance(1, 1e300);
    auto after = solver->coefficients();
    for (std::size_t i = 0; i < after.size(); ++i)
      after[i] = (after[i] - before[i]) / 1e-9 * test::mean_over_coefficient(mesh.cell_shapes[i / 4]);
    return after;
  };
  const auto plain = change(0), smooth = change(0.6);
  // Sums of fluxes are rates times areas.
  std::vector<double> area;
  for (const CellShape shape : mesh.cell_shapes) area.push_back(shape == CellShape::triangle ? 0.5 : 1.0);
  std::vector<std::vector<Index>> neighbours(mesh.cell_count());
  for (const Face& f : mesh.faces) {
    neighbours[f.minus].push_back(f.plus);
    neighbours[f.plus].push_back(f.minus);
  }
  std::vector<double> sums(plain.size());
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = plain[i] * area[i / 4];
  std::vector<double> swept = sums;
  for (int sweep = 0; sweep < 2; ++sweep) {
    std::vector<double> next = sums;
    for (std::size_t i = 0; i < next.size(); ++i) {
      for (const Index j : neighbours[i / 4]) next[i] += 0.6 * swept[4 * j + i % 4];
      next[i] /= 1 + 0.6 * static_cast<double>(neighbours[i / 4].size());
    }
    swept = next;
  }
  for (std::size_t i = 0; i < swept.size(); ++i) swept[i] /= area[i / 4];
  CHECK(test::relative_difference(smooth, swept) < 1e-5);
  CHECK(test::relative_difference(plain, swept) > 0.1);
}

}  // namespace
}  // namespace dg
