#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "flow_3d.hpp"
#include "mesh_of_shapes.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "reference_rate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

State3D mixed_wave_at(const std::array<double, 3>& x) {
  return state_3d(1 + 0.1 * std::sin(x[0] + 2 * x[1]), {0.3 + 0.1 * x[2], -0.2 + 0.1 * x[0] * x[1], 0.1 + 0.1 * x[0]},
                  1 + 0.1 * std::cos(x[1] - x[2]));
}

}  // namespace

TEST_CASE("On a device, rates of degree 5 on 3-D cells are those of the definition") {
  struct Case {
    Shapes3D shapes;
    QuadSpace quads;
    Bending bending;
  };
  constexpr int degree = 5;
  for (const auto& [shapes, quads, bending] :
       {Case{Shapes3D::tetrahedra, QuadSpace::P, {}}, Case{Shapes3D::tetrahedra, QuadSpace::P, {2, 0.02}},
        Case{Shapes3D::hexahedra, QuadSpace::Q, {2, 0.02}}, Case{Shapes3D::all_four, QuadSpace::Q_and_prisms, {}}}) {
    INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree);
    const Mesh3 mesh = mesh_of_shapes(shapes, bending.order + 1, false, bending);
    BoundaryParameters<double, 3> outside{};
    outside.type = BoundaryType::exact;
    const ReferenceScheme<3> scheme{degree, quads, 0, 0, gas_3d(), Riemann::roe, {outside}, mixed_wave_at, {}};
    std::vector<double> state, reference;
    for (const Assembly assembly : assemblies_3d(mesh, degree, quads)) {
      INFO("assembly " << static_cast<int>(assembly));
      FlowOf3D<NavierStokes3D<double>> flow(mesh, {.degree = degree, .quads = quads, .assembly = assembly});
      flow.set_outside(mixed_wave_at);
      if (state.empty()) {
        state = flow.project(mixed_wave_at);
        reference = reference_rate<3>(mesh, scheme, state);
      }
      CHECK(relative_difference(flow.rate(state), reference) < 1e-10);
    }
  }
}

TEST_CASE("On a device, degree 5 in single precision keeps to double precision") {
  Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "tetrahedra"}, {"n", "2"}}));
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "front", "back", "box");
  connect_periodic(mesh, "bottom", "top", "box");
  std::vector<double> states[2];
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    SolverOptions o;
    o.backend = tested_backend();
    o.degree = 5;
    o.precision = precision;
    o.gas.viscosity = 1e-3;
    o.cfl = 0.5;
    auto solver = make_solver(mesh, o);
    solver->set_state([](double x, double y, double z, double) {
      const double tau = 6.283185307179586;
      return std::array<double, 5>{1 + 0.1 * std::sin(tau * x), 0.3, 0.1 * std::sin(tau * z), 0.1 * std::cos(tau * y),
                                   1 / 1.4};
    });
    solver->advance(20, 1e9);
    states[precision == Precision::double_precision] = solver->coefficients();
  }
  CHECK(relative_difference(states[0], states[1]) < 1e-5);
}

}  // namespace dg::test
