/// The friction of walls at the ends of a profile, which gives its wall units.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/run/problem.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg::app {

/// What is average at a wall.
template <int Dim>
struct WallScales {
  double friction_velocity = 0.0, viscous_length = 0.0;  ///< u_tau = sqrt(tau / rho), mu / (rho u_tau)
  std::array<double, Dim> along{};                       ///< unit vector of the friction
};

/// Precondition of the functions: rank 0.
template <int Dim>
class WallFriction {
 public:
  /// Numbers that add() adds: the viscous force per area of the fluid on the walls at both ends.
  static constexpr std::size_t numbers = 2 * Dim;

  /// `places` are those of the profile along `direction`. The problem must outlive it.
  WallFriction(const ProblemOf<Dim>& problem, int direction, const std::vector<double>& places)
      : problem_(problem), direction_(direction), ends_{places.front(), places.back()} {
    if (!problem.c.solver.gas.viscous) return;
    for (const BoundaryCondition& b : problem.c.solver.boundaries)
      if (has_friction(b.type)) walls_.push_back(b.name);
  }

  /// Means over the walls of now; 0 where an end has none.
  void add(std::vector<double>& values) const;

  /// The scales of both ends from the average of these numbers, and of the density and viscosity there. None where an
  /// end has no wall, or that no friction.
  std::array<std::optional<WallScales<Dim>>, 2> scales(const std::array<double, numbers>& friction,
                                                       const std::array<double, 2>& density,
                                                       const std::array<double, 2>& viscosity) const;

 private:
  const ProblemOf<Dim>& problem_;
  int direction_;
  std::array<double, 2> ends_;
  std::vector<std::string> walls_;
};

}  // namespace dg::app
