/// A set of equations on a mesh: a state that advances in time, on one backend and in one precision.
///
/// Its kernels must have been compiled for these equations: cmake/RkdgKernels.cmake. Fields are those of the equations.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/read_back.hpp"
#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/esdirk.hpp"
#include "libdg/implicit/newton.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/check_options.hpp"
#include "libdg/solver/control_state.hpp"
#include "libdg/solver/field_data.hpp"
#include "libdg/solver/find_bases.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/implicit_system.hpp"
#include "libdg/solver/make_galerkin_operators.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/solver/solver_info.hpp"
#include "libdg/solver/state_in_memory.hpp"
#include "libdg/solver/watch_list.hpp"
#include "libdg/space/halo_exchange.hpp"
#include "libdg/space/zone_kinds_of_ranks.hpp"
#include "libdg/time/filters/stage_filter.hpp"
#include "libdg/time/frequency_damping.hpp"
#include "libdg/time/runge_kutta.hpp"
#include "libdg/time/stability.hpp"

namespace dg {

template <class Eq>
class EquationSolver {
 public:
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;
  static constexpr int dim = Eq::dim;
  using Field = FieldOf<n_var, dim>;
  using Norms = NormsOf<n_var>;
  using Conserved = std::vector<ConservedQuantity<n_var>>;

  /// The mesh is already in its final order. The state is zero until it is set. Throws InputError for a boundary
  /// without condition, or the reverse. It also throws for a degree that was not built, or a missing backend.
  EquationSolver(const Mesh<dim>& mesh, const RunOptions& options, const Physics<Eq>& physics,
                 const OperatorsMaker<Eq>& make = make_galerkin_operators<Eq>)
      : EquationSolver(Subdomain<dim>{mesh, {}}, options, physics, only_rank(), make) {}

  /// One of several ranks, which call every function that changes or sums a state at the same time. Cells, faces and
  /// coefficients are those of the subdomain, ghosts included; times, sums and norms those of all ranks. The
  /// communicator must outlive this object. Throws InputError, too, for what works on one rank only.
  EquationSolver(Subdomain<dim> part, const RunOptions& options, const Physics<Eq>& physics, Communicator& communicator,
                 const OperatorsMaker<Eq>& make = make_galerkin_operators<Eq>)
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
        control_(*backend_, std::vector<StepControl<Real>>(1, StepControl<Real>{})),
        unit_step_(*backend_, std::vector<Real>(1, Real(1))),
        damping_(*backend_, options.damping_width, space_.state_size()),
        data_(*backend_, mesh_, space_, host_space_, scheme_, options.degree, communicator_),
        host_copy_(*backend_) {
    if (!halo_.is_whole()) exchange_ = make_halo_exchange(*backend_, communicator_, space_, halo_, n_var);
    if (operators_->writes_in_place()) scheme_ = in_place(scheme_);
    for (int r = 0; r < scheme_.registers; ++r) registers_.emplace_back(*backend_, space_.state_size());
    if (options_.local_time_step) local_steps_ = Array<Real>(*backend_, space_.padded_cells());
    if (options_.products == JacobianProducts::exact)
      products_ = make_exact_products<Eq>(*backend_, options.degree, zone_kinds_);
    set_limits();
    if constexpr (DependsOnCell<Eq>) set_eddy_rate(0.0);
    registers_[0].set_zero();
    operators_->prepare(space_.context());
    if (options_.solves_systems() && backend_->kind() == BackendKind::cuda) compile_cuda_implicit<Real>(*backend_);
  }

  const Mesh<dim>& mesh() const { return mesh_; }
  const Halo& halo() const { return halo_; }
  const RunOptions& options() const { return options_; }
  const HostSpace<n_var, dim>& host_space() const { return host_space_; }
  SolverInfo info() const;

  double time() const { return time_; }
  void set_time(double time) { time_ = time; }

