#include "apps/case/expression.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <numbers>
#include <unordered_map>

#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return (std::isalnum(c) != 0 && c < 0x80U) || c == '_'; });
}

/// Names that formulas know, with what they mean in a graph.
class Scope {
 public:
  Scope(ExpressionGraph& graph, const std::map<std::string, double>& constants) : graph_(graph) {
    define("pi", graph.number(std::numbers::pi));
    define("_pi", graph.number(std::numbers::pi));
    define("_e", graph.number(std::numbers::e));
    for (const auto& [name, value] : constants) define(name, graph.number(value));
  }

  void define_variables() {
    define("x", graph_.variable(Variable::x));
    define("y", graph_.variable(Variable::y));
    define("z", graph_.variable(Variable::z));
    define("t", graph_.variable(Variable::t));
  }

  /// Of a gas, names that the case has given a meaning keep it. Own variables must have names of their own.
  void define_state(const std::vector<std::string>& own_variables, const std::string& where) {
    static const std::vector<std::string> of_gas{"rho", "u", "v", "w", "p", "T"};
    const std::vector<std::string>& variables = own_variables.empty() ? of_gas : own_variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (!own_variables.empty() && knows(variables[i]))
        throw InputError(where + ": " + in_quotes(variables[i]) +
                         " is a variable of the equations; rename the parameter or expression of that name");
      define(variables[i], graph_.variable(state_variable(static_cast<int>(i))));
    }
  }

  void define_parameters(const Names& names) {
    if (!names.parameters) return;
    graph_.share_parameters(names.parameters);
    for (std::size_t i = 0; i < names.parameters->names.size(); ++i)
      define(names.parameters->names[i], graph_.parameter(static_cast<int>(i)));
  }

  void define_auxiliaries(const Names& names) {
    for (const auto& [name, formula] : names.auxiliaries) define(name, parse(formula));
  }

  bool knows(const std::string& name) const { return nodes_.contains(name); }
  void define(const std::string& name, NodeId node) { nodes_.emplace(name, node); }

  NodeId parse(const Formula& formula) const {
    const auto find = [&](const std::string& name) -> std::optional<NodeId> {
      const auto found = nodes_.find(name);
      return found == nodes_.end() ? std::nullopt : std::optional(found->second);
    };
    const auto names = [&] {
      std::vector<std::string> all;
      for (const auto& [name, node] : nodes_) all.push_back(name);
      std::sort(all.begin(), all.end());
      return all;
    };
    return parse_formula(graph_, formula, {find, names});
  }

 private:
  ExpressionGraph& graph_;
  std::unordered_map<std::string, NodeId> nodes_;
};

Formulas compiled(const Names& names, const std::vector<Formula>& formulas) {
  const FormulaGraph graph(names, formulas);
  return {graph.graph, graph.values};
}

/// Throws InputError if no formula or parameter can have that name; `what` it would be.
void check_name(const Scope& scope, const std::string& name, const std::string& where, const std::string& what) {
  constexpr std::size_t longest_name = 60;
  static const std::vector<std::string> functions = formula_functions();
  if (!is_identifier(name) || name.size() > longest_name) {
    throw InputError(where + ": " + in_quotes(name) + " cannot name a " + what +
                     " (letters, digits and _ only, at most " + std::to_string(longest_name) + ")");
  }
  if (std::binary_search(functions.begin(), functions.end(), name) || scope.knows(name))
    throw InputError(where + ": " + in_quotes(name) + " already means something in formulas; choose another name");
}

}  // namespace

void check_parameter_name(const Names& names, const std::string& name, const std::string& where) {
  ExpressionGraph graph;
  Scope scope(graph, names.constants);
  scope.define_variables();
  check_name(scope, name, where, "parameter");
}

void check_auxiliaries(const Names& names) {
  ExpressionGraph graph;
  Scope scope(graph, names.constants);
  scope.define_variables();
  scope.define_parameters(names);
  for (const auto& [name, formula] : names.auxiliaries) {
    check_name(scope, name, formula.where, "formula");
    scope.define(name, scope.parse(formula));
  }
}

double evaluate_constant(const Formula& formula, const std::map<std::string, double>& constants) {
  ExpressionGraph graph;
  const NodeId value = Scope(graph, constants).parse(formula);
  return graph.node(value).number;
}

FormulaGraph::FormulaGraph(const Names& names, const std::vector<Formula>& formulas) {
  Scope scope(graph, names.constants);
  scope.define_variables();
  scope.define_parameters(names);
  scope.define_auxiliaries(names);
  if (!formulas.empty() && formulas.front().of_state) scope.define_state(names.variables, formulas.front().where);
  for (const Formula& formula : formulas) values.push_back(scope.parse(formula));
}

bool depends_on_z(const Names& names, const std::vector<Formula>& formulas) {
  const Formulas all = compiled(names, formulas);
  return all.uses(Variable::z) || (names.variables.empty() && all.uses(Variable::w));
}

template <int Dim>
FieldExpressions<Dim>::FieldExpressions(const Names& names, const std::vector<Formula>& formulas)
    : formulas_(compiled(names, formulas)) {
  assert(formulas.size() == Dim + 2);
}

template <int Dim>
std::array<double, Dim + 2> FieldExpressions<Dim>::values_at(const std::array<double, Dim>& x, double t) const {
  std::array<double, Dim + 2> values;
  formulas_.evaluate<Dim>(std::span(&x, 1), t, values.data());
  return values;
}

template class FieldExpressions<2>;
template class FieldExpressions<3>;

}  // namespace dg::app
