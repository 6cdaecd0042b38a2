// Newton's method where boundaries let nothing through: the steady state is that with the mass, energy and momentum of
// the state at the start.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "meshes/build.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr double gamma = 1.4;

SolverOptions options(int degree, double viscosity) {
  SolverOptions o = test::serial_options();
  o.degree = degree;
  o.gas.viscous = viscosity > 0;
  o.gas.viscosity = viscosity;
  o.riemann = Riemann::roe;
  o.newton = true;
  return o;
}

bool is_built(int degree) {
  const std::vector<int> built = test::built_degrees();
  return std::find(built.begin(), built.end(), degree) != built.end();
}

/// Until the residuals of energy and density have fallen to 1e-10 or forty steps have been taken.
void converge(Solver& solver) {
  const auto largest = [&] {
    const Norms norms = solver.residual_norms();
    return *std::max_element(norms.l2.begin(), norms.l2.end());
  };
  for (int i = 0; i < 40 && largest() > 1e-10; ++i) solver.newton_step();
  CHECK(largest() <= 1e-10);
}

TEST_CASE("Between walls of two temperatures the gas keeps its mass, which decides the pressure") {
  // T = 1.5 - 0.5 x by constant conduction; rho = gamma p / T, so that the mass is gamma p int dx / T = gamma p 2
  // ln 1.5.
  const double pressure = 1 / (gamma * 2 * std::log(1.5));
  for (const int degree : {1, 2, 3}) {
    if (!is_built(degree)) continue;
    INFO("degree " << degree);
    SolverOptions o = options(degree, 0.05);
    o.boundaries = {test::on("left", BoundaryType::wall_isothermal), test::on("right", BoundaryType::wall_isothermal),
                    test::on("bottom", BoundaryType::symmetry), test::on("top", BoundaryType::symmetry)};
    o.boundaries[0].temperature = 1.5;
    for (const Riemann riemann : {Riemann::llf, Riemann::roe, Riemann::hllc, Riemann::roe_low_mach}) {
      o.riemann = riemann;
      auto solver = make_solver(test::hybrid_mesh({.n = 4, .periodic = false}), o);
      solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / gamma}; });
      converge(*solver);
      CHECK(solver->totals()[0] == Approx(1).epsilon(1e-12));
      const double error = std::abs((gamma - 1) * solver->totals()[3] / pressure - 1);
      CHECK(error < (degree == 1 ? 2e-3 : 1e-5));
    }
  }
}

/// Far from rest, but not too far.
std::array<double, 4> stirred(double x, double y, double) {
  return {1 + 0.1 * std::sin(2 * x + y), 0.2 * (1 + 0.3 * std::sin(5 * y)), 0.1 * std::cos(4 * x),
          1 / gamma + 0.05 * std::cos(3 * x * y)};
}

/// At rest or all at one velocity, the gas is as dense and warm everywhere: what it has follows from what it had.
void check_uniform(const Solver& solver, const std::array<double, 4>& before, double u, double v) {
  const std::array<double, 4> after = solver.totals();  // of a domain of volume 1
  CHECK(after[0] == Approx(before[0]).epsilon(1e-12));
  CHECK(after[3] == Approx(before[3]).epsilon(1e-12));
  const std::array<double, 4> uniform{before[0], before[0] * u, before[0] * v, before[3]};
  const std::vector<std::array<double, 2>> place{{-0.4, -0.5}};
  PointsOfShapes<2> points;
  points.fill(place);
  const std::vector<double> samples = solver.sample(points);
  for (std::size_t i = 0; i < samples.size(); ++i) CHECK(samples[i] == Approx(uniform[i % 4]).margin(1e-8));
}

TEST_CASE("Between adiabatic walls a gas comes to rest with its mass and energy") {
  for (const int degree : {1, 2}) {
    if (!is_built(degree)) continue;
    SolverOptions o = options(degree, 0.02);
    o.boundaries = test::on_all_sides(BoundaryType::wall_adiabatic);
    auto solver = make_solver(test::hybrid_mesh({.n = 4, .periodic = false}), o);
    solver->set_state(stirred);
    const auto before = solver->totals();
    converge(*solver);
    check_uniform(*solver, before, 0, 0);
  }
}

