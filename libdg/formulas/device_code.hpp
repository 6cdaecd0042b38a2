/// Formulas as text for a device's compiler.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "libdg/formulas/expression_graph.hpp"

namespace dg {

/// CUDA C++ that evaluates the values of some nodes in three parts. What depends on the time and parameters alone is
/// found once for all points, what depends on the place alone once for all times:
///
///     struct AtTime { ... };   __device__ void evaluate_at_time(double t, const double* parameters, AtTime& s);
///     struct AtPlace { ... };  __device__ void evaluate_at_place(double x, double y, double z, AtPlace& s);
///     __device__ void evaluate_values(const AtTime& time, const AtPlace& place, const double* state, double* out);
///
/// `state` has the variables from Variable::rho on; without formulas of them it may be null.
/// Arguments of a node come before it.
std::string device_functions(std::span<const ExpressionNode> nodes, const std::vector<NodeId>& values);

}  // namespace dg
