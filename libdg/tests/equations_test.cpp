#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/solver/equation_solver.hpp"
#include "libdg/tests/other_equations.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::Advection2;
using test::ShallowWater2;

constexpr double pi = 3.14159265358979323846;

RunOptions run_options(int degree, BackendKind backend) {
  RunOptions o;
  o.degree = degree;
  o.quads = QuadSpace::Q;
  o.backend = backend;
  o.cfl = 0.4;
  return o;
}

std::vector<BackendKind> backends() {
  std::vector<BackendKind> all{BackendKind::cpu};
  if (has_cuda() && !cuda_device_name().empty()) all.push_back(BackendKind::cuda);
  return all;
}

/// A wave that travels and decays: exp(-8 pi^2 nu t) sin(2 pi (x - a t)) sin(2 pi (y - b t)).
struct Wave {
  double a = 1.0, b = 0.5, nu = 0.01;

  std::array<double, 1> operator()(double x, double y, double t) const {
    return {std::exp(-8 * pi * pi * nu * t) * std::sin(2 * pi * (x - a * t)) * std::sin(2 * pi * (y - b * t))};
  }
  Physics<Advection2<double>> physics() const {
    Physics<Advection2<double>> p;
    p.equations.velocity[0] = a;
    p.equations.velocity[1] = b;
    p.equations.diffusion = nu;
    p.equations.viscous = nu > 0;
    return p;
  }
};

double wave_error(int degree, int n, const Wave& wave, bool periodic, BackendKind backend) {
  const Mesh2 mesh = test::hybrid_mesh({.n = n, .order = 2, .curved = 0.02, .periodic = periodic});
  auto physics = wave.physics();
  if (!periodic)
    for (const char* side : {"left", "right", "bottom", "top"})
      physics.boundaries.push_back({side, AdvectionBoundary::exact});
  EquationSolver<Advection2<double>> solver(mesh, run_options(degree, backend), physics);
  if (!periodic) solver.set_boundary_data(wave, true);
  solver.set_state(wave);
  solver.advance(100000, 0.25);
  CHECK(solver.time() == 0.25);
  CHECK(solver.sums().is_admissible());
  return solver.errors(wave).l2[0];
}

TEST_CASE("Advection and diffusion of a wave on curved hybrid meshes is of order p + 1") {
  for (const BackendKind backend : backends())
    for (const bool periodic : {true, false})
      for (const double nu : {0.0, 0.01})
        for (const int degree : {1, 2}) {
          if (!periodic && (degree == 1 || nu == 0)) continue;
          const Wave wave{.nu = nu};
          const double coarse = wave_error(degree, 8, wave, periodic, backend),
                       fine = wave_error(degree, 16, wave, periodic, backend);
          INFO("degree " << degree << ", nu " << nu << ", periodic " << periodic << ": " << coarse << ", " << fine);
          CHECK(std::log2(coarse / fine) > degree + 0.8);
          CHECK(fine < (degree == 1 ? 2e-2 : 8e-4));
        }
}

TEST_CASE("Newton's method finds steady advection, which is linear, and the solution is of order p + 1") {
  // u = sin(b x - a y) does not change along (a, b).
  const Wave wave{.nu = 0.0};
  const auto stripes = [&](double x, double y, double) { return std::array{std::sin(3 * (wave.b * x - wave.a * y))}; };
  auto physics = wave.physics();
  for (const char* side : {"left", "right", "bottom", "top"})
    physics.boundaries.push_back({side, AdvectionBoundary::exact});
  for (const BackendKind backend : backends())
    for (const int degree : {1, 2}) {
      std::array<double, 2> errors{};
      for (const int level : {0, 1}) {
        RunOptions o = run_options(degree, backend);
        o.newton = true;
        const Mesh2 mesh = test::hybrid_mesh({.n = level == 0 ? 8 : 16, .order = 2, .curved = 0.02, .periodic = false});
        EquationSolver<Advection2<double>> solver(mesh, o, physics);
        solver.set_boundary_data(stripes, false);
        for (int i = 0; i < 20 && solver.residual_norms().l2[0] > 1e-11; ++i) solver.newton_step({1.0});
        CHECK(solver.residual_norms().l2[0] <= 1e-11);
        errors[level] = solver.errors(stripes).l2[0];
      }
      CHECK(std::log2(errors[0] / errors[1]) > degree + 0.8);
    }
}

TEST_CASE("Newton's method leaves alone what is steady to the last bit") {
  RunOptions o = run_options(1, BackendKind::cpu);
  o.newton = true;
  const Mesh2 mesh = test::hybrid_mesh({.n = 4});
  EquationSolver<Advection2<double>> solver(mesh, o, Wave{}.physics());
  const NewtonStep step = solver.newton_step({1.0});
  CHECK(step.trouble == NewtonTrouble::none);
  CHECK(solver.coefficients() == std::vector<double>(solver.coefficients().size(), 0.0));
}

