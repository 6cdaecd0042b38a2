/// The solver: a mesh, its discretisation and a state that advances in time, on one backend and in one precision.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/implicit/newton_step.hpp"
#include "libdg/solver/conserved_quantities.hpp"
#include "libdg/solver/fields.hpp"
#include "libdg/solver/flow_totals.hpp"
#include "libdg/solver/forcing.hpp"
#include "libdg/solver/options.hpp"
#include "libdg/solver/sampled_cells.hpp"
#include "libdg/solver/solver_info.hpp"
#include "libdg/solver/state_in_memory.hpp"
#include "libdg/solver/turbulent_inflow.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "meshes/cell_shape.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// What the fields are (primitive rho, u, ..., p; or sources of rho, rho u, ..., rho E) is said where it is used.
template <int Dim>
using GasField = FieldOf<Dim + 2, Dim>;
template <int Dim>
using GasNorms = NormsOf<Dim + 2>;
template <int Dim>
using GasBadCell = BadCellOf<Dim + 2, Dim>;

using FieldFunction = GasField<2>;
using Norms = GasNorms<2>;
using BadCell = GasBadCell<2>;

/// Force on a boundary in the units of the case: its pressure and viscous parts, and the moment about the center of a
/// ForceReference. In 2-D the moment is a number, counter-clockwise.
template <int Dim>
struct ForceOf {
  using Moment = std::conditional_t<Dim == 2, double, std::array<double, 3>>;

  std::array<double, Dim> pressure{}, viscous{};
  Moment moment{};
};
using Force = ForceOf<2>;

/// What the fluid does at a quadrature point of a boundary.
template <int Dim>
struct SurfacePointOf {
  std::array<double, Dim> x{}, normal{};  ///< the normal points out of the fluid
  double weight = 0.0;                    ///< length or area of boundary that the point stands for
  std::array<double, Dim> convective{};   ///< momentum flux out of the fluid; on a wall the pressure times the normal
  std::array<double, Dim> traction{};     ///< viscous force of the fluid on the boundary, per length or area
};
using SurfacePoint = SurfacePointOf<2>;

/// The subgrid model and the width of its filter in each cell, in mesh order; none without a model.
struct SubgridFilter {
  SubgridOptions options;
  std::vector<double> width;
};

/// What a row of a history holds of a state.
template <int Dim>
struct ObservationOf {
  GasNorms<Dim> residual;                ///< see Solver::residual_norms()
  std::array<double, Dim + 2> totals{};  ///< Solver::totals()
  FlowTotals flow;                       ///< Solver::flow_totals()
  std::vector<ForceOf<Dim>> forces;      ///< Solver::force() on each boundary
  std::vector<double> samples;           ///< per cell [point][component]
  long limited = 0;                      ///< cells that filters changed in the last stage
};
using Observation = ObservationOf<2>;

/// A gas on a mesh of a dimension.
template <int Dim>
class SolverOf {
 public:
  using Field = GasField<Dim>;

  virtual ~SolverOf() = default;

  virtual const SolverInfo& info() const = 0;
  virtual double time() const = 0;
  virtual void set_time(double time) = 0;

  /// Sets the state to the L2 projection of primitive fields rho, u, ..., p at the current time.
  virtual void set_state(const Field& primitive) = 0;
  /// The same of a formula for each.
  virtual void set_state(std::shared_ptr<const Formulas> primitive) = 0;

  /// Gives the data (primitive rho, u, ..., p) of boundaries of type `exact`; evaluated again in each stage, on the
  /// host, if it varies.
  virtual void set_boundary_data(const Field& primitive, bool varies_in_time) = 0;

  /// Adds a source to the equations: dU/dt = -div F + S(x, t); evaluated again in each stage, on the
  /// host, if it varies.
  virtual void set_source(const Field& source, bool varies_in_time) = 0;

