#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "mesh_of_shapes.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr double residual_at_rounding = 1e-10;

/// A flow that no steady state is like.
std::array<double, 5> disturbed(double x, double y, double z, double) {
  return {1 + 0.05 * std::sin(3 * x - y), 0.4 + 0.1 * std::cos(2 * y + z), 0.1 * std::sin(4 * z), -0.2 + 0.1 * x,
          0.8 + 0.05 * std::cos(3 * z)};
}

std::array<double, 5> outside(double x, double y, double z, double) {
  return {1 + 0.1 * y, 0.4 + 0.1 * z, 0.1 * x, -0.2 + 0.05 * y, 0.8 - 0.05 * x};
}

std::unique_ptr<SolverOf<3>> solver_on(const Mesh3& mesh, int degree, QuadSpace quads) {
  SolverOptions o;
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.degree = degree;
  o.quads = quads;
  o.gas.viscosity = 0.05;
  o.riemann = Riemann::roe;
  o.newton = true;
  o.boundaries = {test::on("outside", BoundaryType::exact)};
  auto solver = make_solver(mesh, o);
  solver->set_boundary_data(outside, false);
  solver->set_state(disturbed);
  return solver;
}

double residual(const SolverOf<3>& solver) { return solver.residual_norms().l2[4]; }

TEST_CASE(
    "In 3-D, Newton's method makes the rates of pseudo-time stepping vanish, its last step far more than the one "
    "before") {
  for (const test::Shapes3D shapes : {test::Shapes3D::tetrahedra, test::Shapes3D::hexahedra_and_prisms,
                                      test::Shapes3D::prisms_and_tetrahedra, test::Shapes3D::all_four})
    for (const int degree : {1, 2})
      for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q, QuadSpace::Q_and_prisms}) {
        if (quads != QuadSpace::P && shapes != test::Shapes3D::hexahedra_and_prisms) continue;
        INFO(test::name_of(shapes) << ", degree " << degree
                                   << (quads == QuadSpace::P ? ", P"
                                       : quads.prisms        ? ", Q on prisms"
                                                             : ", Q"));
        const Mesh3 mesh = test::mesh_of_shapes(shapes, 2, false, {2, 0.05});
        const auto newton = solver_on(mesh, degree, quads);
        std::vector<double> residuals{residual(*newton)};
        while (residuals.back() > residual_at_rounding && residuals.size() < 15) {
          const NewtonStep step = newton->newton_step();
          CHECK(step.trouble == NewtonTrouble::none);
          // The factors of degree 1 are those of the whole matrix of few cells: GMRES has next to nothing to do.
          if (degree == 1 && step.right_hand_sides > 100) CHECK(step.krylov_steps <= 2);
          residuals.push_back(residual(*newton));
        }
        REQUIRE(residuals.back() <= residual_at_rounding);
        CHECK(residuals.back() < 1e-2 * residuals[residuals.size() - 2]);
        CHECK(newton->time() == 0);
      }
}

/// The state at 0.2 of a flow in a periodic box, from steps of a fixed size.
std::vector<double> flow_after(const Mesh3& mesh, TimeScheme scheme, int steps) {
  constexpr double end = 0.2, two_pi = 2 * std::numbers::pi;
  SolverOptions o;
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.degree = 1;
  o.gas.viscosity = 1e-3;
  o.riemann = Riemann::roe;  // whose flux is smooth where velocities keep their signs
  o.scheme = scheme;
  o.step_tolerance = 1e-9;
  o.fixed_dt = end / steps;
  auto solver = make_solver(mesh, o);
  solver->set_state([](double x, double y, double z, double) {
    return std::array{1 + 0.1 * std::sin(two_pi * (x - y)), 0.5 + 0.1 * std::cos(two_pi * z),
                      0.3 + 0.1 * std::sin(two_pi * x), 0.4 + 0.1 * std::cos(two_pi * y),
                      0.8 + 0.05 * std::cos(two_pi * (y + z))};
  });
  const double before = solver->totals()[0];
  CHECK(solver->advance(steps, end).steps == steps);
  CHECK(solver->time() == end);
  CHECK(solver->totals()[0] == Approx(before).epsilon(1e-9));
  return solver->coefficients();
}

TEST_CASE("In 3-D, ESDIRK schemes have their orders, against an explicit one with short steps") {
  const Mesh3 mesh = test::mesh_of_shapes(test::Shapes3D::hexahedra_and_prisms, 2, true);
  const std::vector<double> exact = flow_after(mesh, TimeScheme::rk4, 800);
  for (const auto& [scheme, order] : {std::pair{TimeScheme::esdirk3, 3}, {TimeScheme::esdirk4, 4}}) {
    const double coarse = test::relative_difference(flow_after(mesh, scheme, 8), exact),
                 fine = test::relative_difference(flow_after(mesh, scheme, 16), exact);
    INFO("order " << order << ", differences " << coarse << ", " << fine);
    CHECK(std::log2(coarse / fine) > order - 0.3);
  }
}

}  // namespace
}  // namespace dg
