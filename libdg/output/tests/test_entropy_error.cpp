#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/output/entropy_error.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "meshes/generate.hpp"

using namespace dg;

namespace {

constexpr double gamma = 1.4, p_inf = 1 / gamma;

/// Of a gas that moves everywhere alike, on 0 < x < 1, 0 < y < 2.
double error_of(double rho, const std::function<double(double x)>& pressure, GeneratorParameters parameters) {
  parameters.merge(GeneratorParameters{{"kind", "hybrid"}, {"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", "2"}});
  const Mesh2 mesh = generate_mesh("square", 0, parameters);
  SolverOptions options;
  options.degree = 3;
  options.quads = QuadSpace::Q;
  options.gas.gamma = gamma;
  const auto solver = make_solver(mesh, options);
  solver->set_state([&](double x, double, double) { return std::array{rho, 0.3, -0.1, pressure(x)}; });
  return entropy_error(*solver, mesh, options.degree, gamma, 1.0, p_inf);
}

}  // namespace

TEST_CASE("the entropy error is that of the state") {
  const GeneratorParameters curved{{"order", "3"}, {"curved", "0.05"}};
  CHECK(error_of(
            1, [](double) { return p_inf; }, curved) == Approx(0).margin(1e-13));
  CHECK(error_of(
            1, [](double) { return 1.1 * p_inf; }, curved) == Approx(0.1));
  CHECK(error_of(
            1.2, [](double) { return p_inf; }, curved) == Approx(1 - std::pow(1.2, -1.4)));
  // Root mean square of 0.1 x over 0 < x < 1.
  const auto linear = [](double x) { return p_inf * (1 + 0.1 * x); };
  CHECK(error_of(1, linear, {{"distortion", "0.1"}}) == Approx(0.1 / std::sqrt(3.0)));
}
