#include <numbers>

#include "libdg/formulas/expression_graph.hpp"

namespace dg {

using enum Operation;

/// Nodes before `of` come first, so that nothing recurses, however deep the expression is.
NodeId ExpressionGraph::derivative(NodeId of, Variable by) {
  std::vector<NodeId>& known = derivatives_[static_cast<int>(by)];
  known.resize(std::max<std::size_t>(known.size(), static_cast<std::size_t>(of) + 1), -1);
  std::vector<bool> needed(static_cast<std::size_t>(of) + 1, false);
  needed[of] = true;
  for (NodeId n = of; n >= 0; --n) {
    if (!needed[n] || known[n] >= 0) continue;
    if (!depends_on(n, by)) known[n] = number(0);
    for (const NodeId argument : nodes_[n].arguments)
      if (argument >= 0 && known[n] < 0) needed[argument] = true;
  }
  for (NodeId n = 0; n <= of; ++n) {
    if (!needed[n] || known[n] >= 0) continue;
    const ExpressionNode node = nodes_[n];  // a copy: nodes are added while it is read
    known[n] = node.operation == Operation::variable ? number(1) : derivative_of_node(node, n, known);
  }
  return known[of];
}

/// From those of the arguments.
NodeId ExpressionGraph::derivative_of_node(const ExpressionNode& node, NodeId self, const std::vector<NodeId>& known) {
  const auto [a, b, c] = node.arguments;
  const NodeId da = known[a], db = b >= 0 ? known[b] : -1, dc = c >= 0 ? known[c] : -1;
  switch (node.operation) {
    case negate:
      return make(negate, da);
    case add:
    case subtract:
      return make(node.operation, da, db);
    case multiply:
      return make(add, make(multiply, da, b), make(multiply, a, db));
    case divide:
      return make(divide, make(subtract, da, make(multiply, self, db)), b);
    case power: {
      // b a^(b-1) a' + a^b log(a) b', of which either may be missing.
      const NodeId base = make(multiply, make(multiply, b, make(power, a, make(subtract, b, number(1)))), da);
      if (is_number(db, 0)) return base;
      return make(add, base, make(multiply, make(multiply, self, make(logarithm, a)), db));
    }
    case arctangent2: {
      const NodeId squares = make(add, make(multiply, a, a), make(multiply, b, b));
      return make(divide, make(subtract, make(multiply, b, da), make(multiply, a, db)), squares);
    }
    case minimum:
      return make(select, make(less, b, a), db, da);
    case maximum:
      return make(select, make(less, a, b), db, da);
    case select:
      return make(select, a, db, dc);
    default:
      return argument_count(node.operation) == 1 ? make(multiply, outer_derivative(node, self), da) : number(0);
  }
}

/// Of a function of one argument.
NodeId ExpressionGraph::outer_derivative(const ExpressionNode& node, NodeId self) {
  const NodeId a = node.arguments[0];
  const auto squared = [&](NodeId n) { return make(multiply, n, n); };
  const auto one_over = [&](NodeId n) { return make(divide, number(1), n); };
  const auto one_over_root = [&](NodeId n) { return one_over(make(root, n)); };
  const NodeId one = number(1);
  switch (node.operation) {
    case absolute:
      return make(sign, a);
    case root:
      return make(divide, number(0.5), self);
    case exponential:
      return self;
    case logarithm:
      return one_over(a);
    case logarithm2:
      return one_over(make(multiply, number(std::numbers::ln2), a));
    case logarithm10:
      return one_over(make(multiply, number(std::numbers::ln10), a));
    case sine:
      return make(cosine, a);
    case cosine:
      return make(negate, make(sine, a));
    case tangent:
      return make(add, one, squared(self));
    case arcsine:
      return one_over_root(make(subtract, one, squared(a)));
    case arccosine:
      return make(negate, one_over_root(make(subtract, one, squared(a))));
    case arctangent:
      return one_over(make(add, one, squared(a)));
    case hyperbolic_sine:
      return make(hyperbolic_cosine, a);
    case hyperbolic_cosine:
      return make(hyperbolic_sine, a);
    case hyperbolic_tangent:
      return make(subtract, one, squared(self));
    case area_sine:
      return one_over_root(make(add, squared(a), one));
    case area_cosine:
      return one_over_root(make(subtract, squared(a), one));
    case area_tangent:
      return one_over(make(subtract, one, squared(a)));
    default:
      return number(0);  // sign, round
  }
}

}  // namespace dg
