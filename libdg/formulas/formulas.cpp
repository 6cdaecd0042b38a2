#include "libdg/formulas/formulas.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <utility>

namespace dg {
namespace {

/// The value of a node in CUDA C++, where its arguments are v0, v1, ...
std::string device_value(const ExpressionNode& node) {
  if (node.operation == Operation::number)
    return fmt::format("__longlong_as_double({:#x}LL)", std::bit_cast<std::uint64_t>(node.number));
  if (node.operation == Operation::variable) return {"xyzt"[static_cast<int>(node.number)]};
  const auto argument = [&](int k) { return fmt::format("v{}", node.arguments[k]); };
  return fmt::format(fmt::runtime(operation_facts[static_cast<int>(node.operation)].text), argument(0), argument(1),
                     argument(2));
}

}  // namespace

Formulas::Formulas(const ExpressionGraph& graph, const std::vector<NodeId>& values) {
  std::vector<bool> needed(graph.size(), false);
  for (const NodeId v : values) needed[v] = true;
  for (NodeId n = graph.size() - 1; n >= 0; --n)
    if (needed[n])
      for (const NodeId a : graph.node(n).arguments)
        if (a >= 0) needed[a] = true;
  std::vector<NodeId> place(graph.size(), -1);
  for (NodeId n = 0; n < graph.size(); ++n) {
    if (!needed[n]) continue;
    place[n] = static_cast<NodeId>(nodes_.size());
    ExpressionNode& node = nodes_.emplace_back(graph.node(n));
    for (NodeId& a : node.arguments)
      if (a >= 0) a = place[a];
    uses_ |= node.uses;
  }
  for (const NodeId v : values) values_.push_back(place[v]);
  assign_registers();
}

/// A register is free again after the last node that reads it.
void Formulas::assign_registers() {
  const NodeId count = static_cast<NodeId>(nodes_.size());
  std::vector<NodeId> last_use(nodes_.size(), -1);
  for (NodeId n = 0; n < count; ++n)
    for (const NodeId a : nodes_[n].arguments)
      if (a >= 0) last_use[a] = n;
  for (const NodeId v : values_) last_use[v] = count;

  std::vector<int> where(nodes_.size()), free;
  for (NodeId n = 0; n < count; ++n) {
    const ExpressionNode& node = nodes_[n];
    Instruction i{node.operation, 0, {-1, -1, -1}, node.number};
    for (int k = 0; k < argument_count(node.operation); ++k) {
      const NodeId a = node.arguments[k];
      i.arguments[k] = where[a];
      if (last_use[a] == n) {
        free.push_back(where[a]);
        last_use[a] = -1;  // it may be an argument twice
      }
    }
    if (free.empty()) free.push_back(registers_++);
    i.result = where[n] = free.back();
    free.pop_back();
    instructions_.push_back(i);
  }
  for (const NodeId v : values_) value_registers_.push_back(where[v]);
}

template <std::size_t Width>
void Formulas::run(const Lanes<Width>* variables, std::size_t points, double* values) const {
  static thread_local std::vector<double> memory;
  memory.resize(std::max(memory.size(), registers_ * Width));
  const auto at = [&](int r) { return memory.data() + std::max(r, 0) * Width; };
  for (const Instruction& i : instructions_) {
    double* result = at(i.result);
    const double *a = at(i.arguments[0]), *b = at(i.arguments[1]), *c = at(i.arguments[2]);
    if (i.operation == Operation::number)
      std::fill_n(result, Width, i.number);
    else if (i.operation == Operation::variable)
      std::copy_n(variables[static_cast<int>(i.number)], Width, result);
    else
      with_operation(i.operation, [&]<Operation O>() {
        for (std::size_t k = 0; k < Width; ++k) result[k] = apply<O>(a[k], b[k], c[k]);
      });
  }
  const std::size_t count = value_registers_.size();
  for (std::size_t v = 0; v < count; ++v)
    for (std::size_t k = 0; k < points; ++k) values[k * count + v] = at(value_registers_[v])[k];
}

template void Formulas::run<1>(const Lanes<1>*, std::size_t, double*) const;
template void Formulas::run<Formulas::block>(const Lanes<block>*, std::size_t, double*) const;

/// [node] of a sine whose cosine is a node, too: that node; the same the other way round. -1 elsewhere.
std::vector<NodeId> Formulas::sine_cosine_pairs() const {
  std::map<std::pair<Operation, NodeId>, NodeId> known;
  std::vector<NodeId> pair(nodes_.size(), -1);
  for (NodeId n = 0; n < static_cast<NodeId>(nodes_.size()); ++n) {
    const Operation o = nodes_[n].operation;
    if (o != Operation::sine && o != Operation::cosine) continue;
    const NodeId a = nodes_[n].arguments[0];
    known[{o, a}] = n;
    const auto other = known.find({o == Operation::sine ? Operation::cosine : Operation::sine, a});
    if (other == known.end()) continue;
    pair[n] = other->second;
    pair[other->second] = n;
  }
  return pair;
}

std::string Formulas::device_function(const std::string& name) const {
  const std::vector<NodeId> pairs = sine_cosine_pairs();
  std::string text = fmt::format("__device__ void {}(double x, double y, double z, double t, double* out) {{\n", name);
  for (NodeId n = 0; n < static_cast<NodeId>(nodes_.size()); ++n) {
    const ExpressionNode& node = nodes_[n];
    if (pairs[n] >= 0) {
      const NodeId sine = node.operation == Operation::sine ? n : pairs[n];
      if (n < pairs[n])  // the first of the two defines both
        text += fmt::format("  double v{0}, v{1};\n  sincos(v{2}, &v{3}, &v{4});\n", n, pairs[n], node.arguments[0],
                            sine, pairs[sine]);
      continue;
    }
    text += fmt::format("  const double v{} = {};\n", n, device_value(node));
  }
  for (std::size_t v = 0; v < values_.size(); ++v) text += fmt::format("  out[{}] = v{};\n", v, values_[v]);
  return text + "}\n";
}

}  // namespace dg
