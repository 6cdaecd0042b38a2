#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "apps/run/order_mesh.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/backend/parallel.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"

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

/// Where each cell takes its own step there is no time.
void require_steady_data(const Case& c, const CaseFields& fields) {
  if (!c.solver.local_time_step || !(fields.exact_varies || fields.source_varies)) return;
  throw InputError(c.path + ": " + (fields.exact_varies ? "the exact solution" : "the source") +
                   " varies in time, which 'mode = steady' in [time] cannot follow; use 'mode = unsteady'");
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
  if (!points.empty()) problem.probes.emplace(problem.mesh, c.solver.degree, points, where);
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
    solver.set_boundary_data(fields.exact, fields.exact_varies);
  }
  if (fields.source) solver.set_source(fields.source, fields.source_varies);
  solver.set_time(0.0);
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
  c.solver.threads = machine.threads;
  const std::size_t program = resident_memory();
  auto problem = std::make_unique<Problem>();
  problem->fields = make_fields(c);
  OrderedMesh ordered = make_mesh(c);
  problem->mesh = std::move(ordered.mesh);
  problem->ordering_metrics = std::move(ordered.ordering_metrics);
  problem->area = area_of(problem->mesh);
  place_probes(c, *problem);
  problem->memory = memory_needs(problem->mesh, c.solver, static_cast<bool>(problem->fields.source), program);
  require_memory(problem->memory, c.path);
  try {
    plan_assembly(problem->mesh, c.solver);
    problem->solver = make_solver(problem->mesh, c.solver);
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