TEST_CASE("An advected constant stays constant on curved cells, and what flows in less what flows out is kept") {
  Wave wave{.nu = 0.0};
  auto physics = wave.physics();
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04});
  EquationSolver<Advection2<double>> solver(mesh, run_options(2, BackendKind::cpu), physics);
  const auto constant = [](double, double, double) { return std::array{0.7}; };
  solver.set_state(constant);
  solver.advance(50, 1e9);
  CHECK(solver.errors(constant).linf[0] < 1e-13);
  solver.set_state([&](double x, double y, double t) { return std::array{0.3 + wave(x, y, t)[0]}; });
  const double before = solver.sums().integrals()[0];
  solver.advance(50, 1e9);
  CHECK(std::abs(solver.sums().integrals()[0] - before) < 1e-14);
}

TEST_CASE("A lake stays at rest between curved walls") {
  Physics<ShallowWater2<double>> physics;
  physics.boundaries = {{"wall", ShallowWaterBoundary::wall}, {"farfield", ShallowWaterBoundary::wall}};
  for (const auto flux : {ShallowWater2<double>::Flux::llf, ShallowWater2<double>::Flux::hll}) {
    physics.flux = flux;
    EquationSolver<ShallowWater2<double>> solver(test::ring_mesh(3), run_options(2, BackendKind::cpu), physics);
    const auto lake = [](double, double, double) { return std::array{2.0, 0.0, 0.0}; };
    solver.set_state(lake);
    solver.advance(100, 1e9);
    const auto e = solver.errors(lake).linf;
    for (const double x : e) CHECK(x < 2e-12);
  }
}

TEST_CASE("A hook sees the output of each stage, and the next step is found from what it leaves") {
  Physics<ShallowWater2<double>> physics;
  physics.boundaries = {{"wall", ShallowWaterBoundary::wall}, {"farfield", ShallowWaterBoundary::wall}};
  const Mesh2 mesh = test::ring_mesh(2);
  const auto run = [&](std::initializer_list<long> steps) {
    EquationSolver<ShallowWater2<double>> solver(mesh, run_options(2, BackendKind::cpu), physics);
    solver.set_state([](double, double, double) { return std::array{2.0, 0.0, 0.0}; });
    int calls = 0;
    // Water that is poured in from everywhere makes waves faster.
    solver.after_each_stage([&](const KernelContext<ShallowWater2<double>>&, Array<double>& state) {
      ++calls;
      for (std::size_t i = 0; i < state.size(); ++i) state.data()[i] *= 1.5;
    });
    std::vector<double> sizes;
    for (const long n : steps) sizes.push_back(solver.advance(n, 1e9).last_dt);
    CHECK(calls == 9);
    return std::pair(solver.time(), sizes);
  };
  const auto [end, last] = run({3});
  const auto [same_end, sizes] = run({1, 1, 1});
  CHECK(end == same_end);
  CHECK(last.back() == sizes.back());
  // Depths grow by 1.5 at least, and steps shrink with the speed of waves.
  for (int i : {1, 2}) CHECK(sizes[i] < sizes[i - 1] / std::sqrt(1.5));
}

/// Stoker's solution of a broken dam at x = 0.5 between depths `left` and `right` of water at rest.
struct DamBreak {
  double left = 1.0, right = 0.5, g = 9.81;
  double depth, speed, shock;  ///< between the waves; of the shock

  DamBreak() {
    // Rarefaction: u = 2 (c_left - c); shock: u = (h - h_right) sqrt(g / 2 (1/h + 1/h_right)). Bisection for h.
    double low = right, high = left;
    for (int i = 0; i < 200; ++i) {
      const double h = 0.5 * (low + high);
      const double behind = (h - right) * std::sqrt(0.5 * g * (1 / h + 1 / right));
      (behind < 2 * (std::sqrt(g * left) - std::sqrt(g * h)) ? low : high) = h;
    }
    depth = 0.5 * (low + high);
    speed = 2 * (std::sqrt(g * left) - std::sqrt(g * depth));
    shock = depth * speed / (depth - right);
  }
  std::array<double, 3> operator()(double x, double, double t) const {
    const double c = std::sqrt(g * left), s = t > 0 ? (x - 0.5) / t : (x < 0.5 ? -1e30 : 1e30);
    if (s <= -c) return {left, 0, 0};
    if (s >= shock) return {right, 0, 0};
    if (s >= speed - std::sqrt(g * depth)) return {depth, depth * speed, 0};
    const double h = (2 * c - s) * (2 * c - s) / (9 * g), u = 2.0 / 3.0 * (c + s);
    return {h, h * u, 0};
  }
};

