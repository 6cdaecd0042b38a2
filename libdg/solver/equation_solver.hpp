/// A set of equations on a mesh: a state that advances in time.
///
/// Its kernels must have been compiled for these equations: cmake/RkdgKernels.cmake. Fields are those of the equations.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/esdirk.hpp"
#include "libdg/implicit/newton.hpp"
#include "libdg/solver/control_state.hpp"
#include "libdg/solver/equation_state.hpp"
#include "libdg/solver/find_bases.hpp"
#include "libdg/solver/implicit_system.hpp"
#include "libdg/time/filters/stage_filter.hpp"
#include "libdg/time/frequency_damping.hpp"
#include "libdg/time/stability.hpp"

namespace dg {

template <class Eq>
class EquationSolver : public EquationState<Eq> {
  using Base = EquationState<Eq>;

 public:
  using Real = typename Eq::Real;
  using Base::dim, Base::n_var;
  using typename Base::Field;
  using Conserved = std::vector<ConservedQuantity<n_var>>;

  /// The mesh is already in its final order. The state is zero until it is set. Throws InputError for a boundary
  /// without condition, or the reverse. It also throws for a degree that was not built, or a missing backend.
  EquationSolver(const Mesh<dim>& mesh, const RunOptions& options, const Physics<Eq>& physics,
                 const OperatorsMaker<Eq>& make = make_galerkin_operators<Eq>)
      : EquationSolver(Subdomain<dim>{mesh, {}}, options, physics, Base::only_rank(), make) {}

  /// One of several ranks, which call every function that changes or sums a state at the same time. Cells, faces and
  /// coefficients are those of the subdomain, ghosts included; times, sums and norms those of all ranks. The
  /// communicator must outlive this object. Throws InputError, too, for what works on one rank only.
  EquationSolver(Subdomain<dim> part, const RunOptions& options, const Physics<Eq>& physics, Communicator& communicator,
                 const OperatorsMaker<Eq>& make = make_galerkin_operators<Eq>);

  /// Sets the state to the L2 projection of a Field, or HostSpace::FieldAtPoints, at the current time.
  template <class F>
  void set_state(const F& field) {
    set_coefficients(host_space_.project(field, time_));
    limit_state();
  }

  /// Gives all boundaries that take data the same; evaluated again in each stage, on the host, if they vary.
  void set_boundary_data(const Field& field, bool varies);

  /// Gives the boundary of this number in the mesh its data, n_var formulas, evaluated where the kernels run if they
  /// vary in time.
  void set_boundary_data(int boundary, std::shared_ptr<const Formulas> data);

  /// Gives the velocity of the boundary of this number a turbulence, after its data. Throws as InflowEddies does.
  void set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow);

  /// Adds a source: dU/dt = -div F + S(x, t); evaluated again in each stage, on the host, if it varies.
  void set_source(const Field& source, bool varies);

  /// The same with n_var formulas, evaluated where the kernels run if they vary in time or with the state (Variable).
  /// Throws InputError for formulas of the state with exact products.
  void set_source(std::shared_ptr<const Formulas> source);

  /// Sets a force per mass along each coordinate (TakesForce), which explicit steps take.
  void set_force(const std::array<double, dim>& per_mass) requires TakesForce<Eq>;

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
  void set_control_state(const ControlState& state);

  /// The largest rate at which the source draws the state to another one, as 1 / time: it limits explicit steps.
  void set_source_rate(double rate);

  /// Draws the state to its own running mean, see SpongeToMean, beside the source. This sets the source rate, too. The
  /// mean begins with the state that is there or is set next. Throws InputError with implicit steps and where there is
  /// no time, and as make_sponge_to_mean() does.
  void set_sponge_to_mean(const Formulas& strength, double averaging_time);

  /// Coefficients of that mean, and of the state in cells without a strength; empty without such a sponge.
  std::vector<double> running_mean() const;
  /// Goes on from what running_mean() once gave; does nothing without such a sponge. To be set after the coefficients,
  /// with which the mean begins anew. Throws InputError if there are more or fewer.
  void set_running_mean(std::span<const double> coefficients);

  /// Makes these boundaries, numbers in the mesh, outflows that do not reflect. Throws InputError with implicit steps.
  void set_outflow_waves(const std::vector<int>& boundaries);

  /// Gives cells artificial viscosity at shocks. Precondition: equations with SubgridModel::given.
  void set_artificial_viscosity() requires DependsOnCell<Eq>;

  /// Makes these boundaries, numbers in the mesh, modelled walls. Throws InputError with implicit steps and degree 0.
  void set_modelled_walls(const std::vector<int>& boundaries);

  /// Works on a state array, which is the output of a stage, where the kernels run: a limiter, say. It may launch
  /// kernels, but on a device neither wait nor copy: what it launches is recorded with the step.
  using StageHook = std::function<void(const KernelContext<Eq>& context, Array<Real>& state)>;

  /// Calls the hook after each stage of every step from now on, before the size of the next step is found. An empty one
  /// ends that.
  void after_each_stage(StageHook hook);