  /// Sets the state to the L2 projection of a Field, or HostSpace::FieldAtPoints, at the current time.
  template <class F>
  void set_state(const F& field) {
    set_coefficients(host_space_.project(field, time_));
    filter_start();
  }

  /// Gives all boundaries that take data the same; evaluated again in each stage, on the host, if they vary.
  void set_boundary_data(const Field& field, bool varies) {
    data_.set_boundaries(field, varies, time_);
    step_.reset();
  }

  /// Gives the boundary of this number in the mesh its data, n_var formulas, evaluated where the kernels run if they
  /// vary in time.
  void set_boundary_data(int boundary, std::shared_ptr<const Formulas> data) {
    data_.set_boundary(boundary, std::move(data), time_);
    step_.reset();
  }

  /// Gives the velocity of the boundary of this number a turbulence, after its data. Throws as InflowEddies does.
  void set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow) {
    if (options_.newton || options_.local_time_step) throw InputError("a turbulent inflow varies in time");
    step_.reset();
    data_.set_turbulent_inflow(boundary, inflow, time_);
  }

  /// Adds a source: dU/dt = -div F + S(x, t); evaluated again in each stage, on the host, if it varies.
  void set_source(const Field& source, bool varies) {
    step_.reset();  // recordings have the address of the moments
    data_.set_source(source, varies, time_);
  }

  /// The same with n_var formulas, evaluated where the kernels run if they vary in time or with the state. Throws
  /// InputError for formulas of the state with implicit steps or other equations than those of a gas.
  void set_source(std::shared_ptr<const Formulas> source) {
    if (source->uses_state() && (options_.newton || is_implicit(options_.scheme)))
      throw InputError("a source that depends on the state needs an explicit scheme");
    step_.reset();
    data_.set_source(std::move(source), time_);
  }

  /// Sets a force per mass along each coordinate (TakesForce), which explicit steps take.
  void set_force(const std::array<double, dim>& per_mass) requires TakesForce<Eq> {
    if (force_.size() == 0) {
      step_.reset();  // recordings have the address
      force_ = Array<Real>(*backend_, dim);
    }
    std::array<Real, dim> force;
    std::transform(per_mass.begin(), per_mass.end(), force.begin(), [](double a) { return static_cast<Real>(a); });
    force_.copy_in(force);
  }

  /// Looks at the time and the integrals of the state, and may then change the force.
  using Control = std::function<void(double time, const std::array<double, n_var>& integrals)>;

  /// Calls `control` before the first step, and then before that which follows each steps_between_controls steps. With
  /// steps of each cell's own size, it does so before the first alone. Precondition: the scheme is explicit.
  void set_control(Control control) {
    look_ = std::move(control);
    steps_since_control_ = -1;
  }
  static constexpr long steps_between_controls = 50;

  /// What is known of eddy_rate and steps since the last look, to continue with in another run.
  ControlState control_state() const { return {.eddy_rate = eddy_rate_, .steps = steps_since_control_}; }
  void set_control_state(const ControlState& state) {
    steps_since_control_ = state.steps;
    if constexpr (DependsOnCell<Eq>) set_eddy_rate(state.eddy_rate);
  }

  /// The largest rate at which the source draws the state to another one, as 1 / time: it limits explicit steps.
  void set_source_rate(double rate) {
    source_rate_ = rate;
    step_.reset();
    set_limits();
  }

  /// Makes these boundaries, numbers in the mesh, outflows that do not reflect. Throws InputError with implicit steps.
  void set_outflow_waves(const std::vector<int>& boundaries) {
    if (options_.solves_systems()) throw InputError("an outflow that does not reflect needs an explicit scheme");
    step_.reset();
    data_.followers().set_outflow_waves(boundaries);
  }

  /// Gives cells artificial viscosity at shocks. Precondition: equations with SubgridModel::given.
  void set_artificial_viscosity() requires DependsOnCell<Eq> {
    step_.reset();
    data_.followers().set_artificial_viscosity();
    set_limits();
  }

