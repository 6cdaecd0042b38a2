#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/solver/resolve_options.hpp"
#include "solver_rate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

/// Calls visit(options) for everything that is built: degrees, precisions, spaces, the equations given, assemblies.
template <class Visit>
void for_each_variant(std::initializer_list<bool> equations, Visit visit) {
  for (const int degree : test::built_degrees())
    for (const auto precision : test::built_precisions())
      for (const auto quads : {QuadSpace::P, QuadSpace::Q})
        for (const bool viscous : equations)
          for (const auto assembly : test::tested_assemblies()) {
            SolverOptions o;
            o.degree = degree;
            o.precision = precision;
            o.quads = quads;
            o.backend = test::tested_backend();
            o.threads = 1;
            o.assembly = assembly;
            o.gas.viscous = viscous;
            o.gas.viscosity = 0.02;
            INFO("degree " << degree << ", " << (precision == Precision::double_precision ? "double" : "single")
                           << ", quads " << (quads == QuadSpace::P ? "P" : "Q") << ", viscous " << viscous << ", "
                           << name_of(assembly));
            visit(o);
          }
}

std::array<double, 4> uniform(double, double, double) { return {1, 0.6, -0.3, 1 / 1.4}; }

/// dU/dt of a uniform flow, largest over all cells and variables, as a fraction of what one face would make of it:
/// (|u| + c) rho E / h.
double free_stream_error(const Mesh2& mesh, const SolverOptions& o, double h) {
  auto solver = make_solver(mesh, o);
  solver->set_state(uniform);
  solver->set_boundary_data(uniform, false);
  const Norms rate = solver->residual_norms();
  double largest = 0;
  for (const double x : rate.linf) largest = std::isnan(x) ? 1e300 : std::max(largest, x);
  const double energy = 1 / (1.4 * 0.4) + 0.5 * (0.36 + 0.09), speed = std::sqrt(0.45) + 1;
  return largest / (speed * energy / h);
}

double free_stream_tolerance(const SolverOptions& o) {
  return o.precision == Precision::double_precision ? 1e-12 : 1e-4;
}

TEST_CASE("A uniform flow stays uniform on curved hybrid meshes of every order", "[free-stream]") {
  for (const int order : {1, 2, 3, 4}) {
    const bool periodic = order % 2 == 1;
    const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = order, .curved = 0.04, .periodic = periodic});
    for_each_variant({false, true}, [&](SolverOptions o) {
      if (!periodic) {
        o.boundaries = test::on_all_sides(BoundaryType::exact);
        o.boundaries[1].type = BoundaryType::supersonic_out;
        o.boundaries[2].type = BoundaryType::farfield;
        o.boundaries[2].state = uniform(0, 0, 0);
      }
      if (o.assembly != Assembly::tiles) o.layout = order <= 2 ? Layout::flat : Layout::blocked;
      o.mass_inverse = order == 4 ? MassInverse::weight_adjusted : MassInverse::exact;
      o.riemann = periodic ? Riemann::llf : Riemann::roe;
      INFO("geometric order " << order);
      CHECK(free_stream_error(mesh, o, 0.2) < free_stream_tolerance(o));
    });
  }
}

TEST_CASE("A uniform flow stays uniform around a body of curved cells", "[free-stream]") {
  for (const int order : {2, 4}) {
    const Mesh2 mesh = test::ring_mesh(order);
    for_each_variant({true}, [&](SolverOptions o) {
      o.boundaries = {test::on("wall", BoundaryType::exact), test::on("farfield", BoundaryType::farfield)};
      o.boundaries[1].state = uniform(0, 0, 0);
      INFO("geometric order " << order);
      CHECK(free_stream_error(mesh, o, 0.2) < free_stream_tolerance(o));
    });
  }
}

TEST_CASE("Mass, momentum and energy of a periodic flow are kept to round-off", "[conservation]") {
  for (const int order : {1, 3}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = order, .curved = order == 1 ? 0.0 : 0.04});
    for_each_variant({false, true}, [&](SolverOptions o) {
      o.riemann = o.gas.viscous ? Riemann::hllc : Riemann::llf;
      o.cfl = 0.8;
      auto solver = make_solver(mesh, o);
      solver->set_state([](double x, double y, double) { return test::smooth_flow(x, y); });
      const auto before = solver->totals();
      const auto initial = solver->coefficients();
      solver->advance(20, 1e300);
      const auto after = solver->totals();
      const bool exact = o.precision == Precision::double_precision;
      CHECK(test::relative_difference(solver->coefficients(), initial) > 1e-4);
      for (int k = 0; k < 4; ++k) CHECK(after[k] == Approx(before[k]).epsilon(0).margin(exact ? 2e-14 : 1e-5));
    });
  }
}

TEST_CASE("The rate of change of a rough periodic state has no integral, whatever the mass inverse", "[conservation]") {
  for (const int order : {2, 4}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = order, .curved = 0.04});
    for (const auto mass_inverse : {MassInverse::exact, MassInverse::weight_adjusted})
      for_each_variant({false, true}, [&](SolverOptions o) {
        o.mass_inverse = mass_inverse;
        const auto rate = test::solver_rate(mesh, o, test::rough_state(mesh, o, 0.05));
        auto solver = make_solver(mesh, o);
        solver->set_coefficients(rate);
        double largest = 0;
        for (const double x : rate) largest = std::max(largest, std::abs(x));
        INFO("geometric order " << order << ", weight-adjusted " << (mass_inverse == MassInverse::weight_adjusted));
        for (const double total : solver->totals())
          CHECK(std::abs(total) < (o.precision == Precision::double_precision ? 1e-13 : 1e-5) * largest);
      });
  }
}

}  // namespace
}  // namespace dg
