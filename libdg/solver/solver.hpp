/// The solver: a mesh, its discretisation and a state that advances in time, on one backend and in one precision.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/implicit/newton_step.hpp"
#include "libdg/solver/fields.hpp"
#include "libdg/solver/options.hpp"
#include "libdg/solver/solver_info.hpp"
#include "meshes/cell_shape.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// What the fields are (primitive rho, u, v, p; or sources of rho, rho u, rho v, rho E) is said where it is used.
using FieldFunction = FieldOf<4>;
using Norms = NormsOf<4>;
using BadCell = BadCellOf<4>;

/// Force on a boundary in the units of the case, pressure and viscous part, and the moment about the origin.
struct Force {
  std::array<double, 2> pressure{}, viscous{};
  double moment = 0.0;
};

/// What the fluid does to a point of a boundary, in the units of the case.
struct SurfacePoint {
  std::array<double, 2> x{}, normal{};  ///< the normal points out of the fluid
  double weight = 0.0;                  ///< quadrature weight: the length that the point stands for
  std::array<double, 2> convective{};   ///< momentum flux out of the fluid; on a wall the pressure times the normal
  std::array<double, 2> traction{};     ///< viscous force of the fluid on the boundary, per length
};

/// Integrals over the domain: of rho |u|^2 / 2, of rho |curl u|^2 / 2, and of rho ln(p / rho^gamma).
struct FlowTotals {
  double kinetic_energy = 0.0, enstrophy = 0.0, entropy = 0.0;
};

/// Cells, and the points of the reference cell of each shape where their states are wanted.
struct SampledCells {
  std::span<const CellShape> shapes;  ///< of all cells of the mesh
  std::vector<Index> cells;
  std::vector<std::array<double, 2>> triangle, quadrilateral;
};

/// What a row of a history holds of a state.
struct Observation {
  Norms residual;                  ///< see Solver::residual_norms()
  std::array<double, 4> totals{};  ///< Solver::totals()
  FlowTotals flow;                 ///< Solver::flow_totals()
  std::vector<Force> forces;       ///< Solver::force() on each boundary
  std::vector<double> samples;     ///< per cell [point][component]
};

class Solver {
 public:
  virtual ~Solver() = default;

  virtual const SolverInfo& info() const = 0;
  virtual double time() const = 0;
  virtual void set_time(double time) = 0;

  /// Sets the state to the L2 projection of primitive fields rho, u, v, p at the current time.
  virtual void set_state(const FieldFunction& primitive) = 0;

  /// Gives the data (primitive rho, u, v, p) of boundaries of type `exact`; evaluated again in each stage, on the host,
  /// if it varies.
  virtual void set_boundary_data(const FieldFunction& primitive, bool varies_in_time) = 0;

  /// Adds a source to the four equations: dU/dt = -div F + S(x, y, t); evaluated again in each stage, on the
  /// host, if it varies.
  virtual void set_source(const FieldFunction& source, bool varies_in_time) = 0;

