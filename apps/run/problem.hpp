/// A case made ready to run: its mesh, its functions and its solver, all checked before anything is written.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "apps/case/case.hpp"
#include "apps/case/fields.hpp"
#include "apps/run/memory_needs.hpp"
#include "libdg/output/probes.hpp"
#include "libdg/parallel/ranked_solver.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

/// Where to run, as the command line says.
struct Machine {
  BackendKind backend = BackendKind::automatic;
  int threads = 0;  ///< CPU threads of a rank; 0: all, or its part of them
};

/// The mesh of a case, in the order of its file, with the conditions on all its boundaries.
struct MeshOfCase {
  Mesh2 mesh;
  std::vector<BoundaryCondition> boundaries;  ///< those of the case, and those of partners that it names only once
};

/// Reads or generates the mesh of a case, joins periodic boundaries, and checks that every boundary of the mesh has a
/// condition and every condition a boundary. Throws InputError.
MeshOfCase make_mesh(const Case& c);

/// Throws InputError, opening with `where`, if the mesh has no boundary of that name.
template <int Dim>
void require_boundary(const Mesh<Dim>& mesh, const std::string& name, const std::string& where);

struct Problem {
  Case c;
  Mesh2 mesh;
  nlohmann::ordered_json ordering_metrics;
  CaseFields fields;
  std::unique_ptr<Solver> solver;
  RankedSolver* ranked = nullptr;                   ///< the same, on several ranks
  std::vector<int> rank_of;                         ///< [cell], likewise
  std::vector<std::array<double, 2>> probe_points;  ///< those of the file, then those of lines
  std::optional<Probes> probes;
  double area = 0.0;
  MemoryNeeds memory;
};

/// Makes the mesh and the solver, and sets the initial state. Throws InputError for everything that is wrong with the
/// case, and for what works on one rank only where there are several; all call this together.
std::unique_ptr<Problem> make_problem(Case c, const Machine& machine);

/// Gives a solver its boundary data, source and initial state at t = 0. Throws InputError if the state is no gas.
void initialise(Solver& solver, const Case& c, const CaseFields& fields, const Mesh2& mesh);

/// Throws InputError if the backend is not in this build or has no device.
void require_backend(BackendKind backend);

}  // namespace dg::app
