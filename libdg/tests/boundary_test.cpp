/// States at boundaries of 2-D flows against the relations that define them.
#include <catch2/catch.hpp>
#include <cmath>

#include "boundary_point.hpp"
#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/equations/navier_stokes/riemann.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

constexpr int samples = 200;

TEST_CASE("Far field: the same flow on both sides stays as it is") {
  Random random(1);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    auto bc = condition(BoundaryType::farfield);
    const Flow f = wall.flow(random(0.5, 2), random(-2, 2), random(-1, 1), random(0.5, 2));
    set(bc.state, f);
    const States s = apply(bc, f, wall);
    check_same(Flow::of(s.ghost), f);
    check_same(s.ghost, s.viscous);
  }
}

TEST_CASE("Far field: Riemann invariants by their sides, entropy and tangential velocity from upstream") {
  Random random(2);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    const double sign = i % 2 ? 1 : -1;
    auto bc = condition(BoundaryType::farfield);
    const Flow a = wall.flow(random(0.9, 1.1), sign * random(0.3, 0.5), random(-1, 1), random(0.7, 0.8));
    const Flow b = wall.flow(random(0.9, 1.1), sign * random(0.3, 0.5), random(-1, 1), random(0.7, 0.8));
    set(bc.state, b);
    const Flow f = Flow::of(apply(bc, a, wall).ghost);
    const Flow& upstream = sign > 0 ? a : b;
    CHECK(wall.outgoing(f) == Approx(wall.outgoing(a)));
    CHECK(wall.incoming(f) == Approx(wall.incoming(b)));
    CHECK(f.entropy() == Approx(upstream.entropy()));
    CHECK(wall.along(f) == Approx(wall.along(upstream)));
  }
}

TEST_CASE("Far field: supersonic flow comes whole from upstream") {
  Random random(3);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    for (const double un : {3.0, -3.0}) {
      auto bc = condition(BoundaryType::farfield);
      const Flow a = wall.flow(random(0.9, 1.1), un, random(-1, 1), random(0.7, 0.8));
      const Flow b = wall.flow(random(0.9, 1.1), un, random(-1, 1), random(0.7, 0.8));
      set(bc.state, b);
      check_same(Flow::of(apply(bc, a, wall).ghost), un > 0 ? a : b);
    }
  }
}

TEST_CASE("No mass, no energy and no shear cross a wall, whatever the Riemann flux") {
  Random random(4);
  for (const auto type :
       {BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal, BoundaryType::wall_slip, BoundaryType::symmetry})
    for (const auto kind : {Riemann::llf, Riemann::roe, Riemann::hllc, Riemann::roe_low_mach})
      for (int i = 0; i < samples; ++i) {
        const Wall wall = random_wall(random);
        auto bc = condition(type);
        bc.temperature = 1.3;
        const double slide = type == BoundaryType::wall_adiabatic ? 0.6 : 0;  // along itself
        bc.velocity[0] = -slide * wall.n[1];
        bc.velocity[1] = slide * wall.n[0];
        const States s = apply(bc, wall.flow(random(0.5, 2), random(-0.8, 0.8), random(-1, 1), random(0.5, 2)), wall);
        double flux[4];
        riemann_flux(kind, Gas<double>{GasOptions{}}, s.inside, s.ghost, wall.n, flux);
        CHECK(flux[0] == Approx(0).margin(1e-14));
        CHECK(flux[3] == Approx(0).margin(1e-13));
        CHECK(-flux[1] * wall.n[1] + flux[2] * wall.n[0] == Approx(0).margin(1e-13));
      }
}

TEST_CASE("A wall at rest relative to the gas feels exactly the pressure of the gas") {
  Random random(5);
  for (const auto type : {BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal, BoundaryType::wall_slip})
    for (const auto kind : {Riemann::llf, Riemann::roe, Riemann::hllc, Riemann::roe_low_mach}) {
      const Wall wall = random_wall(random);
      auto bc = condition(type);
      bc.temperature = 1;
      const States s = apply(bc, wall.flow(1.2, 0, 0.4, 0.9), wall);
      double flux[4];
      riemann_flux(kind, Gas<double>{GasOptions{}}, s.inside, s.ghost, wall.n, flux);
      CHECK(flux[1] == Approx(0.9 * wall.n[0]).margin(1e-14));
      CHECK(flux[2] == Approx(0.9 * wall.n[1]).margin(1e-14));
    }
}

