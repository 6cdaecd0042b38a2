#include <catch2/catch.hpp>
#include <cmath>

#include "apps/case/expression.hpp"
#include "apps/case/manufactured_source.hpp"

using namespace dg;
using namespace dg::app;

namespace {

GasOptions gas_with(double viscosity) {
  GasOptions gas;
  gas.viscosity = viscosity;
  return gas;
}

using State = std::array<double, 4>;

/// The source that makes rho, u, v, p of these formulas a solution.
State source_of(const std::array<std::string, 4>& primitive,
                const std::vector<std::pair<std::string, std::string>>& parts, const GasOptions& gas, double x,
                double y, double t) {
  Names names;
  names.constants = {{"gamma", gas.gamma}};
  for (const auto& [name, text] : parts) names.auxiliaries.push_back({name, {text, "test"}});
  std::vector<Formula> formulas;
  for (const std::string& text : primitive) formulas.push_back({text, "test"});
  FormulaGraph graph(names, formulas);
  std::vector<NodeId> nodes;
  for (const Expression& s : manufactured_source({graph[0], graph[1], graph[2], graph[3]}, gas))
    nodes.push_back(s.node);
  const std::array<std::array<double, 2>, 1> point{{{x, y}}};
  State values;
  Formulas(graph.graph, nodes).evaluate<2>(point, t, values.data());
  return values;
}

void check_close(const State& got, const State& expected, double tolerance) {
  for (std::size_t i = 0; i < 4; ++i) CHECK(got[i] == Approx(expected[i]).margin(tolerance).epsilon(0));
}

}  // namespace

TEST_CASE("the source of the periodic Navier-Stokes solution is the exact one") {
  // mu = 0.02, Pr = 0.72, gamma = 1.4. The values come from an independent program that differentiates by truncated
  // Taylor series (exact to round-off).
  const std::array<std::string, 4> exact{
      "1 + 0.2 * sin(2 * pi * (x + y))", "0.3 + 0.1 * sin(2 * pi * x) * cos(2 * pi * y)",
      "0.2 - 0.1 * cos(2 * pi * x) * sin(4 * pi * y)", "1 + 0.1 * cos(2 * pi * x) * sin(2 * pi * y)"};
  struct Sample {
    double x, y;
    State source;
  };
  const std::vector<Sample> samples{
      {0.0, 0.0, {0.0, 0.188495559215388, 0.376991118430775, -2.28728328561541}},
      {0.1, 0.2, {0.983133911586846, 0.015803225448399, 0.320851380875968, 2.80898380617042}},
      {0.25, 0.75, {0.628318530717959, 0.995115686216081, 0.125663706143592, 0.28558841839697}},
      {0.37, 0.61, {1.11742152252386, 0.608598567211454, 1.12671595478024, 2.5949612351639}},
      {0.5, 0.125, {-0.914602393323045, -0.388817650220126, -0.23721936002326, -1.49939631174928}},
      {0.9, 0.33, {0.453324247374691, 0.51576893624869, 0.534833694391677, 0.790281646103276}}};
  for (const Sample& sample : samples)
    check_close(source_of(exact, {}, gas_with(0.02), sample.x, sample.y, 0.0), sample.source, 1e-13);
}

TEST_CASE("the isentropic vortex needs no source") {
  const std::vector<std::pair<std::string, std::string>> parts{{"dx", "x - t"},
                                                               {"dy", "y - t"},
                                                               {"e", "5 / (2 * pi) * exp(0.5 * (1 - dx^2 - dy^2))"},
                                                               {"temp", "1 - (gamma - 1) / (2 * gamma) * e^2"},
                                                               {"density", "temp^(1 / (gamma - 1))"}};
  GasOptions gas;
  gas.viscous = false;
  for (const double x : {0.3, 1.1})
    check_close(source_of({"density", "1 - e * dy", "1 + e * dx", "density * temp"}, parts, gas, x, -0.4, 0.2), {},
                1e-14);
}

TEST_CASE("the compressible Couette flow needs no source, whatever the viscosity") {
  const std::vector<std::pair<std::string, std::string>> parts{
      {"pressure", "1 / (1.4 * 0.01)"},
      {"r", "pressure / 0.85"},
      {"s", "0.5 * y"},
      {"temp", "0.80 + 0.05 * s + 0.72 / (2 * 1.4 * r / 0.4) * s * (1 - s)"}};
  check_close(source_of({"pressure / (r * temp)", "s", "0", "pressure"}, parts, gas_with(0.01), 1.0, 0.7, 0.0), {},
              1e-13);
}

TEST_CASE("Sutherland's law adds the gradient of the viscosity") {
  // u = y^2 in a gas whose temperature is linear in x: d(mu du/dy)/dy = 2 mu(T), d(mu du/dy)/dx = mu'(T) T_x du/dy.
  GasOptions gas = gas_with(0.3);
  gas.law = ViscosityLaw::sutherland;
  const double gradient = 0.2, x = 0.4, y = 0.7, temperature = 1.0 + gradient * x, s = gas.sutherland_constant;
  const auto mu = [&](double t) { return 0.3 * std::pow(t, 1.5) * (1.0 + s) / (t + s); };
  const double slope = (mu(temperature + 1e-5) - mu(temperature - 1e-5)) / 2e-5;
  const double rho_x = -1.4 * gradient / (temperature * temperature);
  const State source = source_of({"1.4 / (1 + 0.2 * x)", "y^2", "0", "1"}, {}, gas, x, y, 0.0);
  CHECK(source[0] == Approx(rho_x * y * y).epsilon(1e-12));
  CHECK(source[1] == Approx(rho_x * y * y * y * y - 2.0 * mu(temperature)).epsilon(1e-12));
  CHECK(source[2] == Approx(-slope * gradient * 2.0 * y).epsilon(1e-8));
}
