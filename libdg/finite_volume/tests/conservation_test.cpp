#include <catch2/catch.hpp>
#include <cmath>

#include "flows.hpp"

namespace dg {
namespace {

std::array<double, 4> uniform(double, double, double) { return {1, 0.6, -0.3, 1 / 1.4}; }

/// dU/dt of a uniform flow over what one face would make of it: (|u| + c) rho E / h.
double free_stream_error(const Mesh2& mesh, const SolverOptions& o, double h) {
  auto solver = make_solver(mesh, o);
  solver->set_state(uniform);
  solver->set_boundary_data(uniform, false);
  double largest = 0;
  for (const double x : solver->residual_norms().linf) largest = std::isnan(x) ? 1e300 : std::max(largest, x);
  return largest / ((std::sqrt(0.45) + 1) * (1 / (1.4 * 0.4) + 0.5 * 0.45) / h);
}

void check_free_stream(Precision precision, int order, Limiter limiter, double tolerance) {
  SolverOptions o = test::finite_volumes(limiter);
  o.precision = precision;
  INFO("order " << order << ", limiter " << static_cast<int>(limiter) << ", tolerance " << tolerance);
  CHECK(free_stream_error(test::mixed_mesh(true, order), o, 0.2) < tolerance);
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  o.boundaries[1].type = BoundaryType::supersonic_out;
  o.boundaries[2].type = BoundaryType::farfield;
  o.boundaries[2].state = uniform(0, 0, 0);
  CHECK(free_stream_error(test::mixed_mesh(false, order), o, 0.2) < tolerance);
  o.boundaries = {test::on("wall", BoundaryType::exact), test::on("farfield", BoundaryType::farfield)};
  o.boundaries[1].state = uniform(0, 0, 0);
  CHECK(free_stream_error(test::ring_mesh(order), o, 0.2) < tolerance);
}

TEST_CASE("Finite volumes keep a uniform flow on curved hybrid meshes of every order") {
  for (const auto limiter : {Limiter::none, Limiter::barth_jespersen, Limiter::venkatakrishnan}) {
    for (const int order : {1, 2, 3, 4}) check_free_stream(Precision::double_precision, order, limiter, 1e-12);
    if (test::is_built(Precision::single_precision)) check_free_stream(Precision::single_precision, 3, limiter, 1e-5);
  }
}

TEST_CASE("Finite volumes keep mass, momentum and energy of a periodic flow to round-off") {
  for (const auto precision : test::built_precisions())
    for (const int order : {1, 3})
      for (const auto limiter : {Limiter::none, Limiter::venkatakrishnan}) {
        SolverOptions o = test::finite_volumes(limiter);
        o.precision = precision;
        o.cfl = 0.8;
        auto solver = make_solver(test::mixed_mesh(true, order), o);
        solver->set_state(test::smooth_flow_at);
        const auto before = solver->totals();
        const auto initial = solver->coefficients();
        solver->advance(20, 1e300);
        const auto after = solver->totals();
        CHECK(test::relative_difference(solver->coefficients(), initial) > 1e-4);
        const double tolerance = precision == Precision::double_precision ? 2e-14 : 1e-5;
        for (int k = 0; k < 4; ++k) CHECK(after[k] == Approx(before[k]).epsilon(0).margin(tolerance));
      }
}

}  // namespace
}  // namespace dg
