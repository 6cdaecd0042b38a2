#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "apps/ranks.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/backend/backend.hpp"
#include "libdg/backend/parallel.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

std::array<std::string, 4> places_of(const std::array<Formula, 4>& formulas) {
  return {formulas[0].where, formulas[1].where, formulas[2].where, formulas[3].where};
}

std::array<std::string, 4> places_of_initial_state(const Case& c) {
  if (c.initial.kind == InitialKind::expressions) return places_of(c.initial.formulas);
  return {c.initial.where, c.initial.where, c.initial.where, c.initial.where};
}

void require_scales(const Case& c) {
  if (c.reference.mach > 0.0) return;
  const auto refuse = [](const std::string& where, const std::string& key) {
    throw InputError(where + ": '" + key + "' needs a 'mach' above 0 in [reference] to scale with");
  };
  if (!c.output.forces.empty()) refuse(c.output.where_forces, "forces");
  if (!c.output.surface.empty()) refuse(c.output.where_surface, "surface");
}

/// Where each cell takes its own step there is no time, and none with Newton's method.
void require_steady_data(const Case& c, const CaseFields& fields) {
  if (!c.solver.local_time_step && !c.solver.newton) return;
  const auto refuse = [&](const std::string& where, const std::string& what) {
    throw InputError(where + ": " + what +
                     " varies in time, which 'mode = steady' in [time] cannot follow; use 'mode = unsteady'");
  };
  if (fields.exact_varies()) refuse(c.path, "the exact solution");
  if (fields.source_varies()) refuse(c.path, "the source");
  for (const auto& [name, data] : fields.boundaries)
    if (data->varies_in_time()) refuse(c.where_boundary.at(name), "boundary " + in_quotes(name));
}

/// Data of boundaries and source, which may vary in time.
void set_data(Solver& solver, const Case& c, const CaseFields& fields, const Mesh2& mesh) {
  check_boundary_formulas(c, mesh);
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.type == BoundaryType::exact) solver.set_boundary_data(b.name, fields.exact_state);
    if (b.from_data) solver.set_boundary_data(b.name, fields.boundaries.at(b.name));
  }
  if (fields.source) solver.set_source(fields.source);
}

/// Into how many parts the mesh of a case is cut by its file; 0 if it is not.
int parts_of_mesh(const Case& c) { return c.mesh.file.empty() ? 0 : parts_in_file(c.resolve(c.mesh.file)); }

/// Gives the problem its mesh in the order that the case asks for, and what that is worth.
void put_in_order(Problem& problem, const Case& c, Mesh2 mesh) {
  const OrderingOptions& options = c.mesh.ordering;
  if (options.method == OrderingMethod::none) {
    problem.mesh = std::move(mesh);
    return;
  }
  if (parts_of_mesh(c) > 0)
    throw InputError(c.mesh.where + ": the mesh is cut into parts, whose order it keeps; leave out 'ordering'");
  MeshInOrder<2> after = in_order(mesh, options);
  SpaceOptions space = c.solver;
  space.assembly = resolved_assembly(c.solver);
  problem.ordering_metrics = report_json(order_report(mesh, after, options, space));
  problem.mesh = std::move(after.mesh);
}

/// What data take memory.
DataNeeds data_needs(const CaseFields& fields) {
  const bool vary = std::any_of(fields.boundaries.begin(), fields.boundaries.end(),
                                [](const auto& boundary) { return boundary.second->varies_in_time(); });
  return {fields.source != nullptr, fields.source_varies(), vary || fields.exact_varies()};
}

/// The points of the file of probes, and those of lines after them.
void place_probes(const Case& c, Problem& problem) {
  std::vector<std::array<double, 2>>& points = problem.probe_points;
  std::string where;
  if (!c.output.probes.empty()) points = read_points(where = c.resolve(c.output.probes));
  for (const ProbeLine& line : c.output.lines) {
    if (where.empty()) where = c.output.where_line;
    for (int i = 0; i < line.points; ++i) {
      const double s = static_cast<double>(i) / (line.points - 1);
      points.push_back({(1.0 - s) * line.a[0] + s * line.b[0], (1.0 - s) * line.a[1] + s * line.b[1]});
    }
  }
  if (!points.empty()) problem.probes.emplace(problem.mesh, degree_in_cells(c.solver), points, where);
}