TEST_CASE("In a periodic box a gas keeps its momentum, too; in a channel without friction that along its walls") {
  if (!is_built(2)) return;
  SolverOptions o = options(2, 0.02);
  const auto periodic = [](double x, double y, double) {
    constexpr double two_pi = 2 * std::numbers::pi;
    return std::array{1 + 0.1 * std::sin(two_pi * x), 0.2 + 0.05 * std::sin(two_pi * y),
                      0.1 - 0.04 * std::cos(two_pi * x), 1 / gamma + 0.03 * std::cos(two_pi * y)};
  };
  auto box = make_solver(test::hybrid_mesh({.n = 4}), o);
  box->set_state(periodic);
  const auto before = box->totals();
  converge(*box);
  check_uniform(*box, before, before[1] / before[0], before[2] / before[0]);

  // The channel leans by an angle that no axis has.
  Mesh2 mesh = test::hybrid_mesh({.n = 4, .periodic = false});
  constexpr double angle = 0.4;
  const double c = std::cos(angle), s = std::sin(angle);
  for (auto& node : mesh.nodes) node = {c * node[0] - s * node[1], s * node[0] + c * node[1]};
  connect_periodic(mesh, "left", "right", "channel");
  o.boundaries = {test::on("bottom", BoundaryType::wall_slip), test::on("top", BoundaryType::symmetry)};
  auto channel = make_solver(mesh, o);
  channel->set_state([&](double x, double y, double t) {
    const double along = c * x + s * y, across = c * y - s * x;
    auto w = periodic(along, across, t);
    const double u = w[1], v = 0.1 * across * (1 - across);
    w[1] = c * u - s * v;
    w[2] = s * u + c * v;
    return w;
  });
  const auto start = channel->totals();
  converge(*channel);
  const double speed = (c * start[1] + s * start[2]) / start[0];
  check_uniform(*channel, start, c * speed, s * speed);
}

TEST_CASE("Whatever opens a box, nothing is kept; what moves or cools a wall lets go of momentum and energy") {
  const auto kept = [](const std::vector<BoundaryCondition>& boundaries, double viscosity = 0.05) {
    SolverOptions o = options(test::built_degrees().front(), viscosity);
    o.boundaries = boundaries;
    auto solver = make_solver(test::hybrid_mesh({.n = 3, .periodic = false}), o);
    solver->set_state(stirred);
    std::string names;
    for (const KeptQuantity& quantity : solver->kept_quantities()) {
      CHECK(std::abs(quantity.supply) < 1e-12);
      names += quantity.name + " ";
    }
    return names;
  };
  const auto sides = [](BoundaryType all, BoundaryType top) {
    auto boundaries = test::on_all_sides(all);
    for (auto& boundary : boundaries)
      if (boundary.name == "top") boundary.type = top;
    return boundaries;
  };
  using enum BoundaryType;
  CHECK(kept(sides(wall_adiabatic, wall_adiabatic)) == "mass energy ");
  CHECK(kept(sides(wall_slip, symmetry)) == "mass energy ");
  CHECK(kept(sides(wall_adiabatic, wall_isothermal)) == "mass ");
  CHECK(kept(sides(wall_adiabatic, wall_isothermal), 0) == "mass energy ");
  for (const BoundaryType open : {farfield, outflow_pressure, inflow_total, supersonic_in, supersonic_out, exact})
    CHECK(kept(sides(wall_adiabatic, open)).empty());
  auto lid = sides(wall_adiabatic, wall_adiabatic);
  for (auto& boundary : lid)
    if (boundary.name == "top") boundary.velocity = {0.2, 0};
  CHECK(kept(lid) == "mass ");
  CHECK(kept(lid, 0) == "mass energy ");  // no friction, no work
  for (auto& boundary : lid)
    if (boundary.name == "top") boundary.velocity = {0.2, 0.1};
  CHECK(kept(lid).empty());  // it blows
}

TEST_CASE("A source in a closed box is told by what it adds to the mass over the mean state") {
  SolverOptions o = options(test::built_degrees().front(), 0.05);
  o.boundaries = test::on_all_sides(BoundaryType::wall_isothermal);
  auto solver = make_solver(test::hybrid_mesh({.n = 3, .periodic = false}), o);
  solver->set_state([](double, double, double) { return std::array{2.0, 0.0, 0.0, 1.0}; });
  solver->set_source([](double x, double, double) { return std::array{0.3 * x, 0.0, 0.0, 0.1}; }, false);
  const auto kept = solver->kept_quantities();
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].supply == Approx(0.15 / 2).epsilon(1e-12));
}

TEST_CASE("On curved cells between two cylinders the mass is kept as well") {
  if (!is_built(2)) return;
  SolverOptions o = options(2, 0.05);
  o.boundaries = {test::on("wall", BoundaryType::wall_isothermal), test::on("farfield", BoundaryType::wall_isothermal)};
  o.boundaries[0].temperature = 1.5;
  for (const int order : {2, 3}) {
    auto solver = make_solver(test::ring_mesh(order), o);
    solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / gamma}; });
    const double before = solver->totals()[0];
    converge(*solver);
    CHECK(solver->totals()[0] == Approx(before).epsilon(1e-12));
    // T = 1.5 - 0.5 ln r / ln 4; the mass is gamma p int 2 pi r dr / T, here by Simpson's rule.
    const int n = 1000;
    double integral = 0;
    for (int i = 0; i <= n; ++i) {
      const double r = 1 + 3.0 * i / n, t = 1.5 - 0.5 * std::log(r) / std::log(4.0);
      integral += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * 2 * std::numbers::pi * r / t * (3.0 / n) / 3;
    }
    const double area = std::numbers::pi * 15;
    CHECK((gamma - 1) * solver->totals()[3] / area == Approx(area / (gamma * integral)).epsilon(2e-3));
  }
}

}  // namespace
}  // namespace dg
