/// In-situ visualisation: gives the fields of a running solver to a Python script of ParaView Catalyst (version 5.11).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libdg/output/own_cells.hpp"
#include "libdg/solver/solver.hpp"

namespace dg {

/// How a script sees a cell of degree p. It is p^2 linear cells, p^3 in 3-D, which are drawn fast, or one Lagrange
/// cell, as in VTU files. The points and the values at them are the same.
enum class CatalystCells { linear, lagrange };

struct CatalystOptions {
  std::string script;  ///< path of the script
  CatalystCells cells = CatalystCells::linear;
  int degree = 0;
  double gamma = 1.4;
  double temperature_unit = 1.0;  ///< see FieldSampler::set_temperature_unit()
};

/// True if this build contains ParaView Catalyst.
bool has_catalyst();

/// One script at work. The script finds the mesh under the name "input", with the fields of write_vtu().
///
/// On several ranks each has an adaptor of its own cells, and ParaView joins what they show by MPI. All ranks call
/// these functions together, with the same step, time and folder. Where the script fails on one rank, the others throw
/// OtherRankFailed.
template <int Dim>
class CatalystAdaptor {
 public:
  virtual ~CatalystAdaptor() = default;

  /// Lets the script look at the present state, if it wants to at this step and time; only then is the state fetched.
  /// What the script writes under relative names goes to `folder`. Throws RunError if the script or a filter fails.
  virtual void execute(const SolverOf<Dim>& solver, long step, double time, const std::string& folder) = 0;

  /// Lets the script end its work. Throws as execute() does.
  virtual void finish(const std::string& folder) = 0;

  /// What ParaView has warned of on this rank and has not been taken yet, each on a line and none twice.
  virtual std::vector<std::string> take_warnings() = 0;
};

/// Starts ParaView and runs the script's own lines, which build its pipeline on the present state of `solver`, that of
/// the mesh of `own`. Both must outlive the adaptor. All ranks make it together; these are all that MPI has started.
/// Throws InputError: no such script, a mistake in it, no X display for its pictures, no Catalyst in this build. At
/// most one adaptor in a process.
template <int Dim>
std::unique_ptr<CatalystAdaptor<Dim>> make_catalyst_adaptor(const OwnCells<Dim>& own, const SolverOf<Dim>& solver,
                                                            const CatalystOptions& options);

}  // namespace dg
