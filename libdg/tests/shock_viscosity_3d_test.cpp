/// Artificial viscosity at shocks in cells of all shapes, on the tested backend.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "filtered_options.hpp"
#include "libdg/solver/solver.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

SolverOptions viscous_options() {
  SolverOptions o = filtered_options(2, QuadSpace::Q_and_prisms);  // the degree that the build has for a CPU
  o.shocks = ShockCapturing::viscosity;
  return o;
}

/// A front of pressure, density and velocity, as wide as a cell.
std::array<double, 5> front(double x, double y, double z, double) {
  const double rise = 0.5 * (1 + std::tanh(20 * (std::hypot(x - 0.6, y - 0.5, z - 0.6) - 0.3)));
  return {2 - rise, 0.3 * rise, -0.2 * rise, 0.1 * rise, 2 - 1.5 * rise};
}

constexpr Shapes3D all_shapes[]{Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::all_four};

TEST_CASE("In 3-D, artificial viscosity keeps mass, momentum and energy", "[viscosity]") {
  for (const Shapes3D shapes : all_shapes)
    for (const int order : {1, 2}) {
      INFO(name_of(shapes) << ", geometric order " << order);
      const Mesh3 mesh = mesh_of_shapes(shapes, 3, true, {order, order > 1 ? 0.05 : 0.0});
      auto solver = make_solver(mesh, viscous_options());
      solver->set_state(front);
      CHECK(solver->observe({}, {}).limited > 0);
      const auto before = solver->totals();
      CHECK(solver->advance(40, 1e9).bad_cell < 0);
      const auto after = solver->totals();
      for (int n = 0; n < 5; ++n) CHECK(std::abs(after[n] - before[n]) < 1e-12 * std::abs(before[4]));
    }
}

TEST_CASE("In 3-D, artificial viscosity flattens a front", "[viscosity]") {
  for (const Shapes3D shapes : all_shapes) {
    INFO(name_of(shapes));
    const Mesh3 mesh = mesh_of_shapes(shapes, 3, true);
    SolverOptions o = viscous_options();
    o.fixed_dt = 1e-4;
    const auto entropy = [&] {
      auto solver = make_solver(mesh, o);
      solver->set_state(front);
      solver->advance(20, 1e9);
      return solver->flow_totals().entropy;
    };
    const double with = entropy();
    o.shocks = ShockCapturing::none;
    o.positivity = Positivity::on;
    CHECK(with > entropy());
  }
}

TEST_CASE("In 3-D, a device has the artificial viscosity of a CPU", "[viscosity]") {
  for (const Shapes3D shapes : all_shapes) {
    INFO(name_of(shapes));
    SolverOptions o = viscous_options();
    const auto run = [&] {
      auto solver = make_solver(mesh_of_shapes(shapes, 3, true, {2, 0.05}), o);
      solver->set_state(front);
      solver->advance(5, 1e9);
      return solver->coefficients();
    };
    const auto found = run();
    o.backend = BackendKind::cpu;
    CHECK(relative_difference(found, run()) < 1e-11);
  }
}

}  // namespace
}  // namespace dg::test
