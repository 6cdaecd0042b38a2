/// The state of a set of equations on a mesh, on one backend and in one precision: what is asked of it, and its rate.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/read_back.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/check_options.hpp"
#include "libdg/solver/field_data.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/make_galerkin_operators.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/solver/solver_info.hpp"
#include "libdg/solver/sponge_to_mean.hpp"
#include "libdg/solver/state_in_memory.hpp"
#include "libdg/solver/watch_list.hpp"
#include "libdg/space/halo_exchange.hpp"
#include "libdg/space/zone_kinds_of_ranks.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace dg {

/// The state at a time. It is the base of EquationSolver, which changes the state. Of several ranks, all call every
/// function that sums a state at the same time.
template <class Eq>
class EquationState {
 public:
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;
  static constexpr int dim = Eq::dim;
  using Field = FieldOf<n_var, dim>;
  using Norms = NormsOf<n_var>;

  const Mesh<dim>& mesh() const { return mesh_; }
  const Halo& halo() const { return halo_; }
  const RunOptions& options() const { return options_; }
  const HostSpace<n_var, dim>& host_space() const { return host_space_; }
  SolverInfo info() const;

  double time() const { return time_; }
  void set_time(double time) { time_ = time; }

  const SemiDiscretisation<Eq>& space() const { return space_; }
  Backend& backend() const { return *backend_; }

  /// Integrals and norms of the state, and whether all of it is admissible.
  const StateSums<n_var>& sums() const;

  /// What the equations integrate over the domain, see FlowIntegrals.
  FlowIntegrals<Eq> integrals() const;

  /// Norms of dU/dt.
  Norms residual_norms() const { return norms_of(launch_residual()); }

  /// Integrals of dU/dt.
  std::array<double, n_var> residual_integrals() const { return of_all_ranks(launch_residual()).integrals(); }

  const FieldData<Eq>& data() const { return data_; }

  /// What a history wants of a state, for watch(): boundaries, which must outlive it, and points of cells.
  std::unique_ptr<WatchList<Real, dim>> watch_list(std::vector<const BoundaryFaces<dim>*> boundaries,
                                                   std::span<const Index> cells,
                                                   const PointsOfShapes<dim>& points) const {
    return std::make_unique<WatchList<Real, dim>>(*backend_, space_, n_var, std::move(boundaries), cells,
                                                  host_space_.basis_at(points));
  }
  struct Watched {
    Norms residual;
    FlowIntegrals<Eq> integrals;
  };

  /// Finds all of that, and what the list takes, at once. Each time that the host waits for a device, it lets all other
  /// programs go first.
  Watched watch(WatchList<Real, dim>& list) const;

  /// Values at the points of the list that watch() has taken, cell after cell, [point][component].
  std::vector<double> samples(const WatchList<Real, dim>& list) const {
    const std::span<const Real> c = list.coefficients();
    return host_space_.sample(list.cells(), std::vector<double>(c.begin(), c.end()), list.basis());
  }
  /// The same without watch().
  std::vector<double> sample_only(WatchList<Real, dim>& list) const {
    list.fetch_coefficients(state_by_modes().data());
    return samples(list);
  }

  /// Slopes of the state where it is but the averages of cells, see Operators::slopes().
  std::vector<double> slopes() const { return operators_->slopes(space_.context(), state_by_modes().data()); }

  /// Norms of U_h - U at the current time, with quadrature of degree 2p+4.
  Norms errors(const Field& exact) const { return host_space_.norms(coefficients(), &exact, time_, &communicator_); }

  /// The boundary of this number in the mesh, in lists that boundary_fluxes() takes.
  BoundaryFaces<dim> boundary_faces(int boundary) const {
    return BoundaryFaces<dim>(*backend_, mesh_, space_, boundary);
  }

  /// Convective and minus the viscous flux at the points of these faces, [point][2 n_var][padded face] of each list.
  std::vector<Real> boundary_fluxes(const BoundaryFaces<dim>& faces) const;

  /// Modal coefficients, cell after cell in mesh order, per cell [component][mode].
  std::vector<double> coefficients() const { return space_.unpack(state_by_modes().copy_out()); }

  /// Values of a cell, [point][component], at points of its shape. Any number of threads may call it until the state
  /// changes, or the next call.
  std::function<void(Index cell, double* values)> sampler(const PointsOfShapes<dim>& points) const;

  /// Modal coefficients of dU/dt, in the same order.
  std::vector<double> rate() const;

  /// Where the modal coefficients lie in the backend's memory.
  StateInMemory state_in_memory();

 protected:
  static constexpr Precision precision = sizeof(Real) == 8 ? Precision::double_precision : Precision::single_precision;

