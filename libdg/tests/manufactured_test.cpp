#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "jet.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

constexpr double gamma = 1.4;

SolverOptions options(int degree) {
  SolverOptions o;
  o.degree = degree;
  o.quads = QuadSpace::Q;  // P^p loses order on quadrilaterals that do not tend to parallelograms
  o.riemann = Riemann::roe;
  o.backend = test::tested_backend();
  o.threads = 1;
  o.cfl = 0.7;
  return o;
}

/// A steady manufactured flow, periodic on [0, 1]^2: a density wave, which conducts heat, and eddies, which shear.
struct Manufactured {
  double viscosity, density, eddies, pressure;  ///< amplitudes
  static constexpr double prandtl = 0.72;

  std::array<test::Jet, 4> flow(double x0, double y0) const {
    const test::Jet x = test::Jet::at_x(x0), y = test::Jet::at_y(y0);
    const double w = 2 * std::numbers::pi, drift = eddies == 0 ? 0 : 1;
    return {1.0 + density * sin(w * (x + y)), drift * 0.3 + eddies * sin(w * x) * cos(w * y),
            drift * 0.2 + -eddies * cos(w * x) * sin(2 * w * y), 1.0 + pressure * cos(w * x) * sin(w * y)};
  }
  std::array<double, 4> primitive(double x, double y) const {
    const auto w = flow(x, y);
    return {w[0].f, w[1].f, w[2].f, w[3].f};
  }
  /// div F of the exact flow.
  std::array<double, 4> source(double x, double y) const {
    const auto [rho, u, v, p] = flow(x, y);
    const test::Jet energy = p * (1 / (gamma - 1)) + 0.5 * rho * (u * u + v * v), h = energy + p;
    const double mu = viscosity, third = 1.0 / 3;
    // div tau = mu (laplace u + grad(div u) / 3); T = gamma p / rho, conductivity mu / (Pr (gamma - 1)).
    const double div_tau[2] = {mu * (u.xx + u.yy + third * (u.xx + v.xy)), mu * (v.xx + v.yy + third * (u.xy + v.yy))};
    const double divergence = u.x + v.y, xx = mu * (2 * u.x - 2 * third * divergence),
                 yy = mu * (2 * v.y - 2 * third * divergence), xy = mu * (u.y + v.x);
    const test::Jet t = gamma * p / rho;
    const double conduction = mu / (prandtl * (gamma - 1)) * (t.xx + t.yy);
    const double work = u.f * div_tau[0] + v.f * div_tau[1] + u.x * xx + (u.y + v.x) * xy + v.y * yy;
    return {(rho * u).x + (rho * v).y, (rho * u * u + p).x + (rho * u * v).y - div_tau[0],
            (rho * u * v).x + (rho * v * v + p).y - div_tau[1], (h * u).x + (h * v).y - work - conduction};
  }
};

TEST_CASE("The source of the manufactured flow agrees with an independent derivation", "[order]") {
  // By a separate program with other jets, checked there against differences of the flux.
  const Manufactured flow{0.02, 0.2, 0.1, 0.1};
  const double samples[][6] = {{0.1, 0.2, 0.983133911586846, 0.015803225448399, 0.320851380875968, 2.80898380617042},
                               {0.25, 0.75, 0.628318530717959, 0.995115686216081, 0.125663706143592, 0.28558841839697}};
  for (const auto& s : samples) {
    const auto source = flow.source(s[0], s[1]);
    for (int k = 0; k < 4; ++k) CHECK(source[k] == Approx(s[2 + k]).epsilon(1e-12));
  }
}

/// L2 errors of the conservative fields a while after the exact flow.
std::array<double, 4> manufactured_errors(const Manufactured& flow, int degree, int n, double curved,
                                          MassInverse mass_inverse = MassInverse::exact) {
  const Mesh2 mesh = test::hybrid_mesh({.n = n, .order = curved > 0 ? 3 : 1, .curved = curved});
  SolverOptions o = options(degree);
  o.mass_inverse = mass_inverse;
  o.gas.viscosity = flow.viscosity;
  auto solver = make_solver(mesh, o);
  const auto primitive = [&](double x, double y, double) { return flow.primitive(x, y); };
  solver->set_state(primitive);
  solver->set_source([&](double x, double y, double) { return flow.source(x, y); }, false);
  const double end = flow.eddies == 0 ? 0.04 : 0.1;  // conduction is the faster
  solver->advance(1000000, end);
  REQUIRE(solver->time() == end);
  return solver->errors(primitive).l2;
}

void check_manufactured_order(const Manufactured& flow, int variable, const std::vector<double>& curvings) {
  for (const int degree : test::built_degrees()) {
    if (degree < 1) continue;
    const int n = std::array{12, 10, 6, 6, 6}.at(degree - 1);
    for (const double curved : curvings) {
      Manufactured f = flow;
      if (degree > 3) f.viscosity = 0.002;  // else viscosity makes the steps of high degrees many
      const double coarse = manufactured_errors(f, degree, n, curved)[variable],
                   fine = manufactured_errors(f, degree, 2 * n, curved)[variable];
      const double order = std::log2(coarse / fine);
      INFO("degree " << degree << ", curved " << curved << ": errors " << coarse << ", " << fine << ", order "
                     << order);
      CHECK(order > degree + 0.7);
      CHECK(fine < 0.01);
    }
  }
}

TEST_CASE("Shear: momentum converges at order p + 0.7 or better on distorted and curved hybrid meshes", "[order]") {
  check_manufactured_order({0.02, 0.2, 0.1, 0.1}, 2, {0, 0.03});
}

TEST_CASE("The weight-adjusted mass inverse has the errors of the exact one to 1 %, and is another one", "[order]") {
  const Manufactured flow{0.02, 0.2, 0.1, 0.1};
  for (const int degree : test::built_degrees()) {
    if (degree < 1) continue;
    const int n = std::array{12, 6, 6, 4, 4}.at(degree - 1);
    const auto exact = manufactured_errors(flow, degree, n, 0.03),
               adjusted = manufactured_errors(flow, degree, n, 0.03, MassInverse::weight_adjusted);
    INFO("degree " << degree);
    for (int k = 0; k < 4; ++k) {
      CHECK(adjusted[k] == Approx(exact[k]).epsilon(0.01));
      CHECK(adjusted[k] != exact[k]);
    }
  }
}

TEST_CASE("Conduction: density converges at order p + 0.7 or better on a curved hybrid mesh", "[order]") {
  check_manufactured_order({0.02, 0.2, 0, 0}, 0, {0.03});
}

}  // namespace
}  // namespace dg
