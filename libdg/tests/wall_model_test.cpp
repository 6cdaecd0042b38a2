#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/wall_law.hpp"
#include "mesh_of_shapes.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

constexpr double viscosity = 1e-4, prandtl = 0.72;

SolverOptions options(int degree) {
  SolverOptions o;
  o.degree = degree;
  o.backend = tested_backend();
  o.threads = 1;
  o.gas.viscosity = viscosity;
  o.gas.prandtl = prandtl;
  o.fixed_dt = 1e-4;
  return o;
}

BoundaryCondition modelled_wall(const std::string& name, double temperature = 0) {
  BoundaryCondition b = on(name, BoundaryType::wall_modelled);
  b.temperature = temperature;
  return b;
}

TEST_CASE("Gas at rest stays so beside a modelled wall of its temperature, in curved cells of all shapes") {
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::all_four})
    for (const double wall_temperature : {0.0, 1.4 * 0.7}) {
      INFO(name_of(shapes));
      SolverOptions o = options(2);
      o.boundaries = {modelled_wall("outside", wall_temperature)};
      const auto rest = [](double, double, double, double) { return std::array{1.0, 0.0, 0.0, 0.0, 0.7}; };
      auto solver = make_solver(mesh_of_shapes(shapes, 2, false, {2, 0.04}), o);
      solver->set_state(rest);
      solver->advance(20, 1e9);
      for (const double error : solver->errors(rest).linf) CHECK(error < 1e-11);
    }
}

/// Cells of a kind, four layers of height 1/4 between y = 0 and 1, periodic along x and z.
Mesh3 channel(const std::string& kind) {
  Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "4"}}));
  connect_periodic(mesh, "left", "right", "channel");
  connect_periodic(mesh, "back", "front", "channel");
  return mesh;
}

struct Kind {
  const char* name;
  QuadSpace quads;
};
constexpr std::array kinds{Kind{"tetrahedra", QuadSpace::P}, Kind{"prisms", QuadSpace::P},
                           Kind{"prisms", QuadSpace::Q_and_prisms}, Kind{"hexahedra", QuadSpace::P},
                           Kind{"hexahedra", QuadSpace::Q}};

TEST_CASE("A flow whose profile is that of the law has its friction and heat") {
  // Linear in y, with the value of the law at the far end of the first cell, y = 1/4, for each y+ there.
  constexpr double height = 0.25, p = 0.7, wall_temperature = 1.1;
  for (const Kind& kind : kinds)
    for (const double y_plus : {5.0, 50.0, 1000.0}) {
      INFO(kind.name << ", Q " << kind.quads.quads << ", y+ " << y_plus);
      SolverOptions o = options(2);
      o.quads = kind.quads;
      o.boundaries = {modelled_wall("bottom", wall_temperature), on("top", BoundaryType::exact)};
      const double density_at_wall = 1.4 * p / wall_temperature,
                   friction_velocity = y_plus * viscosity / (density_at_wall * height),
                   velocity = friction_velocity * WallLaw::velocity(y_plus);
      const auto flow = [&](double, double y, double, double) {
        return std::array{1.0, 0.6 * velocity * y / height, 0.0, 0.8 * velocity * y / height, p};
      };
      auto solver = make_solver(channel(kind.name), o);
      solver->set_boundary_data(flow, false);
      solver->set_state(flow);
      const double friction = density_at_wall * friction_velocity * friction_velocity;
      const auto points = solver->surface("bottom");
      REQUIRE(points.size() > 16);
      for (const auto& point : points) {
        CHECK(point.traction[0] == Approx(0.6 * friction).epsilon(1e-9));
        CHECK(point.traction[2] == Approx(0.8 * friction).epsilon(1e-9));
      }
    }
}

TEST_CASE("Friction ends where the gas at a modelled wall flows backwards, and opposes it beyond") {
  // Linear in y, from a part of the velocity at the far end of the first cell, y = 1/4.
  constexpr double height = 0.25, y_plus = 100, friction_velocity = y_plus * viscosity / height,
                   friction = friction_velocity * friction_velocity;
  const double velocity = friction_velocity * WallLaw::velocity(y_plus);
  for (const auto& [slip, acting] :
       {std::pair{0.7, 1.0}, {0.0, 1.0}, {-0.05, 0.5}, {-0.1, 0.0}, {-0.15, -0.5}, {-0.2, -1.0}, {-0.8, -1.0}})
    for (const Kind& kind : kinds) {
      INFO(kind.name << ", Q " << kind.quads.quads << ", velocity at the wall " << slip);
      SolverOptions o = options(2);
      o.quads = kind.quads;
      o.boundaries = {modelled_wall("bottom"), on("top", BoundaryType::exact)};
      const auto flow = [&, slip = slip](double, double y, double, double) {
        return std::array{1.0, velocity * (slip + (1 - slip) * y / height), 0.0, 0.0, 0.7};
      };
      auto solver = make_solver(channel(kind.name), o);
      solver->set_boundary_data(flow, false);
      solver->set_state(flow);
      for (const auto& point : solver->surface("bottom"))
        CHECK(point.traction[0] == Approx(acting * friction).epsilon(1e-9).margin(1e-12));
    }
}

