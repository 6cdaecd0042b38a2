/// The solution and what follows from it at many points, at full order.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// What may be asked for at points: conserved and primitive variables, and the fields of files.
enum class PointQuantity { conserved, velocity_component, velocity, pressure, temperature, mach, vorticity };

struct PointQuantityInfo {
  std::string name;
  PointQuantity quantity;
  int index;       ///< of the conserved variable or the component of the velocity
  int components;  ///< 1: a number at each point
};

/// All of them, in the order in which messages list them.
template <int Dim>
const std::vector<PointQuantityInfo>& point_quantities();

/// That of a name. Throws InputError, opening with `where`, that says which there are.
template <int Dim>
const PointQuantityInfo& point_quantity(const std::string& name, const std::string& where);

/// Finds points in a mesh once, for any number of states. Keeps a reference to the mesh.
template <int Dim>
class PointSampler {
 public:
  using Point = std::array<double, Dim>;

  /// `order` as FieldSampler wants it; of states of so many variables.
  PointSampler(const Mesh<Dim>& mesh, int order, std::span<const Point> points, int variables = Dim + 2);

  std::size_t size() const { return places_.size(); }

  /// [point] the cell of lowest number that holds it; -1 outside the mesh.
  Index cell(std::size_t point) const { return places_[point].cell; }

  /// Takes the state of a solver, whose quantities value() gives from then on.
  void update(const SolverOf<Dim>& solver) { samples_ = solver.sample(nodes_); }
  /// The same of a state of which SolverOf::sample() is all that is known.
  void update(const std::function<std::vector<double>(const PointsOfShapes<Dim>&)>& sample) {
    samples_ = sample(nodes_);
  }

  /// [point][component]; no numbers (NaN) outside the mesh. Preconditions: update(), and the state is that of a gas.
  std::vector<double> values(const PointQuantityInfo& what, double gamma) const;

  /// A variable of the state at the points, whatever the equations; likewise.
  std::vector<double> values(int variable) const;

 private:
  struct Place {
    Index cell;
    Point reference;
  };

  void find(std::span<const Point> points);
  template <class Evaluate>
  std::vector<double> of_all_points(std::size_t components, const Evaluate& evaluate) const;
  void evaluate(const Place& place, const PointQuantityInfo& what, double gamma, double* out) const;

  const Mesh<Dim>& mesh_;
  std::size_t variables_;
  std::vector<LagrangeBasis<Dim>> bases_;  ///< by shape_number()
  PointsOfShapes<Dim> nodes_;
  std::vector<std::size_t> begin_;  ///< of each cell in samples_
  std::vector<Place> places_;
  std::vector<double> samples_;
};

}  // namespace dg
