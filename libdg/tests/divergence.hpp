/// A check for every backend that a run ends at the step at which it diverges.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "support.hpp"

namespace dg::test {

/// The cells of a state whose mean has no positive density and pressure, found from the coefficients.
inline std::vector<Index> bad_means(const Solver& solver, const Mesh2& mesh, double gamma) {
  const std::vector<double> c = solver.coefficients();
  std::vector<Index> bad;
  std::size_t begin = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto modes = static_cast<std::size_t>(solver.mode_count(cell));
    // The constant of the orthonormal basis on a triangle of area 2 and on a square of area 4.
    const double phi = mesh.cell_shapes[cell] == CellShape::triangle ? std::sqrt(0.5) : 0.5;
    std::array<double, 4> u;
    for (std::size_t n = 0; n < 4; ++n) u[n] = phi * c[begin + n * modes];
    const double p = (gamma - 1) * (u[3] - 0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0]);
    if (!(u[0] > 0 && p > 0 && std::isfinite(p))) bad.push_back(cell);
    begin += 4 * modes;
  }
  return bad;
}

/// Steps taken at once end at the very step, time and cell at which steps taken one by one find the first bad mean.
inline void check_divergence(const Mesh2& mesh, SolverOptions options) {
  auto at_once = make_solver(mesh, options), one_by_one = make_solver(mesh, options);
  for (Solver* solver : {at_once.get(), one_by_one.get()}) {
    solver->set_state(smooth_flow_at);
    solver->set_time(0);
  }
  constexpr long most = 400;
  long steps = 0;
  std::vector<Index> bad;
  while (bad.empty() && steps < most) {
    steps += one_by_one->advance(1, 1e300).steps;
    bad = bad_means(*one_by_one, mesh, options.gas.gamma);
  }
  REQUIRE(!bad.empty());
  INFO("step " << steps << ", " << bad.size() << " cells");
  CHECK(steps > 1);
  const Progress progress = at_once->advance(most, 1e300);
  CHECK(progress.steps == steps);
  CHECK(std::find(bad.begin(), bad.end(), progress.bad_cell) != bad.end());
  CHECK(at_once->time() == one_by_one->time());
  const Progress after = at_once->advance(most, 1e300);
  CHECK(after.steps == 0);
  CHECK(after.bad_cell == progress.bad_cell);
  // A new state makes all well again.
  at_once->set_state(smooth_flow_at);
  CHECK(at_once->advance(1, 1e300).bad_cell == -1);
}

/// Far too large steps, as a part of the stability limit, of a fixed size, and of each cell's own.
inline void check_divergence_of_all_steps(const Mesh2& mesh, SolverOptions options) {
  options.cfl = 6;
  check_divergence(mesh, options);
  auto solver = make_solver(mesh, options);
  solver->set_state(smooth_flow_at);
  SolverOptions fixed = options;
  fixed.fixed_dt = solver->stable_time_step();
  check_divergence(mesh, fixed);
  options.local_time_step = true;
  check_divergence(mesh, options);
}

}  // namespace dg::test
