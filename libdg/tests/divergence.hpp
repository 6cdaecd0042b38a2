/// A check for every backend that a run ends at the step at which it diverges.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/solver/volume_rule.hpp"
#include "support.hpp"

namespace dg::test {

/// The cells of a state whose mean has no positive density and pressure, found from the coefficients.
inline std::vector<Index> bad_averages(const Solver& solver, const Mesh2& mesh, const SolverOptions& o) {
  const std::vector<double> c = solver.coefficients();
  const int exact_to = 2 * o.degree + 2 * mesh.geometry_order;
  const std::array rules{VolumeRule(mesh, CellShape::triangle, o.quads, o.degree, exact_to),
                         VolumeRule(mesh, CellShape::quadrilateral, o.quads, o.degree, exact_to)};
  std::vector<Index> bad;
  std::size_t begin = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const VolumeRule<>& rule = rules[static_cast<std::size_t>(mesh.cell_shapes[cell])];
    const auto modes = static_cast<std::size_t>(solver.mode_count(cell));
    CellPoints<> at;
    at.place(mesh, cell, rule);
    std::array<double, 4> u{};
    double area = 0;
    for (std::size_t q = 0; q < at.weight.size(); ++q) {
      area += at.weight[q];
      for (std::size_t n = 0; n < 4; ++n)
        for (std::size_t k = 0; k < modes; ++k)
          u[n] += at.weight[q] * rule.basis[q * modes + k] * c[begin + n * modes + k];
    }
    for (double& x : u) x /= area;
    const double p = (o.gas.gamma - 1) * (u[3] - 0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0]);
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
    bad = bad_averages(*one_by_one, mesh, options);
  }
  REQUIRE(!bad.empty());
  INFO("degree " << options.degree << ", step " << steps << ", " << bad.size() << " cells");
  CHECK(steps > 1);
  const Progress progress = at_once->advance(most, 1e300);
  CHECK(progress.steps == steps);
  CHECK(std::find(bad.begin(), bad.end(), progress.bad_cell) != bad.end());
  CHECK(at_once->time() == one_by_one->time());
  const Progress after = at_once->advance(most, 1e300);
  CHECK(after.steps == 0);
  CHECK(after.bad_cell >= 0);
  // A new state makes all well again.
  at_once->set_state(smooth_flow_at);
  CHECK(at_once->advance(1, 1e300).bad_cell == -1);
}

/// Far too large steps, as a part of the stability limit, of a fixed size, and of each cell's own.
inline void check_divergence_of_all_steps(const Mesh2& mesh, SolverOptions options) {
  options.cfl = options.degree == 0 ? 3 : options.degree < 3 ? 6 : 1.6;
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
