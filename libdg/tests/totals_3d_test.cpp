#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "mesh_of_shapes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

/// Velocities that are linear in every way, at one density and pressure, in a mesh that fills mesh_of_shapes().
void check_linear_flow(const Mesh3& mesh, const SolverOptions& options) {
  constexpr double rho = 1.3, p = 2.1;
  static constexpr double a[3][3] = {
      {0.3, -0.8, 0.5}, {0.4, 0.6, -0.2}, {-0.7, 0.1, 0.2}};  // [i][d]: of component i along d
  const auto& m = shear_3d;
  const double volume = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                        m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                        m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  auto solver = make_solver(mesh, options);
  solver->set_state([](double x, double y, double z, double) {
    const double at[3]{x, y, z};
    std::array<double, 5> w{rho, 0, 0, 0, p};
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d) w[1 + i] += a[i][d] * at[d];
    return w;
  });
  const double divergence = a[0][0] + a[1][1] + a[2][2];
  double strain2 = 0, curl2 = 0;  // of the deviatoric rate of strain
  for (int i = 0; i < 3; ++i)
    for (int d = 0; d < 3; ++d) {
      strain2 += std::pow(0.5 * (a[i][d] + a[d][i]) - (i == d ? divergence / 3 : 0), 2);
      curl2 += 0.5 * std::pow(a[i][d] - a[d][i], 2);
    }
  const FlowTotals totals = solver->flow_totals();
  CHECK(totals.enstrophy == Approx(0.5 * rho * curl2 * volume).epsilon(1e-11));
  CHECK(totals.viscous_dissipation == Approx(2 * options.gas.viscosity * strain2 * volume).epsilon(1e-11));
  CHECK(totals.pressure_dilatation == Approx(p * divergence * volume).epsilon(1e-11));
}

TEST_CASE("In 3-D, friction and expansion take from a linear flow what its rate of strain says") {
  SolverOptions o;
  o.backend = tested_backend();
  o.degree = 2;
  o.gas.viscosity = 0.03;
  o.boundaries = {on("outside", BoundaryType::farfield)};
  for (const Shapes3D shapes : {Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra, Shapes3D::all_four})
    check_linear_flow(mesh_of_shapes(shapes, 2, false), o);
}

}  // namespace
}  // namespace dg::test
