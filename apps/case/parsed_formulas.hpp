/// Formulas of a case, and of its boundaries, as expressions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "apps/case/fields.hpp"

namespace dg::app {

/// Expressions of one graph as formulas that outlive it.
inline FormulasPointer compiled(const std::vector<Expression>& values) {
  std::vector<NodeId> nodes;
  for (const Expression& value : values) nodes.push_back(value.node);
  return std::make_shared<const Formulas>(*values.front().graph, nodes);
}

/// Formulas of a case as expressions of a graph that must outlive them.
struct Parsed {
  Parsed(const Case& c, const std::vector<Formula>& formulas) : graph(c.names, formulas) {
    for (std::size_t i = 0; i < formulas.size(); ++i) values.push_back(graph[i]);
  }
  FormulaGraph graph;
  std::vector<Expression> values;
};

inline FormulasPointer compiled(const Case& c, const std::vector<Formula>& formulas) {
  return compiled(Parsed(c, formulas).values);
}

/// The formulas of a boundary in so many dimensions, in the units that the user gives them, and what each is of.
struct FormulasOfBoundary {
  FormulasOfBoundary(const BoundaryFormulas& boundary, int dim) {
    for (const BoundaryFormulas::Value& value : boundary.values) {
      const std::size_t count = std::min(value.components.size(), static_cast<std::size_t>(dim));
      formulas.insert(formulas.end(), value.components.begin(), value.components.begin() + count);
      values.insert(values.end(), count, &value);
    }
  }
  /// Turns what these formulas give into units of the case.
  void convert(std::vector<Expression>& expressions) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]->unit != 1.0) expressions[i] = values[i]->unit * expressions[i];
  }
  std::vector<Formula> formulas;
  std::vector<const BoundaryFormulas::Value*> values;
};

}  // namespace dg::app