TEST_CASE("The viscous state on walls has the wall's velocity and temperature and the pressure inside") {
  Random random(6);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    const Flow inside = wall.flow(random(0.5, 2), random(-0.5, 0.5), random(-1, 1), random(0.5, 2));
    auto bc = condition(BoundaryType::wall_isothermal);
    bc.temperature = 1.3;
    bc.velocity[0] = 0.2, bc.velocity[1] = -0.1;
    const Flow isothermal = Flow::of(apply(bc, inside, wall).viscous);
    check_same(isothermal, {gamma * inside.p / 1.3, 0.2, -0.1, inside.p});
    bc.type = BoundaryType::wall_adiabatic;
    check_same(Flow::of(apply(bc, inside, wall).viscous), {inside.rho, 0.2, -0.1, inside.p});
    for (const auto type : {BoundaryType::wall_slip, BoundaryType::symmetry})
      check_same(Flow::of(apply(condition(type), inside, wall).viscous),
                 wall.flow(inside.rho, 0, wall.along(inside), inside.p));
  }
  CHECK(viscous_factors<double>(BoundaryType::wall_adiabatic).heat == 0);
  CHECK(viscous_factors<double>(BoundaryType::wall_adiabatic).tangential == 1);
  CHECK(viscous_factors<double>(BoundaryType::wall_isothermal).heat == 1);
  CHECK(viscous_factors<double>(BoundaryType::symmetry).heat == 0);
  CHECK(viscous_factors<double>(BoundaryType::wall_heat_flux, 0.3).given_heat == 0.3);
  CHECK(viscous_factors<double>(BoundaryType::wall_heat_flux, 0.3).heat == 0);
  for (const auto type : {BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal, BoundaryType::symmetry})
    CHECK(viscous_factors<double>(type, 0.3).given_heat == 0);
  CHECK(viscous_factors<double>(BoundaryType::symmetry).tangential == 0);
}

TEST_CASE("A wall with a heat flux is adiabatic but for that flux, which may lie in the data") {
  Random random(17);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    const Flow inside = wall.flow(random(0.5, 2), random(-0.5, 0.5), random(-1, 1), random(0.5, 2));
    auto heated = condition(BoundaryType::wall_heat_flux), adiabatic = condition(BoundaryType::wall_adiabatic);
    for (auto* bc : {&heated, &adiabatic}) bc->velocity[0] = 0.3, bc->velocity[1] = -0.2;
    const States a = apply(heated, inside, wall), b = apply(adiabatic, inside, wall);
    check_same(a.ghost, b.ghost);
    check_same(a.viscous, b.viscous);
    heated.from_data = true;
    const double data[4] = {0.3, -0.2, 0.7, 1};
    check_same(apply(heated, inside, wall, data).viscous, b.viscous);
    double factors[NavierStokes<double, 2>::n_viscous_factors];
    NavierStokes<double, 2>::viscous_factors_at(heated, data, factors);
    CHECK(factors[0] == 1);
    CHECK(factors[1] == 0);
    CHECK(factors[2] == 0.7);
  }
}

TEST_CASE("An outflow that does not reflect: entropy, tangential velocity and the outgoing wave from inside") {
  Random random(18);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    const Flow inside = wall.flow(random(0.5, 2), random(0, 0.8), random(-1, 1), random(0.7, 2));
    const double un = wall.normal(inside) + random(-0.05, 0.05), p = inside.p * random(0.95, 1.05);
    const double data[4] = {1, 1, un, p};
    const Flow ghost = Flow::of(apply(condition(BoundaryType::outflow_nonreflecting), inside, wall, data).ghost);
    const double impedance = inside.rho * inside.sound();
    CHECK(ghost.entropy() == Approx(inside.entropy()));
    CHECK(wall.along(ghost) == Approx(wall.along(inside)).margin(1e-12));
    CHECK(ghost.p + impedance * wall.normal(ghost) == Approx(inside.p + impedance * wall.normal(inside)));
    CHECK(ghost.p - impedance * wall.normal(ghost) == Approx(p - impedance * un));
    const Flow fast = wall.flow(1, 1.3, 0.2, 0.8);
    check_same(Flow::of(apply(condition(BoundaryType::outflow_nonreflecting), fast, wall, data).ghost), fast);
  }
}

TEST_CASE("What enters an outflow is the mean state, drawn towards the pressure outside as Poinsot and Lele say") {
  Random random(19);
  const Gas<double> gas{GasOptions{}};
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    const Flow mean = wall.flow(random(0.5, 2), random(-0.3, 0.8), random(-1, 1), random(0.7, 2));
    const double pressure = random(0.5, 2), relaxation = random(0, 1), distance = random(0, 0.2);
    double u[4];
    set(u, mean);
    const auto wave = incoming_wave(gas, u, wall.n, pressure, relaxation, distance);
    const double c = mean.sound(), mach = wall.normal(mean) / c, k = relaxation * (1 - mach * mach) * c;
    CHECK(wave.un == Approx(wall.normal(mean)).margin(1e-14));
    CHECK(wave.p == Approx(mean.p - k * distance / (c - wave.un) * (mean.p - pressure)));
  }
}

