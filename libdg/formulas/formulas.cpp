#include "libdg/formulas/formulas.hpp"

#include "libdg/formulas/angles.hpp"
#include "libdg/formulas/device_code.hpp"

namespace dg {

Formulas::Formulas(const ExpressionGraph& graph, const std::vector<NodeId>& values) : parameters_(graph.parameters()) {
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
    Instruction i{node.operation, 0, {-1, -1, -1}, node.number, vector_function(node.operation)};
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

void Formulas::run(const Lanes* variables, std::size_t points, std::size_t width, double* values) const {
  static thread_local std::vector<double> memory;
  memory.resize(std::max(memory.size(), registers_ * block));
  const auto at = [&](int r) { return memory.data() + std::max(r, 0) * width; };
  for (const Instruction& i : instructions_) {
    double* result = at(i.result);
    const double *a = at(i.arguments[0]), *b = at(i.arguments[1]), *c = at(i.arguments[2]);
    if (i.operation == Operation::number)
      std::fill_n(result, width, i.number);
    else if (i.operation == Operation::variable)
      std::copy_n(variables[static_cast<int>(i.number)], width, result);
    else if (i.operation == Operation::parameter)
      std::fill_n(result, width, parameters_->values[static_cast<std::size_t>(i.number)]);
    else if (i.vector_function)
      i.vector_function(a, b, result, width);
    else
      with_operation(i.operation, [&]<Operation O>() {
        for (std::size_t k = 0; k < width; ++k) result[k] = apply<O>(a[k], b[k], c[k]);
      });
  }
  const std::size_t count = value_registers_.size();
  for (std::size_t v = 0; v < count; ++v)
    for (std::size_t k = 0; k < points; ++k) values[k * count + v] = at(value_registers_[v])[k];
}

std::string Formulas::device_functions(const std::vector<int>& which) const {
  std::vector<NodeId> values;
  for (const int v : which) values.push_back(values_[v]);
  const SplitAngles split = with_split_angles(nodes_, values);
  const Formulas needed(split.graph, split.values);
  return dg::device_functions(needed.nodes_, needed.values_);
}

}  // namespace dg
