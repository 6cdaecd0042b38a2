/// Equations that a user's header declares, as the program sees them: a description, and solvers.
///
/// The program does not know their type. It is known to a library that a run compiles from the header
/// (compiled_equations.hpp), which implements these interfaces (user_equations_of.hpp).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/implicit/newton_step.hpp"
#include "libdg/solver/run_options.hpp"
#include "libdg/solver/sampled_cells.hpp"
#include "libdg/solver/solver_info.hpp"
#include "libdg/solver/state_in_memory.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// What a case may say of a set of equations, see equations/case_names.hpp.
struct EquationsDescription {
  struct Boundary {
    std::string name;
    bool takes_data = false;
  };

  int dim = 0;
  bool viscous = false;   ///< whether there may be a viscous flux
  bool positive = false;  ///< whether states have something that a limiter keeps positive
  std::vector<std::string> variables, fluxes;
  std::vector<Boundary> boundary_kinds;
  std::vector<std::pair<std::string, double>> parameters;  ///< with the values that they have unless a case says others
};

/// What a case says of them. Precondition: numbers are those of the description.
struct SystemOptions {
  struct Boundary {
    std::string name;
    int kind = 0;
    bool periodic = false;  ///< joined to its partner in the mesh
  };

  int flux = 0;
  std::vector<double> parameters;  ///< of all, in the order of the description; or none
  std::vector<Boundary> boundaries;
};

/// Norms over the domain, a number for each variable: L2 is the root of the integral.
struct SystemNorms {
  std::vector<double> l2, linf;
};

/// Where a state is none: the first cell in mesh order.
template <int Dim>
struct BadSystemCell {
  Index cell = -1;  ///< -1: all is well
  std::array<double, Dim> centroid{};
  std::vector<double> mean;  ///< of the state in the cell
};

/// A set of equations on a mesh of a dimension, see EquationSolver. Of several ranks all call every function that
/// changes or sums a state together; cells and coefficients are those of the rank's subdomain, ghosts included.
template <int Dim>
class SystemSolver {
 public:
  virtual ~SystemSolver() = default;

  virtual SolverInfo info() const = 0;
  virtual double time() const = 0;
  virtual void set_time(double time) = 0;

  /// Values of the variables at points, [point][variable]; called from several threads at once.
  using FieldAtPoints = std::function<void(std::span<const std::array<double, Dim>> x, double t, double* values)>;

  /// Sets the state to the L2 projection of formulas, one for each variable, or of such values, at the current time.
  virtual void set_state(const Formulas& state) = 0;
  virtual void set_state(const FieldAtPoints& state) = 0;
  /// Gives the boundary of this number in the mesh its data, a formula for each variable.
  virtual void set_boundary_data(int boundary, std::shared_ptr<const Formulas> data) = 0;
  /// Adds a source, a formula for each equation in place, time and the state, whose variable i is state_variable(i):
  /// dU/dt = -div F + S(U, x, t). Throws InputError for formulas of the state with exact products.
  virtual void set_source(std::shared_ptr<const Formulas> source) = 0;
  /// Evaluates boundary data and the source again once parameters of their formulas have been changed.
  virtual void take_parameters() = 0;

  /// Takes up to `steps` time steps, the last one shortened to end at `end_time`. Ends at the first cell whose mean is
  /// not admissible (Progress::bad_cell). Throws BadDataError for formulas that lose their meaning in time.
  virtual Progress advance(long steps, double end_time) = 0;
  /// One step of Newton's method towards a steady state of boundary data and source as they are now. The time does not
  /// change. Precondition: RunOptions::newton.
  virtual NewtonStep newton_step() = 0;
  /// The largest stable step now, times the CFL number; or the fixed step.
  virtual double stable_time_step() const = 0;
  /// The step that an implicit scheme takes next; 0 before the first, or if it is fixed.
  virtual double next_step() const = 0;
  virtual void set_next_step(double dt) = 0;

  virtual bool has_limiters() const = 0;
  /// How many cells of all ranks limiters changed in the last stage.
  virtual long limited_cells() const = 0;
  /// How much they changed each cell, from 0 to 1; nothing without limiters.
  virtual std::vector<double> limiting() const = 0;

  /// Looks for cells that are not admissible at quadrature points.
  virtual BadSystemCell<Dim> find_bad_cell() const = 0;
  /// Integrals of the variables over the domain.
  virtual std::vector<double> totals() const = 0;
  /// Norms of dU/dt.
  virtual SystemNorms residual_norms() const = 0;
  /// Norms of U_h - U at the current time, with quadrature of degree 2p+4.
  virtual SystemNorms errors(const Formulas& exact) const = 0;

  /// Modes of a cell, in mesh order.
  virtual int mode_count(Index cell) const = 0;
  /// Modal coefficients, cell after cell in mesh order, per cell [variable][mode].
  virtual std::vector<double> coefficients() const = 0;
  virtual void set_coefficients(std::span<const double> coefficients) = 0;
  /// Coefficients of dU/dt, likewise.
  virtual std::vector<double> rate() const = 0;
  /// Where the coefficients lie in the backend's memory.
  virtual StateInMemory state_in_memory() = 0;
  /// To be called after they have been written to.
  virtual void note_new_state() = 0;

  /// Values at points of the reference cell of each shape, cell after cell in mesh order, per cell [point][variable].
  virtual std::vector<double> sample(const PointsOfShapes<Dim>& points) const = 0;
  /// The same of some cells alone; fast for the same cells and points again and again.
  virtual std::vector<double> sample_only(const SampledCellsOf<Dim>& cells) const = 0;
};

/// A set of equations; stays valid as long as the process lives.
class UserEquations {
 public:
  virtual EquationsDescription description() const = 0;

  /// A solver of one rank's part of a mesh that is in its final order; the communicator must outlive it. All
  /// coefficients are zero. Throws InputError as EquationSolver does, and for a mesh of another dimension.
  virtual std::unique_ptr<SystemSolver<2>> make_solver(Subdomain<2> part, const RunOptions& options,
                                                       const SystemOptions& system, Communicator& ranks) const = 0;
  virtual std::unique_ptr<SystemSolver<3>> make_solver(Subdomain<3> part, const RunOptions& options,
                                                       const SystemOptions& system, Communicator& ranks) const = 0;

 protected:
  ~UserEquations() = default;
};

}  // namespace dg
