/// What follows from the state, where the kernels run. It is what enters through outflows that do not reflect, the
/// stresses of modelled walls, and artificial viscosity at shocks.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/solver/artificial_viscosity.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/solver/state_readers.hpp"

namespace dg {

template <class Eq>
class StateFollowers {
 public:
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

  /// The arguments must outlive this object.
  StateFollowers(Backend& backend, const Mesh<dim>& mesh, SemiDiscretisation<Eq>& space)
      : backend_(backend), mesh_(mesh), space_(space) {}

  /// Makes these boundaries, numbers in the mesh, outflows that do not reflect. Throws InputError without a gas.
  void set_outflow_waves(const std::vector<int>& boundaries) {
    waves_ = make_reader<OutflowWaves>(boundaries, "outflows that do not reflect are for a gas");
  }

  /// Makes these boundaries walls whose friction and heat follow from the state. Throws InputError without a gas.
  void set_modelled_walls(const std::vector<int>& boundaries) {
    walls_ = make_reader<ModelledWalls>(boundaries, "modelled walls are for a gas");
  }

  /// Gives each cell the artificial viscosity that its state asks for. Precondition: SubgridModel::given.
  void set_artificial_viscosity() requires DependsOnCell<Eq> {
    viscosity_ = std::make_unique<ArtificialViscosity<Real, dim>>(backend_, space_, space_.context().equations);
  }

  const ArtificialViscosity<Real, dim>* artificial_viscosity() const { return viscosity_.get(); }

  /// Whether there are any.
  explicit operator bool() const { return waves_ || walls_ || viscosity_; }
  /// Whether they follow from the state of ghosts, too.
  bool read_ghosts() const { return !!viscosity_; }

  /// Brings all to a state by modes; may be recorded.
  void update(const Real* state) {
    if (waves_) waves_->update(state);
    if (walls_) walls_->update(state);
    update_viscosity(state);
  }
  void update_viscosity(const Real* state) {
    if (viscosity_) viscosity_->update(state);
  }

 private:
  template <template <class, int> class Reader>
  std::unique_ptr<Reader<Real, dim>> make_reader(const std::vector<int>& boundaries, const char* refusal) {
    if constexpr (std::is_same_v<typename Eq::Condition, BoundaryParameters<Real, dim>>)
      return std::make_unique<Reader<Real, dim>>(backend_, mesh_, space_, boundaries, space_.context().equations,
                                                 space_.context().conditions, space_.boundary_data());
    else
      throw InputError(refusal);
  }

  Backend& backend_;
  const Mesh<dim>& mesh_;
  SemiDiscretisation<Eq>& space_;
  std::unique_ptr<OutflowWaves<Real, dim>> waves_;             ///< null: no outflow needs them
  std::unique_ptr<ModelledWalls<Real, dim>> walls_;            ///< null: there are none
  std::unique_ptr<ArtificialViscosity<Real, dim>> viscosity_;  ///< null: no cell has any of its own
};

}  // namespace dg
