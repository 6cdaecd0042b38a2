#include "libdg/formulas/device_code.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace dg {
namespace {

using Nodes = std::span<const ExpressionNode>;

/// What a node depends on. Numbers are written where they are used.
enum class Part { number, time, place, both };

Part part_of(const ExpressionNode& node) {
  if (node.operation == Operation::number) return Part::number;
  if ((node.uses & (uses_no_place | uses_state)) == 0) return Part::place;
  return (node.uses & ~uses_no_place) == 0 ? Part::time : Part::both;
}

/// A value as an operand.
std::string named(Nodes nodes, NodeId n) {
  if (nodes[n].operation != Operation::number) return fmt::format("v{}", n);
  return fmt::format("__longlong_as_double({:#x}LL)", std::bit_cast<std::uint64_t>(nodes[n].number));
}

/// The value of a node, where those of its arguments are known by name.
std::string expression(Nodes nodes, const ExpressionNode& node) {
  if (node.operation == Operation::variable) {
    const int variable = static_cast<int>(node.number);
    return variable < first_state_variable ? std::string{"xyzt"[variable]}
                                           : fmt::format("state[{}]", variable - first_state_variable);
  }
  if (node.operation == Operation::parameter) return fmt::format("parameters[{}]", static_cast<int>(node.number));
  std::array<std::string, 3> arguments;
  for (int k = 0; k < argument_count(node.operation); ++k) arguments[k] = named(nodes, node.arguments[k]);
  return fmt::format(fmt::runtime(operation_facts[static_cast<int>(node.operation)].text), arguments[0], arguments[1],
                     arguments[2]);
}

/// [node] of a sine whose cosine is a node, too: that node; the same the other way round. -1 elsewhere.
std::vector<NodeId> sine_cosine_pairs(Nodes nodes) {
  std::map<std::pair<Operation, NodeId>, NodeId> known;
  std::vector<NodeId> pair(nodes.size(), -1);
  for (NodeId n = 0; n < static_cast<NodeId>(nodes.size()); ++n) {
    const Operation o = nodes[n].operation;
    if (o != Operation::sine && o != Operation::cosine) continue;
    const NodeId a = nodes[n].arguments[0];
    known[{o, a}] = n;
    const auto other = known.find({o == Operation::sine ? Operation::cosine : Operation::sine, a});
    if (other == known.end()) continue;
    pair[n] = other->second;
    pair[other->second] = n;
  }
  return pair;
}

/// The definitions of the nodes of a part, in order.
std::string definitions(Nodes nodes, const std::vector<NodeId>& pairs, Part part) {
  std::string text;
  for (NodeId n = 0; n < static_cast<NodeId>(nodes.size()); ++n) {
    const ExpressionNode& node = nodes[n];
    if (part_of(node) != part) continue;
    if (pairs[n] < 0) {
      text += fmt::format("  const double v{} = {};\n", n, expression(nodes, node));
    } else if (n < pairs[n]) {  // the first of the two defines both
      const NodeId sine = node.operation == Operation::sine ? n : pairs[n];
      text += fmt::format("  double v{0}, v{1};\n  sincos({2}, &v{3}, &v{4});\n", n, pairs[n],
                          named(nodes, node.arguments[0]), sine, pairs[sine]);
    }
  }
  return text;
}

}  // namespace

std::string device_functions(std::span<const ExpressionNode> nodes, const std::vector<NodeId>& values) {
  // What evaluate_values() reads of the two other parts.
  std::vector<bool> read(nodes.size(), false);
  for (const NodeId v : values) read[v] = true;
  for (const ExpressionNode& node : nodes)
    for (const NodeId a : node.arguments)
      if (a >= 0 && part_of(node) == Part::both) read[a] = true;

  const std::vector<NodeId> pairs = sine_cosine_pairs(nodes);
  std::string text, from_parts;
  for (const auto& [part, type, object, function] :
       {std::tuple{Part::time, "AtTime", "time", "evaluate_at_time(double t, const double* parameters"},
        std::tuple{Part::place, "AtPlace", "place", "evaluate_at_place(double x, double y, double z"}}) {
    std::string members, stores;
    for (NodeId n = 0; n < static_cast<NodeId>(nodes.size()); ++n) {
      if (!read[n] || part_of(nodes[n]) != part) continue;
      members += fmt::format("  double v{};\n", n);
      stores += fmt::format("  s.v{0} = v{0};\n", n);
      from_parts += fmt::format("  const double v{0} = {1}.v{0};\n", n, object);
    }
    text += fmt::format("struct {0} {{\n{1}}};\n__device__ __forceinline__ void {2}, {0}& s) {{\n{3}{4}}}\n", type,
                        members, function, definitions(nodes, pairs, part), stores);
  }
  text += fmt::format(
      "__device__ __forceinline__ void evaluate_values(const AtTime& time, const AtPlace& place, const double* state, "
      "double* out) {{\n{}{}",
      from_parts, definitions(nodes, pairs, Part::both));
  for (std::size_t v = 0; v < values.size(); ++v) text += fmt::format("  out[{}] = {};\n", v, named(nodes, values[v]));
  return text + "}\n";
}

}  // namespace dg
