/// Sines and cosines of sums by those of their terms. What depends on the place alone, and what depends on the time
/// alone, is then the same for many values.
#pragma once

#include <span>
#include <vector>

#include "libdg/formulas/expression_graph.hpp"

namespace dg {

/// Formulas that give the same values but for rounding: 1e-16 of the sines and cosines, and of their arguments.
struct SplitAngles {
  ExpressionGraph graph;
  std::vector<NodeId> values;
};

/// Splits the arguments where fewer instructions are left to evaluate the values at many points, at two times each. It
/// splits all arguments into parts that do not depend on time and parts that depend on nothing else, or into single
/// terms. Arguments of a node come before it.
SplitAngles with_split_angles(std::span<const ExpressionNode> nodes, const std::vector<NodeId>& values);

}  // namespace dg
