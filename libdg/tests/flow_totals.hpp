/// A check of the integrals of a flow for every backend.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>

#include "support.hpp"

namespace dg::test {

/// Rigid rotation about (1/2, 1/2) on the unit square, at one density and pressure: its momentum is linear.
inline void check_flow_totals(const Mesh2& mesh, const SolverOptions& options) {
  constexpr double rho = 1.3, p = 2.1, rate = 0.7;
  auto solver = make_solver(mesh, options);
  solver->set_state([](double x, double y, double) {
    return std::array<double, 4>{rho, -rate * (y - 0.5), rate * (x - 0.5), p};
  });
  const FlowTotals totals = solver->flow_totals();
  const double tolerance = options.precision == Precision::double_precision ? 1e-11 : 1e-5;
  const double curved = mesh.geometry_order > 1 ? 1e-6 : tolerance;  // the rule of curved cells is not exact here
  CHECK(totals.kinetic_energy == Approx(0.5 * rho * rate * rate / 6).epsilon(std::max(tolerance, curved)));
  CHECK(totals.enstrophy == Approx(0.5 * rho * 4 * rate * rate).epsilon(std::max(tolerance, curved)));
  const double entropy = rho * (std::log(p) - options.gas.gamma * std::log(rho));
  CHECK(totals.entropy == Approx(entropy).epsilon(std::max(tolerance, 1e-6)));
  // A rotation deforms nothing; derivatives lose a digit.
  CHECK(std::abs(totals.viscous_dissipation) < 10 * std::max(tolerance, curved));
  CHECK(std::abs(totals.pressure_dilatation) < 10 * std::max(tolerance, curved));
}

}  // namespace dg::test