/// What works on one rank only, where it is not the solver that says so.
void require_ranks_can(const Case& c) {
  const auto refuse = [&](const std::string& where, const std::string& what) {
    throw InputError(where + ": " + what + " works on one rank only; leave it out, or start without mpirun");
  };
  if (!c.time.sequence.empty()) refuse(c.path, "'sequence' in [time]");
  if (!c.catalyst.script.empty()) refuse(c.catalyst.where, "Catalyst");
}

/// The rank of each cell, as the file of the mesh has it, or else by partition().
std::vector<int> ranks_of_cells(const Case& c, const Mesh2& mesh, Communicator& ranks) {
  if (parts_of_mesh(c) > 0) return read_ranks_of_cells(c.resolve(c.mesh.file), ranks.size());
  return partition(mesh, c.solver, ranks);
}

/// The solver of the mesh of the problem, of one rank or of several.
void make_solver_of(Problem& problem, const Case& c, Communicator& ranks) {
  if (ranks.size() == 1) {
    problem.solver = make_solver(problem.mesh, c.solver);
    return;
  }
  problem.rank_of = ranks_of_cells(c, problem.mesh, ranks);
  auto solver = make_ranked_solver(problem.mesh, problem.rank_of, c.solver, ranks, arrangement(c.mesh.rank_order));
  problem.ranked = solver.get();
  problem.solver = std::move(solver);
}

double area_of(const Mesh2& mesh) {
  std::vector<double> areas(mesh.cell_count());
  parallel_for(mesh.cell_count(),
               [&](std::ptrdiff_t cell) { areas[cell] = cell_area(mesh, static_cast<Index>(cell)); });
  return std::accumulate(areas.begin(), areas.end(), 0.0);
}

}  // namespace

void require_backend(BackendKind backend) {
  if (backend != BackendKind::cuda) return;
  if (!has_cuda()) {
    throw InputError("--backend cuda: this build has no CUDA backend (configure with -DRKDG_CUDA=ON, or use cpu)");
  }
  if (cuda_device_name().empty()) throw InputError("--backend cuda: no CUDA device was found; use --backend cpu");
}

void initialise(Solver& solver, const Case& c, const CaseFields& fields, const Mesh2& mesh) {
  const std::string name = c.initial.kind == InitialKind::freestream ? "the free stream" : "the initial state";
  check_state(fields.initial, mesh, places_of_initial_state(c), name);
  if (fields.exact) {
    check_state(fields.exact, mesh, places_of(*c.exact), "the exact solution at t = 0");
  }
  solver.set_time(0.0);
  set_data(solver, c, fields, mesh);
  solver.set_state(fields.initial);
  const BadCell bad = solver.find_bad_cell();
  if (bad.cell < 0) return;
  const auto [x, y] = bad.point;
  throw InputError(fmt::format(
      "{}: {} is a gas, but its projection onto polynomials is not: {} at x = {:.6g}, y = {:.6g} in "
      "cell {}, the first of {}. Beside a discontinuity they undershoot: spread it over a few cells (as by tanh), let "
      "cell sides follow it, refine the mesh there, or take degree 0",
      c.initial.where, name, state_text(bad.state, c.solver.gas.gamma), x, y, bad.cell, bad.count));
}

std::unique_ptr<Problem> make_problem(Case c, const Machine& machine) {
  require_backend(machine.backend);
  c.solver.backend = machine.backend;
  c.solver.threads = machine.threads > 0 ? machine.threads : threads_of_rank();
  Communicator& ranks = all_ranks();
  if (ranks.size() > 1) require_ranks_can(c);
  take_device(c.solver.backend, ranks);
  const std::size_t program = resident_memory();
  auto problem = std::make_unique<Problem>();
  problem->fields = make_fields(c);
  MeshOfCase made = make_mesh(c);
  c.solver.boundaries = std::move(made.boundaries);
  put_in_order(*problem, c, std::move(made.mesh));
  problem->area = area_of(problem->mesh);
  place_probes(c, *problem);
  problem->memory = memory_needs(problem->mesh, c.solver, data_needs(problem->fields), program);
  require_memory(problem->memory, c.path);
  try {
    c.solver.colouring = colouring_for(problem->mesh, c.solver.assembly);
    make_solver_of(*problem, c, ranks);
  } catch (const InputError& error) {
    throw InputError(c.path + ": " + error.what());
  }
  require_scales(c);
  require_steady_data(c, problem->fields);
  initialise(*problem->solver, c, problem->fields, problem->mesh);
  problem->c = std::move(c);
  return problem;
}

}  // namespace dg::app
