/// A case that a program drives step by step: what the Python module shows of it, whatever its dimension.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/case/ini_file.hpp"
#include "apps/python/array_field.hpp"
#include "apps/run/force_coefficients.hpp"
#include "apps/run/problem.hpp"
#include "libdg/solver/state_in_memory.hpp"
#include "meshes/any_mesh.hpp"

namespace dg::app {

/// Values of one quantity at points, [point][component].
struct SampledQuantity {
  int components;
  std::vector<double> values;
};

/// What a solve for a steady state has come to.
struct SteadyState {
  bool converged;
  double residual;
  std::string stall;  ///< why no further step would help; empty while one may
};

/// All functions throw InputError for what is asked wrongly, RunError where the run fails.
///
/// On several ranks all call the constructor and set_...() together, the latter with arguments of their own. The rest
/// is rank 0's to call, between lead() and release(), while the others are in follow().
class Simulation {
 public:
  virtual ~Simulation() = default;

  /// On several ranks: of rank 0.
  virtual void lead() = 0;
  virtual void release() = 0;
  /// Of the others: does their part of what rank 0 calls until it releases them.
  virtual void follow() = 0;

  virtual const Case& settings() const = 0;
  virtual double end_of_case() const = 0;  ///< where a run would end: at this time, or after so many steps
  virtual long steps_of_case() const = 0;
  virtual const SolverInfo& info() const = 0;
  virtual const std::vector<std::string>& notes() const = 0;  ///< what users ought to know of the case
  virtual int dim() const = 0;
  virtual std::vector<std::string> state_names() const = 0;  ///< of what set_state() takes
  virtual std::vector<std::string> variables() const = 0;    ///< of the equations
  virtual long step() const = 0;                             ///< those that have been launched included
  virtual double time() const = 0;
  virtual double last_dt() const = 0;
  virtual double stable_time_step() const = 0;

  /// Takes steps for no longer than about half a second, up to this step and this time. Returns whether one of them is
  /// reached. On a GPU, a few steps up to a step alone are launched and not waited for.
  virtual bool advance(long last_step, double end_time) = 0;

  /// Whether steps have been launched that finish() is to wait for: before all but advance(), probes() and step().
  virtual bool has_launched() const = 0;
  virtual void finish() = 0;

  /// How far the present state is from a steady one; the tolerance is that of the case unless it is given.
  virtual SteadyState steady_state(std::optional<double> tolerance) = 0;

  virtual std::vector<double> coefficients() = 0;
  virtual void set_coefficients(std::span<const double> coefficients) = 0;
  virtual std::vector<double> rate() = 0;

  /// Sets the state to the L2 projection of rho, u, ..., p at the present time.
  virtual void set_state(const ArrayFunction& primitive) = 0;
  /// Replaces the source of rho, rho u, ..., rho E. Throws InputError for one that varies where there is no time.
  virtual void set_source(const ArrayFunction& source, bool varies) = 0;
  /// Replaces the data of all boundaries that take a state rho, u, ..., p. Throws InputError where others take data.
  virtual void set_boundary_data(const ArrayFunction& primitive, bool varies) = 0;

  virtual StateInMemory state_in_memory() = 0;

  virtual std::vector<double> totals() = 0;
  virtual std::vector<double> residual_norms() = 0;  ///< L2, of dU/dt
  virtual ForceCoefficients forces(const std::string& boundary) = 0;
  virtual std::vector<double> probe_points() const = 0;  ///< [probe][coordinate]
  virtual std::vector<double> probes() = 0;              ///< [probe][rho, u, ..., p]

  /// `points` [point][coordinate]. Outside the mesh values are no numbers if `outside_is_nan`, else that is an error.
  virtual std::vector<SampledQuantity> sample(std::span<const double> points, const std::vector<std::string>& names,
                                              bool outside_is_nan) = 0;

  virtual void write_fields(const std::string& path) = 0;
  virtual void write_checkpoint(const std::string& path) = 0;
  virtual void restart(const std::string& path) = 0;

  /// Sets a parameter of formulas, from the next stage on.
  virtual void set_parameter(const std::string& name, double value) = 0;
};

/// Makes the mesh, unless it is given, and the solver.
std::unique_ptr<Simulation> make_simulation(IniFile file, std::optional<AnyMesh> mesh, const Machine& machine);

}  // namespace dg::app