  /// Gives the named boundary the data at each of its points, four formulas: what they are for each type, see
  /// boundary_states(). Evaluated again in each stage, where the kernels run, if they vary in time. Precondition: the
  /// boundary is in the mesh, and its condition takes data.
  virtual void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) = 0;

  /// Adds a source of four formulas, evaluated likewise.
  virtual void set_source(std::shared_ptr<const Formulas> source) = 0;

  /// Takes up to `steps` time steps, the last one shortened to end at `end_time`. Ends at the first cell whose mean
  /// is no state (Progress::bad_cell); does not look at the points of cells. Ends early if a StopScope asks for it.
  virtual Progress advance(long steps, double end_time) = 0;

  /// One step of Newton's method towards a steady state; see NewtonSolver. Time stands. Precondition:
  /// RunOptions::newton.
  virtual NewtonStep newton_step() = 0;

  /// The largest stable step now, times the CFL number; or the fixed step.
  virtual double stable_time_step() const = 0;

  /// The largest stable step now.
  virtual double time_step_limit() const = 0;

  /// Looks for cells without a physical state, at quadrature points.
  virtual BadCell find_bad_cell() const = 0;

  /// Norms of dU/dt.
  virtual Norms residual_norms() const = 0;

  /// Norms of U_h - U(primitive) at the current time, with quadrature of degree 2p+4.
  virtual Norms errors(const FieldFunction& primitive) const = 0;

  /// Integrals of rho, rho u, rho v, rho E over the domain.
  virtual std::array<double, 4> totals() const = 0;

  virtual FlowTotals flow_totals() const = 0;

  /// Force of the fluid on the named boundary. Precondition: the boundary is in the mesh.
  virtual Force force(const std::string& boundary) const = 0;

  /// Pressure and traction at the quadrature points of the named boundary, of which force() is the sum; face after
  /// face in the order of the mesh. Precondition: the boundary is in the mesh.
  virtual std::vector<SurfacePoint> surface(const std::string& boundary) const = 0;

  /// Number of modes of a cell (in mesh order).
  virtual int mode_count(Index cell) const = 0;

  /// Modal coefficients, cell after cell in mesh order, per cell [component][mode]; size = info().dof.
  virtual std::vector<double> coefficients() const = 0;
  virtual void set_coefficients(std::span<const double> coefficients) = 0;

  /// The state of damping; all zero without it. To be set after the coefficients, which make damping forget its past.
  virtual DampingState damping_state() const = 0;
  virtual void set_damping_state(const DampingState& state) = 0;

  /// Values of the conservative fields at points of the reference cell of each shape, cell after cell in mesh order,
  /// per cell [point][component]. `triangle` and `quadrilateral` are the points for the two shapes.
  virtual std::vector<double> sample(std::span<const std::array<double, 2>> triangle,
                                     std::span<const std::array<double, 2>> quadrilateral) const = 0;

  /// All that a row of a history wants, so that a device is waited for once where that can be. Precondition: the
  /// boundaries are in the mesh.
  virtual Observation observe(const std::vector<std::string>& boundaries, const SampledCells& cells) const = 0;
};

/// Makes a solver for a mesh that is already in its final order. It holds no gas (all coefficients are zero) until a
/// state is set. Throws InputError for a boundary without a condition,
/// a condition without a boundary, a degree or precision that was not built, a backend that is not there.
std::unique_ptr<Solver> make_solver(const Mesh2& mesh, const SolverOptions& options);

/// A solver of one of several ranks, see EquationSolver: cells, faces, coefficients, samples, surfaces, forces and bad
/// cells are those of its subdomain.
std::unique_ptr<Solver> make_solver(Subdomain<2> part, const SolverOptions& options, Communicator& communicator);

/// The sum of what the fluid does to points.
Force force_of(std::span<const SurfacePoint> points);

/// The assembly that `automatic` stands for with these options, on this machine; any other is itself. Throws InputError
/// for a backend that is not there.
Assembly resolved_assembly(const SolverOptions& options);

/// What a run is given beside its initial state, as far as it takes memory.
struct DataNeeds {
  bool source = false;
  bool source_varies = false;    ///< formulas in time
  bool boundaries_vary = false;  ///< likewise
};

/// Bytes the backend will need for this mesh, these options and these data, without allocating them.
std::size_t estimate_memory(const Mesh2& mesh, const SolverOptions& options, const DataNeeds& data = {});

/// Bytes of the host that steps of Newton's method take at most.
std::size_t estimate_newton_memory(const Mesh2& mesh, const SolverOptions& options);

/// Bytes that a run takes at most beside those: the mesh, twice, what the solver knows of its cells, and what is there
/// for a moment while a state is set or fields are written, in order of a mesh of this size.
std::size_t estimate_host_memory(const Mesh2& mesh, const SolverOptions& options);

/// True if this build contains the CUDA backend.
bool has_cuda();

/// Name of the CUDA device that would be used; empty if there is none.
std::string cuda_device_name();

}  // namespace dg
