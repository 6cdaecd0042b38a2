/// Formulas of case files: constants, parameters, auxiliary formulas, and fields f(x, y, t).
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apps/case/formula_parser.hpp"
#include "libdg/formulas/formulas.hpp"

namespace dg::app {

/// What formulas may refer to besides x, y, z, t and functions.
struct Names {
  std::map<std::string, double> constants;
  /// Auxiliary formulas in order; each may use the ones before it.
  std::vector<std::pair<std::string, Formula>> auxiliaries;
  std::shared_ptr<FormulaParameters> parameters = nullptr;  ///< null: there are none
  std::vector<std::string> variables{};                     ///< of the state, for formulas of it; none: those of a gas
};

/// Throws InputError, opening with `where`, if a parameter cannot have that name, as for auxiliaries.
void check_parameter_name(const Names& names, const std::string& name, const std::string& where);

/// Parses each auxiliary formula once. Throws InputError with the place of the first that is wrong. It also throws for
/// a name that is not an identifier, or taken by a variable, a constant, a function or an earlier auxiliary.
void check_auxiliaries(const Names& names);

/// Value of a formula of constants only. Throws InputError with the place of the mistake.
double evaluate_constant(const Formula& formula, const std::map<std::string, double>& constants);

/// Formulas in x, y, z, t, and those of the state in its variables (a gas: rho, u, v, w, p, T), as expressions.
struct FormulaGraph {
  /// Throws InputError with the place of the mistake.
  FormulaGraph(const Names& names, const std::vector<Formula>& formulas);

  Expression operator[](std::size_t i) { return {&graph, values[i]}; }

  ExpressionGraph graph;
  std::vector<NodeId> values;
};

/// Whether one of the formulas depends on z, or the velocity along it. Throws InputError with the place of a mistake.
bool depends_on_z(const Names& names, const std::vector<Formula>& formulas);

/// Formulas in place and time, one for each variable of a gas, as one function. Evaluation is safe from several
/// threads.
template <int Dim = 2>
class FieldExpressions {
 public:
  /// Throws InputError with the place of the mistake. Precondition: Dim + 2 formulas.
  FieldExpressions(const Names& names, const std::vector<Formula>& formulas);

  /// Values at a point and time; what the formulas give, NaN included.
  std::array<double, Dim + 2> operator()(double x, double y, double t) const requires(Dim == 2) {
    return values_at({x, y}, t);
  }
  std::array<double, Dim + 2> operator()(double x, double y, double z, double t) const requires(Dim == 3) {
    std::array<double, Dim> at{x, y};  // some compilers look at this in 2-D, too
    at.back() = z;
    return values_at(at, t);
  }

  bool varies_in_time() const { return formulas_.varies_in_time(); }

 private:
  std::array<double, Dim + 2> values_at(const std::array<double, Dim>& x, double t) const;

  Formulas formulas_;
};

}  // namespace dg::app
