/// Formulas of case files: constants, auxiliary formulas, and fields f(x, y, t), evaluated by muParser.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace dg::app {

/// A formula as text, and where it stands.
struct Formula {
  std::string text, where;
};

/// What formulas may refer to besides x, y, t and the functions of muParser.
struct Names {
  std::map<std::string, double> constants;
  /// Auxiliary formulas in order; each may use the ones before it.
  std::vector<std::pair<std::string, Formula>> auxiliaries;
};

/// Parses and evaluates each auxiliary formula once. Throws InputError with the place of the first that is wrong, or
/// whose name is: not an identifier, or taken by a variable, a constant, a function or an earlier auxiliary.
void check_auxiliaries(const Names& names);

/// Value of a formula of constants only. Throws InputError with the place of the mistake.
double evaluate_constant(const Formula& formula, const std::map<std::string, double>& constants);

/// Four formulas in x, y, t as one function. Evaluation is safe from several threads: each has parsers of its own.
class FieldExpressions {
 public:
  /// Parses and evaluates the formulas and the auxiliaries that they need. Throws InputError with the place of the
  /// mistake.
  FieldExpressions(const Names& names, const std::array<Formula, 4>& formulas);
  ~FieldExpressions();

  /// Values at a point and time; what the formulas give, NaN included.
  std::array<double, 4> operator()(double x, double y, double t) const;

  bool varies_in_time() const { return varies_in_time_; }

 private:
  class Evaluator;
  Evaluator& evaluator_of_this_thread() const;

  Names names_;  // the auxiliaries that the formulas need
  std::array<Formula, 4> formulas_;
  bool varies_in_time_ = false;
  std::uint64_t id_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::thread::id, std::unique_ptr<Evaluator>> evaluators_;
};

}  // namespace dg::app
