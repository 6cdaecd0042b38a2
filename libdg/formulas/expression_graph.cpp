#include "libdg/formulas/expression_graph.hpp"

#include <bit>
#include <cmath>
#include <utility>

namespace dg {
namespace {

using enum Operation;

bool commutes(Operation o) { return o == add || o == multiply || o == equal || o == not_equal; }

}  // namespace

bool ExpressionGraph::is_number(NodeId n, double value) const {
  return nodes_[n].operation == Operation::number && nodes_[n].number == value;
}

NodeId ExpressionGraph::insert(const ExpressionNode& node) {
  const auto& a = node.arguments;
  const Key key{node.operation, a[0], a[1], a[2], std::bit_cast<std::uint64_t>(node.number)};
  const auto [place, is_new] = known_.emplace(key, size());
  if (!is_new) return place->second;
  nodes_.push_back(node);
  for (const NodeId argument : a)
    if (argument >= 0) nodes_.back().uses |= nodes_[argument].uses;
  return place->second;
}

NodeId ExpressionGraph::number(double value) { return insert({.operation = Operation::number, .number = value}); }

NodeId ExpressionGraph::variable(Variable v) {
  const int i = static_cast<int>(v);
  return insert({.operation = Operation::variable, .number = static_cast<double>(i), .uses = 1U << i});
}

NodeId ExpressionGraph::parameter(int number) {
  return insert({.operation = Operation::parameter, .number = static_cast<double>(number), .uses = uses_parameters});
}

NodeId ExpressionGraph::make(Operation operation, NodeId a, NodeId b, NodeId c) {
  const std::array<NodeId, 3> arguments{a, b, c};
  std::array<double, 3> values{};
  bool all_numbers = true;
  for (int i = 0; i < argument_count(operation); ++i) {
    all_numbers = all_numbers && nodes_[arguments[i]].operation == Operation::number;
    values[i] = nodes_[arguments[i]].number;
  }
  if (all_numbers)
    return number(with_operation(operation, [&]<Operation O>() { return apply<O>(values[0], values[1], values[2]); }));
  if (const NodeId simple = simplified(operation, a, b, c); simple >= 0) return simple;
  if (commutes(operation) && a > b) std::swap(a, b);
  return insert({.operation = operation, .arguments = {a, b, c}});
}

/// A node as a number times another.
std::pair<double, NodeId> ExpressionGraph::factored(NodeId n) const {
  const auto& [operation, arguments, number, uses] = nodes_[n];
  if (operation == negate) return {-1.0, arguments[0]};
  if (operation != multiply) return {1.0, n};
  for (const int k : {0, 1})
    if (nodes_[arguments[k]].operation == Operation::number) return {nodes_[arguments[k]].number, arguments[1 - k]};
  return {1.0, n};
}

/// The product with the numbers of both in front, as one: all multiples of what they multiply then share it. A factor
/// that is a sum keeps its fellow's number there: what is added to products of sums is one instruction for each.
/// -1 where there is nothing to move, or where it would go out of bounds.
NodeId ExpressionGraph::product(NodeId a, NodeId b) {
  const auto is_number = [&](NodeId n) { return nodes_[n].operation == Operation::number; };
  const auto is_sum = [&](NodeId n) { return nodes_[n].operation == add || nodes_[n].operation == subtract; };
  if (is_number(b)) std::swap(a, b);
  const auto [of_a, rest_of_a] = is_number(a) ? std::pair{nodes_[a].number, a} : factored(a);
  const auto [of_b, rest_of_b] = factored(b);
  const bool moves =
      is_number(a) ? rest_of_b != b : (rest_of_a != a || rest_of_b != b) && !is_sum(rest_of_a) && !is_sum(rest_of_b);
  const double together = of_a * of_b;
  if (!moves || !std::isnormal(together)) return -1;
  return make(multiply, number(together), is_number(a) ? rest_of_b : make(multiply, rest_of_a, rest_of_b));
}

/// a + sign b where one of them is negative or both are multiples of one node; -1 elsewhere.
NodeId ExpressionGraph::sum(NodeId a, NodeId b, double sign) {
  const auto [of_a, rest_of_a] = factored(a);
  const auto [of_b, rest_of_b] = factored(b);
  if (rest_of_a == rest_of_b) return make(multiply, number(of_a + sign * of_b), rest_of_a);
  if (nodes_[b].operation == negate) return make(sign > 0 ? subtract : add, a, rest_of_b);
  return sign > 0 && nodes_[a].operation == negate ? make(subtract, b, rest_of_a) : -1;
}

/// An equal node that is simpler, or -1.
NodeId ExpressionGraph::simplified(Operation operation, NodeId a, NodeId b, NodeId c) {
  switch (operation) {
    case negate:
      if (const auto [factor, rest] = factored(a); rest != a) return make(multiply, number(-factor), rest);
      return -1;
    case add:
      return is_number(a, 0) ? b : is_number(b, 0) ? a : sum(a, b, 1);
    case subtract:
      return is_number(b, 0) ? a : is_number(a, 0) ? make(negate, b) : sum(a, b, -1);
    case multiply:
      if (is_number(a, 0) || is_number(b, 0)) return number(0);
      if (is_number(a, 1)) return b;
      if (is_number(b, 1)) return a;
      if (const NodeId simple = product(a, b); simple >= 0) return simple;
      return is_number(a, -1) ? make(negate, b) : is_number(b, -1) ? make(negate, a) : -1;
    case divide:
      if (is_number(a, 0) || is_number(b, 1)) return a;
      // A divisor that varies is divided by once, however many numerators it has.
      if (is_number(a, 1) || nodes_[b].operation == Operation::number) return -1;
      return make(multiply, a, make(divide, number(1), b));
    case power:
      if (is_number(b, 0)) return number(1);
      if (is_number(b, 1)) return a;
      if (is_number(b, 2)) return make(multiply, a, a);
      if (is_number(b, 3)) return make(multiply, make(multiply, a, a), a);
      if (is_number(b, 4)) return make(power, make(multiply, a, a), number(2));
      if (is_number(b, -1)) return make(divide, number(1), a);
      return is_number(b, 0.5) ? make(root, a) : -1;
    case select:
      if (b == c) return b;
      return nodes_[a].operation == Operation::number ? (nodes_[a].number != 0 ? b : c) : -1;
    default:
      return -1;
  }
}

}  // namespace dg