  /// Gives the named boundary the data at each of its points, a formula for each variable; boundary_states() says what
  /// they are for each type. Further formulas guard the data and must be positive: a density, say. They are evaluated
  /// again in each stage, where the kernels run, if they vary in time. Throws BadDataError, as advance() does from then
  /// on, for values that are not finite or guards that are not positive. Precondition: the boundary is in the mesh, and
  /// its condition takes data.
  virtual void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) = 0;

  /// Gives the velocity of the named boundary, an inflow_velocity that takes data, a turbulence of these statistics in
  /// place of its own. Its other data are those of set_boundary_data(), which comes first and ends a turbulence that
  /// was given before. All ranks call this together. Throws as InflowEddies does, and InputError where there is no
  /// time.
  virtual void set_turbulent_inflow(const std::string& boundary, const TurbulentInflow<Dim>& inflow) = 0;

  /// Adds a source of a formula for each equation, evaluated likewise.
  virtual void set_source(std::shared_ptr<const Formulas> source) = 0;
  /// Sets the largest rate, as 1 / time, at which the source draws the state to another one: it limits explicit steps.
  virtual void set_source_rate(double rate) = 0;

  /// Draws the state to its own running mean, beside the source. The strength is a formula of the place. This sets the
  /// source rate, too. The mean begins with the state that is there or is set next. Throws InputError where steps
  /// are implicit or there is no time, and for a strength that is negative.
  virtual void set_sponge_to_mean(const Formulas& /*strength*/, double /*averaging_time*/) { refuse_parts(); }
  /// Coefficients of that mean, and of the state in cells without a strength; empty without such a sponge.
  virtual std::vector<double> running_mean() const { return {}; }
  /// Goes on from what running_mean() once gave; does nothing without such a sponge. To be set after the coefficients,
  /// with which the mean begins anew.
  virtual void set_running_mean(std::span<const double> /*coefficients*/) { refuse_parts(); }

  /// Sets the force that formulas of the source, which are to be set next, have as a parameter. Throws InputError for a
  /// mass flow where there is no time, or steps are implicit.
  virtual void set_forcing(const Forcing& forcing) = 0;
  /// Where it stands; that of another direction is not taken, and a constant force stays as it is.
  virtual ControlState control_state() const = 0;
  virtual void set_control_state(const ControlState& state) = 0;

  /// Takes up to `steps` time steps, the last one shortened to end at `end_time`. Ends at the first cell whose mean is
  /// not an admissible state (Progress::bad_cell); does not look at the points of cells. Ends early if a StopScope asks
  /// for it, and without a step where an implicit scheme finds none that the equations admit. Throws BadDataError for
  /// boundary data or sources that lose their meaning in time; the state is then that of the last step before.
  virtual Progress advance(long steps, double end_time) = 0;

  /// Launches steps on a GPU and does not wait for them; false, without any, where that is not possible. Until finish()
  /// only this and sample_only() may be called, besides what does not depend on the state.
  virtual bool launch(long /*steps*/) { return false; }
  /// Waits for launched steps and says what all of them did; throws as advance() does.
  virtual Progress finish() { return {}; }

  /// One step of Newton's method towards a steady state; see NewtonSolver. The time does not change. Precondition:
  /// RunOptions::newton.
  virtual NewtonStep newton_step() = 0;

  /// What boundaries keep in the domain, so that the steady state has as much of it as the current state.
  virtual std::vector<KeptQuantity> kept_quantities() const { return {}; }

  /// The step that an implicit scheme takes next, if it is not fixed. It is 0 before the first, which is the largest
  /// stable one of an explicit scheme.
  virtual double next_step() const = 0;
  virtual void set_next_step(double dt) = 0;

  /// The largest stable step now, times the CFL number; or the fixed step.
  virtual double stable_time_step() const = 0;

  /// The largest stable step now.
  virtual double time_step_limit() const = 0;

  /// Looks for cells without a physical state, at quadrature points.
  virtual GasBadCell<Dim> find_bad_cell() const = 0;

  /// Norms of dU/dt.
  virtual GasNorms<Dim> residual_norms() const = 0;

  /// Norms of U_h - U(primitive) at the current time, with quadrature of degree 2p+4.
  virtual GasNorms<Dim> errors(const Field& primitive) const = 0;

  /// Integrals of rho, rho u, ..., rho E over the domain.
  virtual std::array<double, Dim + 2> totals() const = 0;

  virtual FlowTotals flow_totals() const = 0;

  /// Force of the fluid on the named boundary. Precondition: the boundary is in the mesh.
  virtual ForceOf<Dim> force(const std::string& boundary) const = 0;

  /// Pressure and traction at the quadrature points of the named boundary, whose force_of() is force(); face after
  /// face in the order of the mesh. Precondition: the boundary is in the mesh.
  virtual std::vector<SurfacePointOf<Dim>> surface(const std::string& boundary) const = 0;

  /// Number of modes of a cell (in mesh order).
  virtual int mode_count(Index cell) const = 0;

  /// Modal coefficients, cell after cell in mesh order, per cell [component][mode]; size = info().dof.
  virtual std::vector<double> coefficients() const = 0;
  virtual void set_coefficients(std::span<const double> coefficients) = 0;
  /// Lets limiters change the state, as they do with one that is set by a field.
  virtual void limit_state() { refuse_parts(); }

  /// Coefficients of dU/dt, in the order of coefficients().
  virtual std::vector<double> rate() const { refuse_parts(); }

  /// Where the coefficients lie in the backend's memory; on several ranks those of own cells.
  virtual StateInMemory state_in_memory() { refuse_parts(); }
  /// To be called after they have been written to. Damping and a running mean keep their past.
  virtual void note_new_state() { refuse_parts(); }

  /// Evaluates the formulas of boundaries and the source with the current parameters, which all ranks have. Throws
  /// BadDataError.
  virtual void take_parameters() { refuse_parts(); }

  /// How strongly filters changed each cell in the last stage, from 0 to 1; empty without filters.
  virtual std::vector<double> limiting() const { return {}; }

  virtual SubgridFilter subgrid_filter() const { return {}; }

  /// The state of damping; all zero without it. To be set after the coefficients, which make damping forget its past.
  virtual DampingState damping_state() const = 0;
  virtual void set_damping_state(const DampingState& state) = 0;

  /// Values of the conservative fields at points of the reference cell of each shape, cell after cell in mesh order,
  /// per cell [point][component].
  virtual std::vector<double> sample(const PointsOfShapes<Dim>& points) const = 0;

  /// What sample() gives, cell by cell: sampler(points)(cell, values) writes [point][component] of a cell. It may be
  /// called from several threads at once, until the state changes or another sampler is made. Throws InputError on
  /// several ranks, but for the solver of one of them.
  using CellSampler = std::function<void(Index cell, double* values)>;
  virtual CellSampler sampler(const PointsOfShapes<Dim>&) const { refuse_parts(); }

  /// What sample() gives of some cells, without a look at the others: ObservationOf::samples.
  virtual std::vector<double> sample_only(const SampledCellsOf<Dim>& cells) const { return observe({}, cells).samples; }

  /// All that a row of a history wants, so that a device is waited for once where that can be. Precondition: the
  /// boundaries are in the mesh.
  virtual ObservationOf<Dim> observe(const std::vector<std::string>& boundaries,
                                     const SampledCellsOf<Dim>& cells) const = 0;

 private:
  [[noreturn]] static void refuse_parts() { throw InputError("this works on one rank only"); }
};