  /// As that of EquationSolver, which sets the first state and then prepares operators_.
  EquationState(Subdomain<dim> part, const RunOptions& options, const Physics<Eq>& physics, Communicator& communicator,
                const OperatorsMaker<Eq>& make)
      : halo_(std::move(part.halo)),
        communicator_(communicator),
        mesh_(checked(std::move(part.mesh), options, halo_)),
        backend_(make_backend_of_rank(options, communicator)),
        options_(resolved(options, *backend_, precision, n_var, mesh_, communicator, physics.equations.viscous)),
        space_(*backend_, mesh_, options_, physics, halo_),
        host_space_(mesh_, options.degree, options.quads, halo_.is_whole() ? mesh_.cell_count() : halo_.own_cells),
        scheme_(in_precision<Real>(runge_kutta(options.scheme))),
        zone_kinds_(zone_kinds_of_ranks(space_.context().zones, communicator_)),
        operators_(make(*backend_, mesh_, space_, options_, zone_kinds_)),
        unit_step_(*backend_, std::vector<Real>(1, Real(1))),
        data_(*backend_, mesh_, space_, host_space_, scheme_, options.degree, communicator_),
        host_copy_(*backend_) {
    if (!halo_.is_whole()) exchange_ = make_halo_exchange(*backend_, communicator_, space_, halo_, n_var);
    if (operators_->writes_in_place()) scheme_ = in_place(scheme_);
    for (int r = 0; r < scheme_.registers; ++r) registers_.emplace_back(*backend_, space_.state_size());
  }

  static Mesh<dim> checked(Mesh<dim> mesh, const RunOptions& options, const Halo& halo) {
    check_options(mesh, options);
    if (!halo.is_whole()) check_options_of_ranks(options);
    check_rotations(mesh, options, halo, TakesForce<Eq>);
    return mesh;
  }
  static std::unique_ptr<Backend> make_backend_of_rank(const RunOptions& options, const Communicator& communicator) {
    take_device(options.backend, communicator);
    return make_backend(options.backend, options.threads);
  }
  static Communicator& only_rank() {
    static SelfCommunicator self;
    return self;
  }

  /// A result that has been launched, once it is there.
  template <class Sums>
  Sums of_all_ranks(const Pending<Sums>& pending) const;
  Norms norms_of(const Pending<StateSums<n_var>>& residual) const;
  Pending<StateSums<n_var>> launch_residual() const;
  const Array<Real>& launch_rate() const;
  void launch_boundary_flux(const Array<Real>& modes, const BoundaryFaces<dim>& faces, ReadBack<Real>& to) const;
  const Array<Real>& state_by_modes() const;
  void update_viscosity() const;
  const Array<Real>& modes_of(const Array<Real>& state) const;
  const Array<Real>* state_of_data(const Array<Real>& state) const;
  void make_data_state() const;
  void evaluate_data(double t, const Array<Real>& state) const;
  void launch_data(const StageTime& time, const Array<Real>& state) const;
  void bring_data_to(const Array<Real>& state) const;
  void bring_varying_data_to(const Array<Real>& state) const;
  void bring_pseudo_time_data(const Array<Real>& state) const;
  void fill_ghosts(Array<Real>& state) const;
  void run_stage(const Stage<Real>& stage, bool sends) const;
  void settle() const;

  Halo halo_;
  Communicator& communicator_;
  Mesh<dim> mesh_;
  std::unique_ptr<Backend> backend_;
  RunOptions options_;
  SemiDiscretisation<Eq> space_;
  HostSpace<n_var, dim> host_space_;
  RungeKutta scheme_;
  unsigned zone_kinds_;
  std::unique_ptr<Operators<Eq>> operators_;
  std::unique_ptr<ArrayExchange<Real>> exchange_;  ///< on several ranks
  Array<Real> unit_step_;
  /// The first holds the state, as stages take it; the others only count within a step.
  mutable std::vector<Array<Real>> registers_;
  mutable Array<Real> boundary_flux_;             ///< of the boundary that was asked for last, or of a longer one
  mutable std::optional<StateSums<n_var>> sums_;  ///< of the state, where they are known
  mutable FieldData<Eq> data_;
  mutable ReadBack<Real> host_copy_;            ///< on a device, of the state that sampler() reads
  mutable Array<Real> data_state_;              ///< by modes, of data that depend on the state
  std::unique_ptr<SpongeToMean<Real>> sponge_;  ///< null: there is none
  Array<Real> force_;                           ///< per mass, once there is one
  mutable Array<double> data_time_;             ///< time and step of such data where nothing steps, on a device
  double time_ = 0.0;
};

}  // namespace dg

#include "libdg/solver/equation_state_data.hpp"
#include "libdg/solver/equation_state_queries.hpp"
#include "libdg/solver/equation_state_rate.hpp"
