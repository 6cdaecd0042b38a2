/// A case of equations of a user's own made ready to run: mesh, formulas and solver, checked before anything is
/// written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "apps/case/fields.hpp"
#include "apps/run/place_probes.hpp"
#include "apps/run/problem.hpp"
#include "apps/user_equations/equations_case.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/user_equations/system_solver.hpp"
#include "meshes/subdomain.hpp"

namespace dg::app {

template <int Dim>
struct EquationsProblem {
  EquationsCase ec;
  std::vector<CellShape> shapes;  ///< of the cells of the whole mesh
  std::string fingerprint;        ///< of the whole mesh
  Subdomain<Dim> part;            ///< all of the mesh, or what this rank has of it
  FormulasPointer exact;          ///< null if the case has none
  PlacedProbes<Dim> probes;
  std::unique_ptr<SystemSolver<Dim>> solver;
  SetupTimes setup;

  OwnCells<Dim> own_cells() const;
  /// Values at the probes, [probe][variable]. All ranks call this together. Precondition: there are some.
  std::vector<double> probe_values() const;
  /// The coefficients of cells of the whole mesh begin here in a list of all of them, cell after cell.
  std::vector<std::int64_t> begins() const;
};

using AnyEquationsProblem = std::variant<std::unique_ptr<EquationsProblem<2>>, std::unique_ptr<EquationsProblem<3>>>;

/// Makes mesh and solver, and sets the initial state. Throws InputError for everything that is wrong with the case. All
/// ranks call this together. A mesh that is given takes the place of that of the case.
AnyEquationsProblem make_equations_problem(EquationsCase ec, const Machine& machine,
                                           std::optional<AnyMesh> given = std::nullopt);

/// Whether a run takes a GPU on this machine.
bool can_run_on_device(const Machine& machine);

/// What is wrong with the data of a boundary, or the source.
template <int Dim>
std::string text_of(const EquationsProblem<Dim>& problem, const BadDataError<Dim>& error);

/// "u = 1, v = 2".
std::string state_text(const EquationsDescription& equations, const std::vector<double>& state);

}  // namespace dg::app
