#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "flows.hpp"
#ifdef RKDG_TEST_VOLUMES_3D
#include "flows_3d.hpp"
#endif

namespace dg {
namespace {

constexpr double mu = 0.05, gas_gamma = 1.4, prandtl = 0.72;

/// Derivative of f along direction d, to the fourth power of a small step.
template <int Dim, class F>
auto derivative(const F& f, std::array<double, Dim> x, int d) {
  constexpr double h = 1e-3;
  const auto at = [&](double s) {
    auto y = x;
    y[d] += s * h;
    return f(y);
  };
  auto sum = at(1);
  const auto minus = at(-1), plus2 = at(2), minus2 = at(-2);
  for (std::size_t n = 0; n < sum.size(); ++n) sum[n] = (8 * (sum[n] - minus[n]) - (plus2[n] - minus2[n])) / (12 * h);
  return sum;
}

/// A steady manufactured flow, periodic on the unit cube: waves of all fields along all coordinates.
template <int Dim>
std::array<double, Dim + 2> flow(const std::array<double, Dim>& x) {
  const double turn = 2 * std::numbers::pi;
  std::array<double, Dim + 2> w;
  w[0] = w[Dim + 1] = 1;
  for (int d = 0; d < Dim; ++d) {
    w[0] += 0.06 * std::sin(turn * x[d]);
    w[1 + d] = 0.2 + 0.1 * std::sin(turn * (x[(d + 1) % Dim] - 0.1 * d));
    w[Dim + 1] += 0.06 * std::cos(turn * x[d]);
  }
  return w;
}

/// The flux of the Navier-Stokes equations along direction d.
template <int Dim>
std::array<double, Dim + 2> flux(const std::array<double, Dim>& x, int d) {
  const auto with_temperature = [](const std::array<double, Dim>& y) {
    auto w = flow<Dim>(y);
    w[0] = gas_gamma * w[Dim + 1] / w[0];
    return w;
  };
  std::array<std::array<double, Dim + 2>, Dim> g;  // of temperature, velocity
  for (int i = 0; i < Dim; ++i) g[i] = derivative<Dim>(with_temperature, x, i);
  const auto w = flow<Dim>(x);
  const double p = w[Dim + 1], u_d = w[1 + d];
  double energy = p / (gas_gamma - 1), divergence = 0;
  for (int i = 0; i < Dim; ++i) {
    energy += 0.5 * w[0] * w[1 + i] * w[1 + i];
    divergence += g[i][1 + i];
  }
  std::array<double, Dim + 2> f;
  f[0] = w[0] * u_d;
  f[Dim + 1] = (energy + p) * u_d - mu / (prandtl * (gas_gamma - 1)) * g[d][0];
  for (int i = 0; i < Dim; ++i) {
    const double tau = mu * (g[d][1 + i] + g[i][1 + d] - (i == d ? 2.0 / 3 * divergence : 0));
    f[1 + i] = w[0] * u_d * w[1 + i] + (i == d ? p : 0) - tau;
    f[Dim + 1] -= w[1 + i] * tau;
  }
  return f;
}

template <int Dim>
std::array<double, Dim + 2> source(const std::array<double, Dim>& x) {
  std::array<double, Dim + 2> sum{};
  for (int d = 0; d < Dim; ++d) {
    const auto part = derivative<Dim>([&](const auto& y) { return flux<Dim>(y, d); }, x, d);
    for (int n = 0; n < Dim + 2; ++n) sum[n] += part[n];
  }
  return sum;
}

/// L2 errors of the conservative fields a while after the exact flow.
template <int Dim>
std::array<double, Dim + 2> errors(const Mesh<Dim>& mesh) {
  SolverOptions o = test::finite_volumes();
  o.gas.viscous = true;
  o.gas.viscosity = mu;
  o.gas.prandtl = prandtl;
  auto solver = make_solver(mesh, o);
  GasField<Dim> exact, added;
  if constexpr (Dim == 2) {
    exact = [](double x, double y, double) { return flow<2>({x, y}); };
    added = [](double x, double y, double) { return source<2>({x, y}); };
  } else {
    exact = [](double x, double y, double z, double) { return flow<3>({x, y, z}); };
    added = [](double x, double y, double z, double) { return source<3>({x, y, z}); };
  }
  solver->set_state(exact);
  solver->set_source(added, false);
  solver->advance(1000000, 0.1);
  REQUIRE(solver->time() == 0.1);
  return solver->errors(exact).l2;
}

/// Of errors on meshes of which the second is twice as fine.
template <int Dim>
void check_order(const std::array<double, Dim + 2>& coarse, const std::array<double, Dim + 2>& fine) {
  for (int n = 0; n < Dim + 2; ++n) {
    const double order = std::log2(coarse[n] / fine[n]);
    INFO("variable " << n << ": " << coarse[n] << ", " << fine[n] << ", order " << order);
    CHECK(order > 1.75);
  }
}

TEST_CASE("A manufactured viscous flow converges at order 1.75 or better on triangles and quadrilaterals", "[order]") {
  for (const std::string kind : {"triangles", "quads"}) {
    const auto mesh = [&](int n) { return test::hybrid_mesh({.n = n, .distortion = 0, .kind = kind}); };
    INFO(kind);
    check_order<2>(errors(mesh(16)), errors(mesh(32)));
  }
}

#ifdef RKDG_TEST_VOLUMES_3D
TEST_CASE("A manufactured viscous flow converges at order 1.75 or better on 3-D cells of all shapes", "[order]") {
  for (const std::string kind : {"hexahedra", "tetrahedra", "prisms", "pyramids"}) {
    const auto mesh = [&](int n) {
      Mesh3 box = test::box(kind, {n, n, n}, {1, 1, 1});
      test::make_periodic(box);
      return box;
    };
    INFO(kind);
    check_order<3>(errors(mesh(8)), errors(mesh(16)));
  }
}
#endif

/// Couette flow between walls at rest and in motion, both at temperature 1: u = y, T = 1 + (gamma - 1) Pr y (1 - y)
/// / 2.
std::array<double, 4> couette(double, double y, double) {
  const double t = 1 + 0.5 * (gas_gamma - 1) * prandtl * y * (1 - y), p = 1 / gas_gamma;
  return {gas_gamma * p / t, y, 0, p};
}

TEST_CASE("Couette flow between isothermal walls stays and converges at order 1.75 or better", "[order]") {
  for (const std::string kind : {"triangles", "quads"}) {
    const auto error = [&](int n) {
      Mesh2 mesh = generate_mesh(
          "square", 0,
          {{"kind", kind}, {"n", std::to_string(n)}, {"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", "1"}});
      SolverOptions o = test::finite_volumes();
      o.gas.viscous = true;
      o.gas.viscosity = 0.1;
      o.gas.prandtl = prandtl;
      o.boundaries = test::on_all_sides(BoundaryType::exact);
      for (BoundaryCondition& b : o.boundaries) {
        if (b.name != "bottom" && b.name != "top") continue;
        b.type = BoundaryType::wall_isothermal;
        b.temperature = 1;
        b.velocity = {b.name == "top" ? 1.0 : 0.0, 0};
      }
      auto solver = make_solver(mesh, o);
      solver->set_state(couette);
      solver->set_boundary_data(couette, false);
      solver->advance(1000000, 2);
      const auto shear = solver->force("bottom").viscous[0];
      CHECK(shear == Approx(0.1).epsilon(0.02));
      return solver->errors(couette).l2;
    };
    const auto coarse = error(8), fine = error(16);
    INFO(kind << ": momentum " << coarse[1] << ", " << fine[1] << "; energy " << coarse[3] << ", " << fine[3]);
    CHECK(std::log2(coarse[1] / fine[1]) > 1.75);
    CHECK(std::log2(coarse[3] / fine[3]) > 1.75);
  }
}

}  // namespace
}  // namespace dg
