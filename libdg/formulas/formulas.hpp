/// Formulas in space, time and parameters, ready to be evaluated at many points: on the host, and as text for a
/// device's compiler.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libdg/formulas/expression_graph.hpp"
#include "libdg/formulas/vector_functions.hpp"

namespace dg {

class Formulas {
 public:
  /// The values of these nodes; the graph is not needed any longer.
  Formulas(const ExpressionGraph& graph, const std::vector<NodeId>& values);

  int size() const { return static_cast<int>(values_.size()); }
  bool varies_in_time() const { return uses(Variable::t); }
  bool uses(Variable variable) const { return (uses_ >> static_cast<int>(variable) & 1U) != 0; }
  bool uses_state() const { return (uses_ & dg::uses_state) != 0; }
  bool has_parameters() const { return (uses_ & uses_parameters) != 0; }
  /// The values of all parameters there are as they are now; none if no formula uses one.
  std::vector<double> parameter_values() const {
    return has_parameters() ? parameters_->values : std::vector<double>{};
  }

  /// Values at points at a time, [point][size()]: what the formulas give, NaN included. Those of a point do not depend
  /// on which others are evaluated with it. May be called from several threads at once.
  template <std::size_t Dim>
  void evaluate(std::span<const std::array<double, Dim>> points, double t, double* values) const {
    for (std::size_t first = 0; first < points.size(); first += block)
      evaluate_block(points.subspan(first, std::min(block, points.size() - first)), t, nullptr,
                     values + first * values_.size());
  }

  /// The same of formulas of the state, whose variables are [point][state_variables].
  template <std::size_t Dim>
  void evaluate(std::span<const std::array<double, Dim>> points, double t, const double* states, double* values) const {
    for (std::size_t first = 0; first < points.size(); first += block)
      evaluate_block(points.subspan(first, std::min(block, points.size() - first)), t, states + first * state_variables,
                     values + first * values_.size());
  }

  /// Whether this value depends on the state.
  bool uses_state(int value) const { return (nodes_[values_[value]].uses & dg::uses_state) != 0; }

  /// Whether this value depends on the time or the state.
  bool varies(int value) const { return (nodes_[values_[value]].uses & (uses_time | dg::uses_state)) != 0; }

  /// Whether this value depends on parameters.
  bool takes_parameters(int value) const { return (nodes_[values_[value]].uses & uses_parameters) != 0; }

  /// These values in CUDA C++, see libdg/formulas/device_code.hpp.
  std::string device_functions(const std::vector<int>& which) const;

 private:
  static constexpr std::size_t block = 64;  ///< points at once at most, so that loops over them are long
  static constexpr std::size_t lanes = 8;   ///< numbers of points are multiples of this, other than 1

  using Lanes = double[block];

  struct Instruction {
    Operation operation;
    int result;
    std::array<int, 3> arguments;    ///< registers
    double number;                   ///< as in ExpressionNode
    VectorFunction vector_function;  ///< null: by apply()
  };

  /// At up to `block` points.
  template <std::size_t Dim>
  void evaluate_block(std::span<const std::array<double, Dim>> points, double t, const double* states,
                      double* values) const {
    const std::size_t width = points.size() == 1 ? 1 : (points.size() + lanes - 1) / lanes * lanes;
    Lanes variables[variable_count];
    for (std::size_t d = 0; d < Dim; ++d)
      for (std::size_t i = 0; i < width; ++i) variables[d][i] = points[std::min(i, points.size() - 1)][d];
    for (std::size_t d = Dim; d < static_cast<int>(Variable::t); ++d) std::fill_n(variables[d], width, 0.0);
    for (int k = 0; k < state_variables && uses_state(); ++k)
      for (std::size_t i = 0; i < width; ++i)
        variables[first_state_variable + k][i] =
            states ? states[std::min(i, points.size() - 1) * state_variables + k] : std::nan("");
    std::fill_n(variables[static_cast<int>(Variable::t)], width, t);
    run(variables, points.size(), width, values);
  }
  void run(const Lanes* variables, std::size_t points, std::size_t width, double* values) const;
  void assign_registers();

  std::shared_ptr<const FormulaParameters> parameters_;
  std::vector<ExpressionNode> nodes_;  ///< those that count, in order
  std::vector<NodeId> values_;
  std::vector<Instruction> instructions_;
  std::vector<int> value_registers_;
  int registers_ = 0;
  unsigned uses_ = 0;
};

}  // namespace dg
