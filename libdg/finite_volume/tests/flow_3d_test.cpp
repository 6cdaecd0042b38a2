#include <catch2/catch.hpp>
#include <cmath>

#include "flows_3d.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/tests/growth.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

const std::vector<std::string> kinds{"hexahedra", "tetrahedra", "prisms", "pyramids"};

double growth(const std::string& kind, double height, TimeScheme scheme, bool viscous, double cfl) {
  Mesh3 mesh = test::box(kind, {4, 4, 4}, {1, 1, height});
  test::make_periodic(mesh);
  SolverOptions o = test::finite_volumes();
  o.riemann = Riemann::llf;
  o.gas.viscous = viscous;
  o.gas.viscosity = 100;  // sound does not matter
  o.scheme = scheme;
  o.cfl = cfl;
  auto solver = make_solver(mesh, o);
  solver->set_state([](double, double, double, double) { return test::Gas3D{1, 0, 0, 0, 1 / 1.4}; });
  return test::growth_of_noise(*solver, 300);
}

TEST_CASE("Steps of finite volumes of 0.9 of the limit are stable on 3-D cells, of 2.2 of the limit they are not") {
  for (const std::string& kind : kinds)
    for (const bool viscous : {false, true})
      for (const double height : {1.0, 0.35, 0.1}) {
        INFO(kind << ", viscous " << viscous << ", height " << height);
        for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4})
          CHECK(growth(kind, height, scheme, viscous, 0.9) < test::bounded_growth);
        // Of prisms, those with faces of nearly equal size have the smallest limits.
        if (height == (kind == "prisms" ? 0.35 : 1.0))
          CHECK(growth(kind, height, TimeScheme::ssprk3, viscous, 2.2) > 1e6);
      }
}

/// Sod's problem: what bursts at s = 0 when t = 0, by the exact solution of the Riemann problem.
/// Reference: Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, 3rd ed. (2009), chapter 4.
struct Sod {
  static constexpr double gamma = 1.4, rho_l = 1, p_l = 1, rho_r = 0.125, p_r = 0.1;
  double p, u, left, right;  ///< pressure and velocity between the waves, densities beside the contact

  Sod() {
    const auto change = [](double x, double rho, double p_side) {
      if (x > p_side) return (x - p_side) * std::sqrt(2 / rho / ((gamma + 1) * x + (gamma - 1) * p_side));
      return 2 * std::sqrt(gamma * p_side / rho) / (gamma - 1) * (std::pow(x / p_side, (gamma - 1) / (2 * gamma)) - 1);
    };
    double low = p_r, high = p_l;
    for (int i = 0; i < 100; ++i) {
      p = 0.5 * (low + high);
      (change(p, rho_l, p_l) + change(p, rho_r, p_r) > 0 ? high : low) = p;
    }
    u = change(p, rho_r, p_r);
    const double ratio = p / p_r, small = (gamma - 1) / (gamma + 1);
    left = rho_l * std::pow(p / p_l, 1 / gamma);
    right = rho_r * (ratio + small) / (ratio * small + 1);
  }

  double density(double speed) const {
    const double c = std::sqrt(gamma * p_l / rho_l), tail = u - std::sqrt(gamma * p / left),
                 shock = u / (1 - rho_r / right);
    if (speed < -c) return rho_l;
    if (speed < tail) return rho_l * std::pow(2 / (gamma + 1) - (gamma - 1) / (gamma + 1) * speed / c, 2 / (gamma - 1));
    return speed < u ? left : speed < shock ? right : rho_r;
  }
};

TEST_CASE("The published constants of Sod's problem") {
  // Toro, table 4.2.
  const Sod exact;
  CHECK(exact.p == Approx(0.30313).margin(5e-6));
  CHECK(exact.u == Approx(0.92745).margin(5e-6));
  CHECK(exact.left == Approx(0.42632).margin(5e-6));
  CHECK(exact.right == Approx(0.26557).margin(5e-6));
}