TEST_CASE("The momentum that the gas loses is the force of the modelled walls, and the energy their heat") {
  for (const Kind& kind : kinds) {
    INFO(kind.name << ", Q " << kind.quads.quads);
    SolverOptions o = options(2);
    o.quads = kind.quads;
    o.boundaries = {modelled_wall("bottom", 1.2), modelled_wall("top")};
    const auto flow = [](double x, double y, double z, double) {
      constexpr double two_pi = 2 * std::numbers::pi;
      return std::array{1 + 0.1 * std::sin(two_pi * x), 0.3 + 0.05 * std::cos(two_pi * z), 0.1 * std::sin(two_pi * y),
                        0.1 * std::sin(two_pi * x), 0.7};
    };
    auto solver = make_solver(channel(kind.name), o);
    solver->set_state(flow);
    const auto force_along = [&](int d) {
      double force = 0;
      for (const char* wall : {"bottom", "top"})
        for (const auto& point : solver->surface(wall))
          force -= point.weight * (point.traction[d] + point.convective[d]);
      return force;
    };
    // Simpson's rule of two steps, beside what the stages add up: both of higher order than what is checked.
    const auto before = solver->totals();
    std::array<double, 3> force{};
    for (int i = 0; i < 3; ++i) {
      for (int d = 0; d < 3; ++d) force[d] += (i == 1 ? 4.0 : 1.0) / 6 * force_along(d);
      if (i < 2) REQUIRE(solver->advance(1, 1e9).steps == 1);
    }
    const auto after = solver->totals();
    const double time = solver->time();
    CHECK(after[0] == Approx(before[0]).epsilon(1e-14));
    CHECK(force[0] < -1e-5);
    for (int d = 0; d < 3; ++d)
      CHECK((after[1 + d] - before[1 + d]) / time == Approx(force[d]).epsilon(1e-5).margin(1e-9));
  }
}

TEST_CASE("A modelled wall that is warmer heats the gas by the law, one without temperature does not") {
  constexpr double p = 0.7, wall_temperature = 1.3, velocity = 0.2, height = 0.25;
  for (const double given : {0.0, wall_temperature}) {
    SolverOptions o = options(2);
    o.quads = QuadSpace::Q;
    o.boundaries = {modelled_wall("bottom", given), on("top", BoundaryType::wall_slip)};
    const auto flow = [&](double, double, double, double) { return std::array{1.0, velocity, 0.0, 0.0, p}; };
    auto solver = make_solver(channel("hexahedra"), o);
    solver->set_state(flow);
    const auto before = solver->totals();
    solver->advance(1, 1e9);
    const double rate = (solver->totals()[4] - before[4]) / solver->time();
    if (given == 0) {
      CHECK(std::abs(rate) < 1e-10);
      continue;
    }
    const double density = 1.4 * p / wall_temperature, y_plus = WallLaw::place(density * velocity * height / viscosity),
                 friction_velocity = y_plus * viscosity / (density * height),
                 heat = density * friction_velocity / 0.4 * (wall_temperature - 1.4 * p) /
                        WallLaw::temperature(y_plus, prandtl);
    CHECK(rate == Approx(heat).epsilon(1e-3));
  }
}

TEST_CASE("A modelled wall is refused where it makes no sense") {
  const auto made = [](SolverOptions o) {
    o.boundaries = {modelled_wall("bottom"), on("top", BoundaryType::wall_slip)};
    make_solver(channel("hexahedra"), o);
  };
  CHECK_NOTHROW(made(options(1)));
  SolverOptions inviscid = options(1);
  inviscid.gas.viscous = false;
  CHECK_THROWS_AS(made(inviscid), InputError);
  SolverOptions implicit = options(1);
  implicit.scheme = TimeScheme::esdirk3;
  CHECK_THROWS_AS(made(implicit), InputError);
  const auto in_2d = [](SolverOptions o) {
    o.boundaries = on_all_sides(BoundaryType::wall_modelled);
    make_solver(hybrid_mesh({.n = 2, .periodic = false}), o);
  };
  CHECK_NOTHROW(in_2d(options(1)));
  CHECK_THROWS_AS(in_2d(options(0)), InputError);
  SolverOptions newton = options(1);
  newton.fixed_dt = 0;
  newton.newton = true;
  CHECK_THROWS_AS(in_2d(newton), InputError);
}

}  // namespace
}  // namespace dg::test