  /// Makes these boundaries, numbers in the mesh, modelled walls. Throws InputError with implicit steps and degree 0.
  void set_modelled_walls(const std::vector<int>& boundaries) {
    if (options_.solves_systems()) throw InputError("a modelled wall needs an explicit scheme");
    if (options_.degree == 0) throw InputError("a modelled wall needs a degree of 1 at least");
    step_.reset();
    data_.followers().set_modelled_walls(boundaries);
  }

  /// Works on a state array, which is the output of a stage, where the kernels run: a limiter, say. It may launch
  /// kernels, but on a device neither wait nor copy: what it launches is recorded with the step.
  using StageHook = std::function<void(const KernelContext<Eq>& context, Array<Real>& state)>;

  /// Calls the hook after each stage of every step from now on, before the size of the next step is found. An empty one
  /// ends that.
  void after_each_stage(StageHook hook) {
    step_.reset();
    stage_hook_ = std::move(hook);
  }

  /// Filters the output of each stage of every step from now on, before what after_each_stage() calls, and every state
  /// that set_state() projects.
  void set_filter(std::unique_ptr<StageFilter<Eq>> filter) {
    step_.reset();
    filter_ = std::move(filter);
    filter_->prepare(space_.context());
  }
  /// What the states that a filter sees are made of, see FindBases. Sets the state to zero.
  std::vector<BasisChange> find_bases() { return FindBases<Eq>(*operators_, space_, registers_[0], registers_[1])(); }
  /// How many cells, of all ranks, the filter changed in the last stage, or have more than a tenth of the largest
  /// artificial viscosity.
  long limited_cells() const;
  /// Of each cell, how much the filter changed it or how near its artificial viscosity is to the largest, from 0 to 1.
  /// It is empty without either. Waits for the device.
  std::vector<double> limiting() const;
  /// The filter, or null.
  const StageFilter<Eq>* filter() const { return filter_.get(); }

  const SemiDiscretisation<Eq>& space() const { return space_; }
  Backend& backend() const { return *backend_; }

  /// Takes up to `steps` time steps, the last one shortened to end at `end_time`. Ends at the first cell whose mean
  /// is no state; does not look at the points of cells. Where a StopScope asks for it, a step that has begun is
  /// dropped, as long as the host takes part in it.
  Progress advance(long steps, double end_time);

  /// Launches steps on a device and does not wait for them. Returns false, without any, where the host takes part in
  /// steps, or there are several ranks. Until finish_steps() only this, fetch_cells() and what does not depend on the
  /// state may be called.
  bool launch_steps(long steps);
  /// Waits for launched steps and says what all of them did. As advance() otherwise.
  Progress finish_steps();

  /// One step of Newton's method towards a steady state of boundary data and source as they are now. `scales` are the
  /// sizes of the variables. The steady state has the same `conserved` as the current state, which the first call sets.
  /// The time does not change. Precondition: RunOptions::newton.
  NewtonStep newton_step(const std::vector<double>& scales, const Conserved& conserved = {});

  /// Takes up to `steps` steps of an implicit scheme, the last one shortened to end at `end_time`. It takes fewer where
  /// no step is possible, or where a StopScope asks for it. `scales` as above. The first step, if it is not fixed, is
  /// `next_step`; if that is 0, it is the largest stable one of an explicit scheme. `next_step` then is the one that
  /// would follow. Precondition: is_implicit(RunOptions::scheme).
  Progress advance_implicitly(long steps, double end_time, const std::vector<double>& scales, double& next_step);

  /// The largest stable step now, times the CFL number; or the fixed step.
  double stable_time_step() const { return stable_step(limits_); }

  /// The largest stable step now.
  double time_step_limit() const;

  /// Integrals and norms of the state, and whether all of it is admissible.
  const StateSums<n_var>& sums() const;

  /// What the equations integrate over the domain, see FlowIntegrals.
  FlowIntegrals<Eq> integrals() const;

  /// Norms of dU/dt.
  Norms residual_norms() const { return norms_of(launch_residual()); }