/// Mean depth of the cells, of degree 0, whose centroids lie between two x.
double mean_depth(const EquationSolver<ShallowWater2<double>>& solver, double from, double to) {
  const auto c = solver.coefficients();
  double sum = 0;
  int count = 0;
  for (Index cell = 0; cell < solver.mesh().cell_count(); ++cell) {
    const double x = cell_centroid(solver.mesh(), cell)[0];
    if (x < from || x > to) continue;
    const bool triangle = solver.mesh().cell_shapes[cell] == CellShape::triangle;
    sum += c[3 * static_cast<std::size_t>(cell)] / (triangle ? std::sqrt(2.0) : 2.0);  // the constant mode
    ++count;
  }
  return sum / count;
}

TEST_CASE("Cell averages of a broken dam tend to Stoker's solution") {
  const DamBreak dam;
  Physics<ShallowWater2<double>> physics;
  physics.flux = ShallowWater2<double>::Flux::hll;
  physics.boundaries = {{"left", ShallowWaterBoundary::wall},
                        {"right", ShallowWaterBoundary::wall},
                        {"bottom", ShallowWaterBoundary::wall},
                        {"top", ShallowWaterBoundary::wall}};
  for (const BackendKind backend : backends()) {
    double last = 1e9;
    for (const int n : {16, 32}) {
      const Mesh2 mesh = test::hybrid_mesh({.n = n, .distortion = 0, .periodic = false});
      EquationSolver<ShallowWater2<double>> solver(mesh, run_options(0, backend), physics);
      solver.set_state(dam);
      const double volume = solver.sums().integrals()[0];
      solver.advance(100000, 0.08);
      CHECK(solver.sums().integrals()[0] == Approx(volume).epsilon(1e-13));
      const double error = solver.errors(dam).l2[0];
      CHECK(error < 0.8 * last);  // half an order in L2 at a shock, and the rarefaction's first order
      last = error;
      if (n == 32) CHECK(mean_depth(solver, 0.5, 0.6) == Approx(dam.depth).epsilon(0.01));
    }
  }
}

TEST_CASE("Other equations give on a device what they give on a CPU", "[gpu]") {
  if (backends().size() < 2) return;
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .order = 3, .curved = 0.03});
  const Wave wave;
  std::vector<std::vector<double>> states;
  for (const BackendKind backend : backends())
    for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::atomic}) {
      RunOptions o = run_options(2, backend);
      o.assembly = assembly;
      EquationSolver<Advection2<double>> solver(mesh, o, wave.physics());
      solver.set_state(wave);
      solver.advance(100, 1e9);
      states.push_back(solver.coefficients());
    }
  for (const auto& state : states) CHECK(test::relative_difference(state, states[0]) < 1e-11);
}

TEST_CASE("A gas with a flux and a boundary condition of its own does what the same words make of the gas") {
  const Mesh2 mesh = test::ring_mesh(3);
  GasOptions gas;
  gas.viscosity = 0.02;
  const std::vector<BoundaryCondition> walls{test::on("wall", BoundaryType::wall_adiabatic),
                                             test::on("farfield", BoundaryType::wall_adiabatic)};
  const auto physics = gas_physics<double>(gas, Riemann::llf, walls);
  Physics<test::OwnGas<double>> own{test::OwnGas<double>(gas), Riemann::roe, {}};
  for (auto& b : gas_physics<double>(gas, Riemann::roe,
                                     {test::on("wall", BoundaryType::supersonic_out),
                                      test::on("farfield", BoundaryType::supersonic_out)})
                     .boundaries)
    own.boundaries.push_back({b.name, b.condition, false});

  const RunOptions o = run_options(2, BackendKind::cpu);
  EquationSolver<NavierStokes2D<double>> expected(mesh, o, physics);
  EquationSolver<test::OwnGas<double>> solver(mesh, o, own);
  const auto flow = [](double x, double y, double) {
    return std::array{1 + 0.1 * std::sin(x), 0.1 * y, -0.1 * x, 2 + 0.2 * std::cos(x + y)};
  };
  expected.set_state(flow);
  solver.set_state(flow);
  expected.advance(50, 1e9);
  solver.advance(50, 1e9);
  CHECK(solver.time() == Approx(expected.time()).epsilon(1e-13));
  CHECK(test::relative_difference(solver.coefficients(), expected.coefficients()) < 1e-12);
}

TEST_CASE("Tiles are refused where variables do not come in pairs") {
  RunOptions o = run_options(1, BackendKind::cpu);
  o.assembly = Assembly::tiles;
  CHECK_THROWS_AS(EquationSolver<Advection2<double>>(test::hybrid_mesh({}), o, Wave{}.physics()), InputError);
}

}  // namespace
}  // namespace dg