using Solver = SolverOf<2>;

/// Makes a solver for a mesh that is already in its final order. All coefficients are zero until a state is set. Throws
/// InputError for a boundary without a condition, or a condition without a boundary. Also for a degree or precision
/// that was not built, or a backend that is not there.
template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_solver(const Mesh<Dim>& mesh, const SolverOptions& options);

/// A solver of one of several ranks, see EquationSolver: cells, faces, coefficients, samples, surfaces, forces and bad
/// cells are those of its subdomain.
template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_solver(Subdomain<Dim> part, const SolverOptions& options,
                                           Communicator& communicator);

/// The sum of what the fluid does to points, against a pressure on the other side.
template <int Dim>
ForceOf<Dim> force_of(const std::vector<SurfacePointOf<Dim>>& points, const ForceReference& reference);

/// The assembly that `automatic` stands for with these options on meshes of a dimension, on this machine; any other is
/// itself. Throws InputError for a backend that is not there.
Assembly resolved_assembly(const SolverOptions& options, int dim = 2);

/// What a run is given beside its initial state, as far as it takes memory.
struct DataNeeds {
  bool source = false;
  bool source_varies = false;    ///< formulas in time
  bool boundaries_vary = false;  ///< likewise
  bool mean = false;             ///< a sponge to the running mean, of all cells at most
};

/// Bytes the backend will need for this mesh, these options and these data, without allocating them.
template <int Dim>
std::size_t estimate_memory(const Mesh<Dim>& mesh, const SolverOptions& options, const DataNeeds& data = {});

/// Bytes that steps of Newton's method take at most, or those of an implicit scheme; as many of a device, if there is.
template <int Dim>
std::size_t estimate_newton_memory(const Mesh<Dim>& mesh, const SolverOptions& options);

/// Bytes that a run takes at most beside those: the mesh, twice, and what the solver knows of its cells. They also
/// count, for a mesh of this size, what is there for a moment while a state is set or fields are written.
template <int Dim>
std::size_t estimate_host_memory(const Mesh<Dim>& mesh, const SolverOptions& options);

/// True if this build contains the CUDA backend.
bool has_cuda();

/// Name of the CUDA device that would be used; empty if there is none.
std::string cuda_device_name();

}  // namespace dg
