/// A sponge that draws to the running mean, beside what is known of it from elsewhere.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "libdg/solver/solver.hpp"
#include "support.hpp"

namespace dg::test {

inline constexpr double averaging_time = 0.7;

/// A strength that rises along x from 0 at x = 0.4, and is 0 before: 6 (x - 0.4).
inline std::shared_ptr<const Formulas> rising_strength() {
  ExpressionGraph graph;
  const Expression x{&graph, graph.variable(Variable::x)}, rise = 6.0 * (x - x.number(0.4));
  const Expression strength = 0.5 * (rise + square_root(rise * rise));
  return std::make_shared<const Formulas>(graph, std::vector<NodeId>{strength.node});
}

inline std::shared_ptr<const Formulas> uniform_strength(double value) {
  ExpressionGraph graph;
  return std::make_shared<const Formulas>(graph, std::vector<NodeId>{graph.number(value)});
}

/// The same strength times the conserved variables of a gas of gamma = 1.4, as a source of the state.
template <int Dim>
std::shared_ptr<const Formulas> strength_times_state() {
  ExpressionGraph graph;
  const auto variable = [&](Variable v) { return Expression{&graph, graph.variable(v)}; };
  const Expression rise = 6.0 * (variable(Variable::x) - Expression{&graph, graph.number(0.4)});
  const Expression strength = 0.5 * (rise + square_root(rise * rise)), rho = strength * variable(Variable::rho);
  std::vector<Expression> values{rho};
  Expression energy = 2.5 * (strength * variable(Variable::p));
  for (int d = 0; d < Dim; ++d) {
    const Expression u = variable(static_cast<Variable>(static_cast<int>(Variable::u) + d));
    values.push_back(rho * u);
    energy = energy + 0.5 * (rho * u * u);
  }
  values.push_back(energy);
  std::vector<NodeId> nodes;
  for (const Expression& value : values) nodes.push_back(value.node);
  return std::make_shared<const Formulas>(graph, nodes);
}

inline std::vector<double> minus(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

/// How much two rates differ, relative to the second. One is what the sponge adds for a state and a mean. The other is
/// what a source of strength times the state adds for the mean, less what it adds for the state.
template <int Dim>
double difference_of_rates(const Mesh<Dim>& mesh, const SolverOptions& o, const GasField<Dim>& now,
                           const GasField<Dim>& before) {
  const auto plain = make_solver(mesh, o), drawn = make_solver(mesh, o), with_source = make_solver(mesh, o);
  drawn->set_sponge_to_mean(*rising_strength(), averaging_time);
  with_source->set_source(strength_times_state<Dim>());
  plain->set_state(before);
  const std::vector<double> mean = plain->coefficients();
  const auto added_by_source = [&] { return minus(with_source->rate(), plain->rate()); };
  with_source->set_coefficients(mean);
  const std::vector<double> of_mean = added_by_source();
  for (const auto* solver : {&plain, &drawn, &with_source}) (*solver)->set_state(now);
  drawn->set_running_mean(mean);
  return relative_difference(minus(drawn->rate(), plain->rate()), minus(of_mean, added_by_source()));
}

}  // namespace dg::test