  /// Integrals of dU/dt.
  std::array<double, n_var> residual_integrals() const { return of_all_ranks(launch_residual()).integrals(); }

  const FieldData<Eq>& data() const { return data_; }

  /// What a history wants of a state, for watch(). The boundaries must outlive it.
  std::unique_ptr<WatchList<Real, dim>> watch_list(std::vector<const BoundaryFaces<dim>*> boundaries,
                                                   std::span<const Index> cells) const {
    return std::make_unique<WatchList<Real, dim>>(*backend_, space_, n_var, std::move(boundaries), cells);
  }
  struct Watched {
    Norms residual;
    FlowIntegrals<Eq> integrals;
  };

  /// Finds all of that, and what the list takes, at once. Each time that the host waits for a device, it lets all other
  /// programs go first.
  Watched watch(WatchList<Real, dim>& list) const;

  /// Coefficients of the cells of the list alone, cell after cell, [component][mode].
  std::span<const Real> fetch_cells(WatchList<Real, dim>& list) const {
    list.fetch_coefficients(state_by_modes().data());
    return list.coefficients();
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
  void set_coefficients(std::span<const double> coefficients);

  /// Values of a cell, [point][component], at points of its shape. Any number of threads may call it until the state
  /// changes, or the next call.
  std::function<void(Index cell, double* values)> sampler(const PointsOfShapes<dim>& points) const;

  /// Modal coefficients of dU/dt, in the same order.
  std::vector<double> rate() const;

  /// Where the modal coefficients lie in the backend's memory.
  StateInMemory state_in_memory();
  /// To be called after they have been written to. Damping keeps its past.
  void note_new_state();

  /// Evaluates boundary data and the source again once parameters of their formulas have been changed.
  void take_parameters() {
    if (data_.has_turbulent_inflow()) step_.reset();  // recordings have what follows from its statistics
    data_.take_parameters(time_);
  }

  /// The state of damping; all zero without it. To be set after the coefficients, which make damping forget its past.
  DampingState damping_state() const;
  void set_damping_state(const DampingState& state);

 private:
  void make_implicit_system(const std::vector<double>& scales, RateUnit unit, const Conserved& conserved);

  static constexpr Precision precision = sizeof(Real) == 8 ? Precision::double_precision : Precision::single_precision;

  /// Steps between two looks at the device's clock: a run stops soon after its end time, and does not wait each step.
  static constexpr long steps_between_looks = 50;
  /// Steps that a device starts by itself, without a gap between them.
  static constexpr long steps_at_once = 10;
  static_assert(steps_between_looks % steps_at_once == 0);

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

  /// Waits for what was launched; throws if another rank has failed meanwhile.
  StepControl<Real> read_control() const {
    const StepControl<Real> control = control_.copy_out()[0];
    communicator_.check();
    return control;
  }
  /// Whether the pending step ends a run.
  static bool is_last(const StepControl<Real>& c) { return c.bad_cell >= 0 || c.time + c.dt_exact >= c.end_time; }
  Progress progress(const StepControl<Real>& c) const {
    return {c.steps, time_, c.dt_exact, space_.cell_at(c.bad_cell)};
  }

  /// A result that has been launched, once it is there.
  template <class Sums>
  Sums of_all_ranks(const Pending<Sums>& pending) const;
  Norms norms_of(const Pending<StateSums<n_var>>& residual) const;
  Pending<StateSums<n_var>> launch_residual() const;
  const Array<Real>& launch_rate() const;
  void launch_boundary_flux(const Array<Real>& modes, const BoundaryFaces<dim>& faces, ReadBack<Real>& to) const;
  StepControl<Real> end_steps();
  Progress progress_at_end(const StepControl<Real>& control, long launched);
  void bring_data_to_time();
  void find_step(const Array<Real>& modes, const StepLimits<Real>& limits) const;
  const Array<Real>& state_by_modes() const;
  const Array<Real>* state_of_data(const Array<Real>& state) const;
  void make_data_state() const;
  void update_viscosity() const;
  void evaluate_data(double t, const Array<Real>& state) const;
  void launch_data(const StageTime& time, const Array<Real>& state) const;
  void bring_data_to(const Array<Real>& state) const;
  /// Whether what is added to the diffusivity is found by looks at the whole state: cells have artificial viscosity as
  /// a number, see CellRate.
  bool looks_at_added_viscosity() const {
    if constexpr (DependsOnCell<Eq>) return space_.context().equations.model != SubgridModel::given;
    return false;
  }
  bool has_control() const { return look_ || looks_at_added_viscosity(); }
  bool controls() const {
    return has_control() && (steps_since_control_ < 0 || steps_since_control_ >= steps_between_controls);
  }
  void control_at(double t);
  bool control_next_step(long n);
  void set_eddy_rate(double rate);
  double find_eddy_rate() const;
  void bring_pseudo_time_data(const Array<Real>& state) const;
  void fill_ghosts(Array<Real>& state) const;
  void run_stage(const Stage<Real>& stage, bool sends) const;
  void settle() const;
  void filter_start();
  double step_within(const StepLimits<Real>& limits) const;
  double stable_step(StepLimits<Real> limits) const;
  Progress step_in_pseudo_time(long steps);
  void start_clock(StepControl<Real> c);
  void set_limits();
  bool take_steps(long steps);
  StepControl<Real> interrupted();
  long repeat_steps(long steps);
  template <class Step>
  long repeat(const Step& step, long wanted);
  void compute_stages(const StepControl<Real>& control);
  void compute_stage(const RungeKuttaStage& s, const Real* dt, bool finds_step = false);

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
  Array<StepControl<Real>> control_;
  Array<Real> unit_step_;
  Array<Real> local_steps_;  ///< with local_time_step
  FrequencyDamping<Real> damping_;
  StageHook stage_hook_;
  std::unique_ptr<StageFilter<Eq>> filter_;
  std::unique_ptr<Recording> step_, some_steps_;  ///< one step and steps_at_once, once they have been recorded
  /// The first holds the state, as stages take it; the others only count within a step.
  mutable std::vector<Array<Real>> registers_;
  mutable Array<Real> boundary_flux_;             ///< of the boundary that was asked for last, or of a longer one
  mutable std::optional<StateSums<n_var>> sums_;  ///< of the state, where they are known
  StepLimits<Real> limits_{};
  mutable FieldData<Eq> data_;
  mutable ReadBack<Real> host_copy_;  ///< on a device, of the state that sampler() reads
  mutable Array<Real> data_state_;    ///< by modes, of data that depend on the state
  double source_rate_ = 0.0;
  Array<Real> force_;           ///< per mass, once there is one
  Array<Real> eddy_rate_here_;  ///< one number, of equations that depend on cells: StepLimits::eddy_rate
  double eddy_rate_ = 0.0;      ///< the same on the host
  Control look_;
  long steps_since_control_ = -1;
  long launched_ = 0;  ///< steps that finish_steps() is to count
  /// Whether operators have found the next step with the last stage. To find it again, from modes, may round
  /// differently, and where one advance() ends must not matter to the next.
  mutable bool step_is_found_ = false;
  mutable Array<double> data_time_;  ///< time and step of such data where nothing steps, on a device
  double time_ = 0.0;
  std::unique_ptr<ExactProducts<Eq>> products_;          ///< with JacobianProducts::exact
  std::unique_ptr<ImplicitSystem<Eq>> implicit_system_;  ///< with one of the next two, from the first of its steps on
  std::unique_ptr<NewtonSolver> newton_;
  std::unique_ptr<EsdirkSolver> esdirk_;
};

}  // namespace dg

#include "libdg/solver/equation_solver_implicit.hpp"
#include "libdg/solver/equation_solver_queries.hpp"
#include "libdg/solver/equation_solver_steps.hpp"
