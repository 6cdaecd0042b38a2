/// The units of a case in SI, as [units] gives them.
#pragma once

namespace dg::app {

/// What one unit of the case is. The temperature is T = gamma p / rho, which has a unit of its own: `kelvin`.
struct Units {
  bool given = false;
  double metre = 1.0, kilogram = 1.0, second = 1.0;
  double kelvin = 1.0;        ///< 1 where the case has no [units]: temperatures are then read and written as T
  double gas_constant = 0.0;  ///< in J / (kg K)

  /// Newtons; in 2-D for each metre of span.
  double force(int dim) const { return kilogram / (second * second) * (dim == 3 ? metre : 1.0); }
  /// Newton metres; in 2-D for each metre of span.
  double moment(int dim) const { return force(dim) * metre; }
  /// Pascals.
  double pressure() const { return kilogram / (metre * second * second); }
};

}  // namespace dg::app
