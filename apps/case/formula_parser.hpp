/// Reads formulas: numbers, names, + - * / ^, comparisons, && || ?: and functions, into nodes of an expression graph.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libdg/formulas/expression_graph.hpp"

namespace dg::app {

/// A formula as text, and where it stands.
struct Formula {
  std::string text, where;
  bool of_state = false;  ///< whether it may read the state
};

/// What names in a formula mean, and all of them, to suggest one.
struct FormulaScope {
  std::function<std::optional<NodeId>(const std::string& name)> find;
  std::function<std::vector<std::string>()> names;
};

/// The node of a formula. Signs bind tighter than products, powers tighter than signs and from the right: -2^2^3 is
/// -(2^(2^3)). Throws InputError with the place of the mistake.
NodeId parse_formula(ExpressionGraph& graph, const Formula& formula, const FormulaScope& scope);

/// The functions that formulas may call.
std::vector<std::string> formula_functions();

}  // namespace dg::app
