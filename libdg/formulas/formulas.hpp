/// Formulas in space and time, ready to be evaluated at many points: on the host, and as text for a device's compiler.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "libdg/formulas/expression_graph.hpp"

namespace dg {

class Formulas {
 public:
  /// The values of these nodes; the graph is not needed any longer.
  Formulas(const ExpressionGraph& graph, const std::vector<NodeId>& values);

  int size() const { return static_cast<int>(values_.size()); }
  bool varies_in_time() const { return uses(Variable::t); }
  bool uses(Variable variable) const { return (uses_ >> static_cast<int>(variable) & 1U) != 0; }

  /// Values at points at a time, [point][size()]: what the formulas give, NaN included. May be called from several
  /// threads at once.
  template <std::size_t Dim>
  void evaluate(std::span<const std::array<double, Dim>> points, double t, double* values) const {
    if (points.size() == 1) return evaluate_block<1>(points, t, values);
    for (std::size_t first = 0; first < points.size(); first += block)
      evaluate_block<block>(points.subspan(first, std::min(block, points.size() - first)), t,
                            values + first * values_.size());
  }

  /// Whether this value depends on the time.
  bool varies_in_time(int value) const {
    return (nodes_[values_[value]].uses >> static_cast<int>(Variable::t) & 1U) != 0;
  }

  /// These values in CUDA C++, see libdg/formulas/device_code.hpp.
  std::string device_functions(const std::vector<int>& which) const;

 private:
  static constexpr std::size_t block = 16;  ///< points at once, so that loops over them are long

  template <std::size_t Width>
  using Lanes = double[Width];

  struct Instruction {
    Operation operation;
    int result;
    std::array<int, 3> arguments;  ///< registers; of Operation::variable the variable
    double number;
  };

  /// At up to Width points.
  template <std::size_t Width, std::size_t Dim>
  void evaluate_block(std::span<const std::array<double, Dim>> points, double t, double* values) const {
    Lanes<Width> variables[variable_count] = {};
    for (std::size_t i = 0; i < Width; ++i) {
      const auto& point = points[std::min(i, points.size() - 1)];
      for (std::size_t d = 0; d < Dim; ++d) variables[d][i] = point[d];
      variables[static_cast<int>(Variable::t)][i] = t;
    }
    run<Width>(variables, points.size(), values);
  }
  template <std::size_t Width>
  void run(const Lanes<Width>* variables, std::size_t points, double* values) const;
  void assign_registers();

  std::vector<ExpressionNode> nodes_;  ///< those that count, in order
  std::vector<NodeId> values_;
  std::vector<Instruction> instructions_;
  std::vector<int> value_registers_;
  int registers_ = 0;
  unsigned uses_ = 0;
};

}  // namespace dg