TEST_CASE("Outflow: the pressure given; entropy, tangential velocity and outgoing invariant from inside") {
  Random random(7);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    auto bc = condition(BoundaryType::outflow_pressure);
    bc.pressure = random(0.6, 0.8);
    const Flow a = wall.flow(random(0.9, 1.1), random(0.1, 0.6), random(-1, 1), random(0.7, 0.8));
    const States s = apply(bc, a, wall);
    const Flow f = Flow::of(s.ghost);
    CHECK(f.p == Approx(bc.pressure));
    CHECK(f.entropy() == Approx(a.entropy()));
    CHECK(wall.along(f) == Approx(wall.along(a)));
    CHECK(wall.outgoing(f) == Approx(wall.outgoing(a)));
    check_same(s.ghost, s.viscous);
    const Flow fast = wall.flow(1, 2.5, 0.3, 0.7);
    check_same(Flow::of(apply(bc, fast, wall).ghost), fast);
  }
}

TEST_CASE("Inflow: total pressure, total temperature and direction given; outgoing invariant from inside") {
  Random random(8);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    auto bc = condition(BoundaryType::inflow_total);
    bc.total_pressure = random(0.75, 0.85);
    bc.total_temperature = random(1.05, 1.15);
    const double tilt = random(-0.5, 0.5), c = -std::cos(tilt), s = std::sin(tilt);
    const Flow direction = wall.flow(1, c, s, 1);
    bc.direction[0] = direction.u, bc.direction[1] = direction.v;
    const Flow a = wall.flow(random(0.9, 1.1), random(-0.6, -0.3), random(-0.2, 0.2), random(0.65, 0.75));
    const Flow f = Flow::of(apply(bc, a, wall).ghost);
    const double speed2 = f.u * f.u + f.v * f.v, total = f.temperature() + 0.5 * (gamma - 1) * speed2;
    REQUIRE(speed2 > 0);
    CHECK(total == Approx(bc.total_temperature));
    CHECK(f.p * std::pow(total / f.temperature(), gamma / (gamma - 1)) == Approx(bc.total_pressure));
    CHECK(f.u == Approx(std::sqrt(speed2) * bc.direction[0]).margin(1e-12));
    CHECK(f.v == Approx(std::sqrt(speed2) * bc.direction[1]).margin(1e-12));
    CHECK(wall.outgoing(f) == Approx(wall.outgoing(a)));
  }
}

TEST_CASE("Inflow: velocity and temperature given; the acoustic wave that leaves is that of the inside") {
  Random random(10);
  for (int i = 0; i < samples; ++i) {
    const Wall wall = random_wall(random);
    auto bc = condition(BoundaryType::inflow_velocity);
    const Flow given = wall.flow(1, random(-0.6, -0.3), random(-0.2, 0.2), 1);
    bc.velocity[0] = given.u, bc.velocity[1] = given.v;
    bc.temperature = random(0.9, 1.1);
    const Flow a = wall.flow(random(0.9, 1.1), random(-0.6, -0.3), random(-0.2, 0.2), random(0.65, 0.75));
    const Flow f = Flow::of(apply(bc, a, wall).ghost);
    CHECK(f.u == Approx(given.u));
    CHECK(f.v == Approx(given.v));
    CHECK(f.temperature() == Approx(bc.temperature));
    const double impedance = std::sqrt(gamma * a.p * a.rho);
    CHECK(f.p + impedance * wall.normal(f) == Approx(a.p + impedance * wall.normal(a)));
    check_same(Flow::of(apply(bc, a, wall).viscous), f);
  }
}

TEST_CASE("Supersonic and exact boundaries take one side whole") {
  Random random(9);
  const Wall wall = random_wall(random);
  const Flow a = wall.flow(1.1, -2, 0.3, 0.8), b = wall.flow(0.9, -2.5, 0.1, 0.7);
  auto in = condition(BoundaryType::supersonic_in);
  set(in.state, b);
  check_same(Flow::of(apply(in, a, wall).ghost), b);
  check_same(Flow::of(apply(in, a, wall).viscous), b);
  check_same(Flow::of(apply(condition(BoundaryType::supersonic_out), a, wall).ghost), a);
  check_same(Flow::of(apply(condition(BoundaryType::supersonic_out), a, wall).viscous), a);
  double data[4];
  set(data, b);
  check_same(Flow::of(apply(condition(BoundaryType::exact), a, wall, data).ghost), b);
  check_same(Flow::of(apply(condition(BoundaryType::exact), a, wall, data).viscous), b);
}

}  // namespace
}  // namespace dg::test
