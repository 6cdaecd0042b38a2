#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numbers>

#include "fixed_step_options.hpp"
#include "libdg/core/errors.hpp"
#include "support.hpp"

namespace dg {
namespace {

/// Formulas of a source of the state.
class OfState {
 public:
  Expression operator[](Variable v) { return {&graph_, graph_.variable(v)}; }
  std::shared_ptr<const Formulas> list(const std::array<Expression, 4>& values) const {
    std::vector<NodeId> nodes;
    for (const Expression& value : values) nodes.push_back(value.node);
    return std::make_shared<const Formulas>(graph_, nodes);
  }
  Expression number(double value) { return {&graph_, graph_.number(value)}; }

 private:
  ExpressionGraph graph_;
};

TEST_CASE("A source that is the state adds the state to its rate", "[source]") {
  for (const int order : {1, 3})
    for (const int degree : {1, 3}) {
      INFO("geometric order " << order << ", degree " << degree);
      SolverOptions o = test::fixed_step_options(degree);
      o.quads = QuadSpace::P;
      auto solver = make_solver(test::hybrid_mesh({.n = 4, .order = order, .curved = order > 1 ? 0.03 : 0}), o);
      solver->set_state(test::smooth_flow_at);
      const std::vector<double> without = solver->rate(), state = solver->coefficients();
      OfState of;
      const Expression rho = of[Variable::rho], u = of[Variable::u], v = of[Variable::v], p = of[Variable::p];
      const Expression energy = 2.5 * p + 0.5 * (rho * (u * u + v * v));
      solver->set_source(of.list({rho, rho * u, rho * v, energy}));
      std::vector<double> added = solver->rate();
      for (std::size_t i = 0; i < added.size(); ++i) added[i] -= without[i];
      CHECK(test::relative_difference(added, state) < 1e-10);
    }
}

TEST_CASE("A force against the velocity slows a uniform gas down, and a source of its temperature heats it",
          "[source]") {
  auto solver = make_solver(test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.03}), test::fixed_step_options(2));
  solver->set_state([](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; });
  OfState of;
  const Expression rho = of[Variable::rho], u = of[Variable::u], v = of[Variable::v], temperature = of[Variable::T];
  const double rate = 2, heating = 0.3, gamma = 1.4;
  const Expression work = rho * (u * u + v * v);
  solver->set_source(
      of.list({of.number(0), -rate * (rho * u), -rate * (rho * v), -rate * work + heating * temperature}));
  solver->advance(100, 1e9);
  const double t = solver->time(), slow = std::exp(-rate * t);
  const double p = 0.7 * std::exp((gamma - 1) * gamma * heating / 1.2 * t);
  const auto errors = solver->errors([&](double, double, double) {
    return std::array{1.2, 0.5 * slow, -0.25 * slow, p};
  });
  for (const double error : errors.linf) CHECK(error < 1e-8);
}

TEST_CASE("Implicit steps slow a uniform gas down and heat it as long as a source of the state says", "[source]") {
  SolverOptions o = test::fixed_step_options(1);
  o.scheme = TimeScheme::esdirk4;
  o.fixed_dt = 0;
  o.step_tolerance = 1e-7;
  auto solver = make_solver(test::hybrid_mesh({.n = 2, .order = 2, .curved = 0.03}), o);
  solver->set_state([](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; });
  OfState of;
  const Expression rho = of[Variable::rho], u = of[Variable::u], v = of[Variable::v], temperature = of[Variable::T];
  const double rate = 2, heating = 0.3, gamma = 1.4;
  solver->set_source(of.list(
      {of.number(0), -rate * (rho * u), -rate * (rho * v), -rate * (rho * (u * u + v * v)) + heating * temperature}));
  REQUIRE(solver->advance(1000, 1.0).time == 1.0);
  const double slow = std::exp(-rate), p = 0.7 * std::exp((gamma - 1) * gamma * heating / 1.2);
  const auto errors = solver->errors([&](double, double, double) {
    return std::array{1.2, 0.5 * slow, -0.25 * slow, p};
  });
  for (const double error : errors.linf) CHECK(error < 1e-6);
}

TEST_CASE("Newton's method finds where a source of the state rests", "[source]") {
  SolverOptions o = test::fixed_step_options(1);
  o.fixed_dt = 0;
  o.newton = true;
  auto solver = make_solver(test::hybrid_mesh({.n = 2, .order = 2, .curved = 0.03}), o);
  solver->set_state([](double, double, double) { return std::array{1.2, 0.1, 0.0, 0.7}; });
  OfState of;
  // Mass is kept; momentum rests at 0, and energy where the temperature is 0.9.
  const Expression rho = of[Variable::rho], u = of[Variable::u], v = of[Variable::v], temperature = of[Variable::T];
  solver->set_source(
      of.list({of.number(0), -1.0 * (rho * u), -1.0 * (rho * v), -1.0 * (temperature - of.number(0.9))}));
  for (int i = 0; i < 30 && solver->residual_norms().l2[3] > 1e-11; ++i) solver->newton_step();
  const auto errors = solver->errors([](double, double, double) { return std::array{1.2, 0.0, 0.0, 1.2 * 0.9 / 1.4}; });
  for (const double error : errors.linf) CHECK(error < 1e-9);
}

TEST_CASE("Exact products refuse a source of the state", "[source]") {
  SolverOptions o = test::fixed_step_options(1);
  o.fixed_dt = 0;
  o.newton = true;
  o.products = JacobianProducts::exact;
  o.backend = BackendKind::cpu;  // exact products exist only there
  auto solver = make_solver(test::hybrid_mesh({.n = 2}), o);
  OfState of;
  const Expression rho = of[Variable::rho];
  CHECK_THROWS_AS(solver->set_source(of.list({rho, rho, rho, rho})), InputError);
}

}  // namespace
}  // namespace dg