  /// Filters the output of each stage of every explicit step from now on, before what after_each_stage() calls, and the
  /// states of set_state() and limit_state(). Newton's method limits by it the states that its line search tries.
  void set_filter(std::unique_ptr<StageFilter<Eq>> filter);
  /// Lets the filter change the state from which steps start.
  void limit_state();
  /// What the states that a filter sees are made of, see FindBases. Sets the state to zero.
  std::vector<BasisChange> find_bases() { return FindBases<Eq>(*operators_, space_, registers_[0], registers_[1])(); }
  /// How many cells, of all ranks, the filter changed in the last stage, or have more than a tenth of the largest
  /// artificial viscosity.
  long limited_cells() const;
  /// Of each cell, how much the filter changed it or how near its artificial viscosity is to the largest, from 0 to 1.
  /// It is empty without either. Waits for the device.
  std::vector<double> limiting() const;
  /// Whether the strength of the filter is that of the state: Newton's method limits states that it then leaves.
  bool filters_stages() const { return filter_ && !options_.newton; }
  /// The filter, or null.
  const StageFilter<Eq>* filter() const { return filter_.get(); }

  /// Takes up to `steps` time steps, the last one shortened to end at `end_time`. Ends at the first cell whose mean
  /// is no state; does not look at the points of cells. Where a StopScope asks for it, a step that has begun is
  /// dropped, as long as the host takes part in it.
  Progress advance(long steps, double end_time);

  /// Launches steps on a device and does not wait for them. Returns false, without any, where the host takes part in
  /// steps, or there are several ranks. Until finish_steps() only this, sample_only() and what does not depend on the
  /// state may be called.
  bool launch_steps(long steps);
  /// Waits for launched steps and says what all of them did. As advance() otherwise.
  Progress finish_steps();

  /// One step of Newton's method towards a steady state of boundary data and source as they are now. `scales` are the
  /// sizes of the variables. The steady state has the same `conserved` as the current state, which the first call sets.
  /// The time does not change. No StopScope ends it. Precondition: RunOptions::newton.
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

  /// Sets what coefficients() returns. Throws InputError if there are more or fewer.
  void set_coefficients(std::span<const double> coefficients);

  /// To be called after coefficients have been written to where state_in_memory() says. Damping and a running
  /// mean keep their past.
  void note_new_state();

  /// Evaluates boundary data and the source again once parameters of their formulas have been changed.
  void take_parameters();

  /// The state of damping; all zero without it. To be set after the coefficients, which make damping forget its past.
  DampingState damping_state() const;
  void set_damping_state(const DampingState& state);

 private:
  using Base::backend_, Base::communicator_, Base::data_, Base::exchange_, Base::force_, Base::halo_, Base::host_space_,
      Base::mesh_, Base::operators_, Base::options_, Base::registers_, Base::scheme_, Base::space_, Base::sponge_,
      Base::sums_, Base::time_, Base::zone_kinds_;
  using Base::bring_data_to, Base::bring_pseudo_time_data, Base::evaluate_data, Base::fill_ghosts, Base::launch_data,
      Base::make_data_state, Base::modes_of, Base::of_all_ranks, Base::run_stage, Base::settle, Base::state_by_modes,
      Base::update_viscosity;

  void make_implicit_system(const std::vector<double>& scales, RateUnit unit, const Conserved& conserved);

  /// Steps between two looks at the device's clock: a run stops soon after its end time, and does not wait each step.
  static constexpr long steps_between_looks = 50;
  /// Steps that a device starts by itself, without a gap between them.
  static constexpr long steps_at_once = 10;
  static_assert(steps_between_looks % steps_at_once == 0);

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

  StepControl<Real> end_steps();
  Progress progress_at_end(const StepControl<Real>& control, long launched);
  void bring_data_to_time();
  void find_step(const Array<Real>& modes, const StepLimits<Real>& limits) const;
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

  Array<StepControl<Real>> control_;
  Array<Real> local_steps_;  ///< with local_time_step
  FrequencyDamping<Real> damping_;
  StageHook stage_hook_;
  std::unique_ptr<StageFilter<Eq>> filter_;       ///< of stages; in Newton's method of what the line search tries
  std::unique_ptr<Recording> step_, some_steps_;  ///< one step and steps_at_once, once they have been recorded
  StepLimits<Real> limits_{};
  double source_rate_ = 0.0;
  Array<Real> eddy_rate_here_;  ///< one number, of equations that depend on cells: StepLimits::eddy_rate
  double eddy_rate_ = 0.0;      ///< the same on the host
  Control look_;
  long steps_since_control_ = -1;
  long launched_ = 0;  ///< steps that finish_steps() is to count
  /// Whether operators have found the next step with the last stage. To find it again, from modes, may round
  /// differently, and where one advance() ends must not matter to the next.
  mutable bool step_is_found_ = false;
  std::unique_ptr<ExactProducts<Eq>> products_;          ///< with JacobianProducts::exact
  std::unique_ptr<ImplicitSystem<Eq>> implicit_system_;  ///< with one of the next two, from the first of its steps on
  std::unique_ptr<NewtonSolver> newton_;
  std::unique_ptr<EsdirkSolver> esdirk_;
};

}  // namespace dg

#include "libdg/solver/equation_solver_implicit.hpp"
#include "libdg/solver/equation_solver_limits.hpp"
#include "libdg/solver/equation_solver_setup.hpp"
#include "libdg/solver/equation_solver_stages.hpp"
#include "libdg/solver/equation_solver_state.hpp"
#include "libdg/solver/equation_solver_steps.hpp"
