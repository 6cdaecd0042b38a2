/// A case made ready to run: its mesh, its functions and its solver, all checked before anything is written.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "apps/case/case.hpp"
#include "apps/case/fields.hpp"
#include "apps/run/memory_needs.hpp"
#include "apps/run/setup_times.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/output/probes.hpp"
#include "libdg/parallel/ranked_solver.hpp"
#include "libdg/solver/scaled_residual.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/any_mesh.hpp"
#include "meshes/lattice.hpp"
#include "meshes/subdomain.hpp"

namespace dg::app {

/// Where to run, as the command line says.
struct Machine {
  BackendKind backend = BackendKind::automatic;
  int threads = 0;  ///< CPU threads of a rank; 0: all, or its part of them
};

/// Reads a mesh, and warns of what of its file has been left out. Cells of an order above `highest_order` become cells
/// of that order. Throws InputError.
AnyMesh read_foreign_mesh(const std::string& path, int highest_order = max_element_order);

/// Reads or generates the mesh of a case. Throws InputError.
AnyMesh read_mesh_of(const Case& c);

/// Joins the periodic boundaries of that mesh and checks that the case is one of its dimension. It also checks that
/// every boundary of the mesh has a condition and every condition a boundary. Returns the conditions on all boundaries:
/// those of the case, and those of partners that it names only once. Where the mesh is cut into parts that ranks read
/// by themselves, `mesh` is that of this rank, and all of them call this together. Throws InputError, also for periodic
/// boundaries of a cut mesh that are not joined.
template <int Dim>
std::vector<BoundaryCondition> join_and_check_boundaries(const Case& c, Mesh<Dim>& mesh, bool cut = false);

/// Throws InputError, opening with `where`, if the mesh has no boundary of that name.
template <int Dim>
void require_boundary(const Mesh<Dim>& mesh, const std::string& name, const std::string& where);

template <int Dim>
struct ProblemOf {
  Case c;
  /// In the order of the case. On several ranks: on rank 0 only, and not even there if its file is cut into parts.
  Mesh<Dim> mesh;
  std::optional<Subdomain<Dim>> part;  ///< of this rank, on several
  nlohmann::ordered_json ordering_metrics;
  CaseFields<Dim> fields;
  std::unique_ptr<SolverOf<Dim>> solver;
  RankedSolverOf<Dim>* ranked = nullptr;              ///< the same, on several ranks
  std::vector<std::array<double, Dim>> probe_points;  ///< those of the file, then those of lines
  std::optional<Probes<Dim>> probes;
  FlowScale flow;
  bool heats_for_ever = false;  ///< see closed_box.hpp
  MemoryNeeds memory;
  SetupTimes setup;                ///< of this rank
  std::vector<std::string> notes;  ///< what users ought to know of the case, a line each

  OwnCells<Dim> own_cells() const;
  /// The mesh on rank 0 for what has no other way, read once more if its file is cut into parts. Throws InputError.
  const Mesh<Dim>& whole_mesh() const;

 private:
  mutable std::optional<Mesh<Dim>> read_again_;
};
using Problem = ProblemOf<2>;

/// A problem whose dimension its mesh decides.
using AnyProblem = std::variant<std::unique_ptr<ProblemOf<2>>, std::unique_ptr<ProblemOf<3>>>;

/// Makes the mesh and the solver, and sets the initial state. Throws InputError for everything that is wrong with the
/// case. It also throws for what works on one rank or in 2-D only, where there are more. All ranks call this
/// together. A mesh that is given takes the place of that of the case. The second form also for a 3-D mesh.
AnyProblem make_any_problem(Case c, const Machine& machine, std::optional<AnyMesh> given = std::nullopt);
std::unique_ptr<Problem> make_problem(Case c, const Machine& machine);

/// A solver with these options on the parts of a problem that several ranks have made; all of them call this together.
/// Throws InputError.
template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> solver_of_all_ranks(const ProblemOf<Dim>& problem, const SolverOptions& options);

/// What is wrong with the data of a problem, or of a case on a mesh.
template <int Dim>
std::string text_of(const ProblemOf<Dim>& problem, const BadDataError<Dim>& error);
template <int Dim>
std::string text_of(const Case& c, const Mesh<Dim>& mesh, const BadDataError<Dim>& error);

/// Gives a solver its boundary data. Throws BadDataError, or InputError for what its boundaries cannot take.
template <int Dim>
void set_boundary_data(SolverOf<Dim>& solver, const Case& c, const CaseFields<Dim>& fields);

/// Gives a solver its boundary data, source and initial state at t = 0. Throws InputError if the state is no gas.
template <int Dim>
void initialise(SolverOf<Dim>& solver, const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh);

/// Throws InputError if the backend is not in this build or has no device.
void require_backend(BackendKind backend);

}  // namespace dg::app
