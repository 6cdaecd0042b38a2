/// A flow that moves, as formulas and as functions, for tests of data in time.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/options.hpp"

namespace dg::test {

/// rho = 1.2 + 0.3 sin(x + 2 y - 3 t), u = 0.3, v = 0.2 cos(x - t), p = 0.9.
inline std::array<double, 4> moving_flow(double x, double y, double t) {
  return {1.2 + 0.3 * std::sin(x + 2 * y - 3 * t), 0.3, 0.2 * std::cos(x - t), 0.9};
}

/// The expressions of moving_flow(), primitive, and of other data made of them.
class MovingFlow {
 public:
  MovingFlow() {
    const Expression x = variable(Variable::x), y = variable(Variable::y), t = variable(Variable::t);
    rho_ = x.number(1.2) + 0.3 * of(Operation::sine, x + 2.0 * y - 3.0 * t);
    u_ = x.number(0.3);
    v_ = 0.2 * of(Operation::cosine, x - t);
    p_ = x.number(0.9);
  }

  std::shared_ptr<const Formulas> conservative() {
    return list({rho_, rho_ * u_, rho_ * v_, p_ / p_.number(0.4) + 0.5 * (rho_ * (u_ * u_ + v_ * v_))});
  }
  /// A source that is no one's solution, but small.
  std::shared_ptr<const Formulas> source() { return list({0.01 * v_, 0.02 * rho_, 0.03 * v_ * rho_, 0.04 * v_}); }
  /// The same with two values that do not vary in time.
  std::shared_ptr<const Formulas> source_of_two() {
    return list({0.01 * v_, 0.02 * variable(Variable::x), 0.03 * v_ * rho_, p_.number(0.0)});
  }

  /// conservative(), guarded by end - t where y > 0.
  std::shared_ptr<const Formulas> until(double end) {
    const Expression y = variable(Variable::y), guard = y.number(end) - variable(Variable::t);
    const NodeId above = graph_.make(Operation::less, y.number(0.0).node, y.node);
    return list({rho_, rho_ * u_, rho_ * v_, p_ / p_.number(0.4) + 0.5 * (rho_ * (u_ * u_ + v_ * v_)),
                 Expression{&graph_, graph_.make(Operation::select, above, guard.node, y.number(1.0).node)}});
  }

  /// What at_point() takes for a condition of this type.
  std::shared_ptr<const Formulas> data(BoundaryType type) {
    const Expression one = p_.number(1.0);
    switch (type) {
      case BoundaryType::wall_adiabatic:
      case BoundaryType::wall_isothermal:
        return list({0.1 * v_, 0.2 * v_, 0.9 * rho_, one});
      case BoundaryType::wall_heat_flux:
        return list({0.1 * v_, 0.2 * v_, 0.05 * rho_, one});
      case BoundaryType::outflow_pressure:
        return list({p_ + 0.1 * v_, one, one, one});
      case BoundaryType::inflow_total:
        return list({p_ + 0.1 * rho_, one + 0.05 * rho_, one, p_.number(0.0)});
      default:
        return conservative();
    }
  }

 private:
  Expression variable(Variable which) { return {&graph_, graph_.variable(which)}; }
  Expression of(Operation o, Expression a) { return {&graph_, graph_.make(o, a.node)}; }
  std::shared_ptr<const Formulas> list(const std::vector<Expression>& values) const {
    std::vector<NodeId> nodes;
    for (const Expression& value : values) nodes.push_back(value.node);
    return std::make_shared<const Formulas>(graph_, nodes);
  }

  ExpressionGraph graph_;
  Expression rho_{}, u_{}, v_{}, p_{};
};

}  // namespace dg::test
