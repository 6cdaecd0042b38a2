/// Expressions in x, y, z, t, a state and parameters as a graph in which equal parts exist once, with exact
/// derivatives.
///
/// Where a node is made, numbers are folded and moved to the front of products. Multiples of one node are added up, and
/// neutral elements dropped. Values are those of the formula as written but for rounding. Products with 0 are 0, even
/// where the other factor would be infinite. To the last bit but one, `a / b` is `a (1 / b)`.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "libdg/formulas/operation.hpp"
#include "libdg/formulas/parameters.hpp"

namespace dg {

/// Place, time, and the state. That of a gas is density, velocity, pressure and temperature; other equations have their
/// own variables from rho on, see state_variable().
enum class Variable { x, y, z, t, rho, u, v, w, p, T, state_6, state_7, state_8 };
inline constexpr int variable_count = 13, first_state_variable = static_cast<int>(Variable::rho),
                     state_variables = variable_count - first_state_variable;

/// Variable number i of a state. Precondition: i < state_variables.
constexpr Variable state_variable(int i) { return static_cast<Variable>(first_state_variable + i); }

/// Bits of ExpressionNode::uses: the time, the state, parameters, and what is the same at all places.
inline constexpr unsigned uses_time = 1U << static_cast<int>(Variable::t),
                          uses_state = ((1U << state_variables) - 1) << first_state_variable,
                          uses_parameters = 1U << variable_count, uses_no_place = uses_time | uses_parameters;

/// Number of a node; that of each argument is smaller.
using NodeId = int;

struct ExpressionNode {
  Operation operation;
  std::array<NodeId, 3> arguments{-1, -1, -1};
  double number = 0.0;  ///< of Operation::number; the variable or parameter of Operation::variable or parameter
  unsigned uses = 0;    ///< bit v: the value depends on variable v; see uses_parameters
};

class ExpressionGraph {
 public:
  NodeId number(double value);
  NodeId variable(Variable v);
  /// The parameter of this number in what share_parameters() was given.
  NodeId parameter(int number);
  /// Precondition: as many arguments as the operation takes.
  NodeId make(Operation operation, NodeId a, NodeId b = -1, NodeId c = -1);

  /// The partial derivative, where there is one: 0 for steps and comparisons, that of the branch taken for conditions.
  NodeId derivative(NodeId of, Variable by);

  /// Where the values of parameters are.
  void share_parameters(std::shared_ptr<const FormulaParameters> parameters) { parameters_ = std::move(parameters); }
  const std::shared_ptr<const FormulaParameters>& parameters() const { return parameters_; }

  const ExpressionNode& node(NodeId n) const { return nodes_[n]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  bool depends_on(NodeId n, Variable v) const { return (nodes_[n].uses >> static_cast<int>(v) & 1U) != 0; }
  bool is_number(NodeId n, double value) const;

 private:
  NodeId insert(const ExpressionNode& node);
  NodeId simplified(Operation operation, NodeId a, NodeId b, NodeId c);
  std::pair<double, NodeId> factored(NodeId n) const;
  NodeId product(NodeId a, NodeId b);
  NodeId sum(NodeId a, NodeId b, double sign);
  NodeId derivative_of_node(const ExpressionNode& node, NodeId self, const std::vector<NodeId>& known);
  NodeId outer_derivative(const ExpressionNode& node, NodeId self);

  using Key = std::tuple<Operation, NodeId, NodeId, NodeId, std::uint64_t>;
  std::shared_ptr<const FormulaParameters> parameters_;
  std::vector<ExpressionNode> nodes_;
  std::map<Key, NodeId> known_;
  std::array<std::vector<NodeId>, variable_count> derivatives_;  ///< [variable][node]; -1 where not asked for yet
};

/// A node of a graph, for writing down formulas. All operands are of one graph.
struct Expression {
  ExpressionGraph* graph;
  NodeId node;

  Expression make(Operation o, Expression b) const { return {graph, graph->make(o, node, b.node)}; }
  Expression number(double value) const { return {graph, graph->number(value)}; }
  Expression derivative(Variable by) const { return {graph, graph->derivative(node, by)}; }
};

inline Expression operator+(Expression a, Expression b) { return a.make(Operation::add, b); }
inline Expression operator-(Expression a, Expression b) { return a.make(Operation::subtract, b); }
inline Expression operator*(Expression a, Expression b) { return a.make(Operation::multiply, b); }
inline Expression operator/(Expression a, Expression b) { return a.make(Operation::divide, b); }
inline Expression operator*(double a, Expression b) { return b.number(a) * b; }
inline Expression operator+(Expression a, double b) { return a + a.number(b); }
inline Expression square_root(Expression a) { return {a.graph, a.graph->make(Operation::root, a.node)}; }

}  // namespace dg
