/// What no boundary of a domain lets through: a flow keeps it for ever.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/equations/navier_stokes/boundary_condition.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// A weighted sum of the variables, whose integral over the domain stays.
template <std::size_t N>
struct ConservedQuantity {
  std::string name;
  std::array<double, N> weights{};
  std::array<double, N> supply{};  ///< rates, in the sizes of the variables, that would change it
};

/// One of them in a run.
struct KeptQuantity {
  std::string name;
  double supply;  ///< what a source adds per time all the same, over the mean state
};

/// What rates, given by their integrals, add to each quantity; `scales` are the mean sizes of the variables.
template <std::size_t N>
std::vector<KeptQuantity> kept_quantities(const std::vector<ConservedQuantity<N>>& conserved,
                                          const std::array<double, N>& rates, const std::array<double, N>& scales,
                                          double volume) {
  std::vector<KeptQuantity> kept;
  for (const ConservedQuantity<N>& quantity : conserved) {
    double rate = 0.0, size = 0.0;
    for (std::size_t n = 0; n < N; ++n) {
      rate += quantity.weights[n] * rates[n];
      size += std::abs(quantity.weights[n]) * scales[n] * volume;
    }
    kept.push_back({quantity.name, rate / size});
  }
  return kept;
}

/// Goes round the boundaries of a gas, point by point; sides that are joined count as none, but for rotations.
template <int Dim>
class ClosedBoundaries {
 public:
  using Vector = std::array<double, Dim>;

  /// A point with a unit normal; the velocity is that of a wall.
  void see(BoundaryType type, bool is_viscous, const Vector& normal, const Vector& velocity);
  /// Sides that are joined by this rotation, by rows: momentum comes back with another direction.
  void see_rotation(const std::array<double, Dim * Dim>& rotation);

  /// Takes what all ranks have seen, in the same order on each. They call it together.
  void join(Communicator& ranks);

  /// Mass, energy and momentum, as far as all that was seen keeps them. Momentum is kept along walls without friction,
  /// energy where walls take no heat and do no work.
  std::vector<ConservedQuantity<Dim + 2>> conserved() const;

 private:
  bool keeps_mass_ = true, keeps_energy_ = true, has_friction_ = false;
  std::vector<Vector> normals_;  ///< directions in which walls push, or a rotation does
};

/// The quantities that the boundaries of a gas keep, on all ranks; `data` are those of FieldData.
template <int Dim, class Data>
std::vector<ConservedQuantity<Dim + 2>> conserved_quantities(const Data& data, const Mesh<Dim>& mesh,
                                                             const std::vector<BoundaryCondition>& conditions,
                                                             bool is_viscous, Communicator& ranks) {
  ClosedBoundaries<Dim> boundaries;
  data.for_each_boundary_point([&](int boundary, const auto& point, const auto& values) {
    const auto condition = std::ranges::find(conditions, mesh.boundary_names[boundary], &BoundaryCondition::name);
    std::array<double, Dim> velocity;
    for (int d = 0; d < Dim; ++d) velocity[d] = condition->from_data ? double(values[d]) : condition->velocity[d];
    boundaries.see(condition->type, is_viscous, point.normal, velocity);
  });
  for (const auto& pair : mesh.periodic_pairs)
    if (pair.is_rotated()) boundaries.see_rotation(pair.rotation);
  boundaries.join(ranks);
  return boundaries.conserved();
}

}  // namespace dg