TEST_CASE(
    "Sod's shock tube, turned in space, has an error of the density of 2.5e-3 on 400 3-D cells, and no overshoots") {
  constexpr int cells = 400;
  constexpr double h = 1.0 / cells, end = 0.2;
  // The axis of the tube; the other two directions are at right angles to it.
  const double a = std::cos(0.47) * std::cos(0.3), b = std::sin(0.47) * std::cos(0.3), c = std::sin(0.3);
  const double across = std::hypot(a, b);
  const std::array<std::array<double, 3>, 3> turned{
      {{a, -b / across, -a * c / across}, {b, a / across, -b * c / across}, {c, 0, across}}};
  const auto place = [&](double x, double y, double z) { return a * x + b * y + c * z - 0.5; };
  for (const std::string kind : {"hexahedra", "tetrahedra"}) {
    Mesh3 mesh = test::box(kind, {cells, 2, 2}, {1, 2 * h, 2 * h});
    for (auto& node : mesh.nodes) {
      const auto x = node;
      for (int d = 0; d < 3; ++d) node[d] = turned[d][0] * x[0] + turned[d][1] * x[1] + turned[d][2] * x[2];
    }
    SolverOptions o = test::finite_volumes(Limiter::barth_jespersen);
    for (const char* side : {"front", "back", "bottom", "top"})
      o.boundaries.push_back(test::on(side, BoundaryType::wall_slip));
    for (const char* side : {"left", "right"}) o.boundaries.push_back(test::on(side, BoundaryType::exact));
    auto solver = make_solver(mesh, o);
    const auto initial = [&](double x, double y, double z, double) {
      const bool left = place(x, y, z) < 0;
      return test::Gas3D{left ? 1 : 0.125, 0, 0, 0, left ? 1 : 0.1};
    };
    solver->set_state(initial);
    solver->set_boundary_data(initial, false);
    solver->advance(1000000, end);
    REQUIRE(solver->time() == end);
    REQUIRE(solver->find_bad_cell().cell == -1);
    const auto coefficients = solver->coefficients();
    const Sod exact;
    double error = 0, length = 0, most = 0, least = 1;
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
      const auto x = cell_centroid(mesh, cell);
      const double rho = coefficients[5 * cell] * test::mean_over_coefficient_3d(mesh.cell_shapes[cell]),
                   volume = cell_volume(mesh, cell);
      error += volume * std::abs(rho - exact.density(place(x[0], x[1], x[2]) / end));
      length += volume;
      most = std::max(most, rho);
      least = std::min(least, rho);
    }
    INFO(kind << ": error " << error / length << ", density from " << least << " to " << most);
    CHECK(error / length < 2.5e-3);
    CHECK(most < 1.01);
    CHECK(least > 0.124);
  }
}

TEST_CASE("What finite volumes of 3-D cells cannot do is refused with a reason") {
  using Catch::Matchers::Contains;
  const Mesh3 mesh = test::mesh_of_all_shapes(true, 1);
  const auto refuses = [&](auto change, const std::string& reason) {
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    change(o);
    CHECK_THROWS_AS(make_solver(mesh, o), InputError);
    CHECK_THROWS_WITH(make_solver(mesh, o), Contains(reason));
  };
  refuses([](SolverOptions& o) { o.assembly = Assembly::patches; }, "works on 2-D meshes only");
  refuses([](SolverOptions& o) { o.assembly = Assembly::tiles; }, "assembled by");
  refuses([](SolverOptions& o) { o.newton = true; }, "Newton's method does not work with a reconstruction");
  refuses([](SolverOptions& o) { o.gas.viscous = true, o.gas.subgrid.model = SubgridModel::smagorinsky; },
          "needs a degree above 0");
}

TEST_CASE("The estimate of memory holds for finite volumes of 3-D cells") {
  for (const std::string& kind : kinds)
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic}) {
      Mesh3 mesh = test::box(kind, {16, 16, 16}, {1, 1, 1});
      test::make_periodic(mesh);
      SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
      o.local_time_step = true;
      o.smoothing = 0.6;
      o.assembly = assembly;
      const auto solver = make_solver(mesh, o);
      INFO(kind << ", assembly " << static_cast<int>(assembly));
      CHECK(static_cast<double>(estimate_memory(mesh, o)) ==
            Approx(static_cast<double>(solver->info().bytes)).epsilon(0.03));
    }
}

}  // namespace
}  // namespace dg
