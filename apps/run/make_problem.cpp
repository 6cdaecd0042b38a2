#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "apps/ranks.hpp"
#include "apps/run/boundary_rules.hpp"
#include "apps/run/closed_box.hpp"
#include "apps/run/flow_scale.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/place_probes.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/scales.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/backend/backend.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/backend/reduce.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/periodic.hpp"
#include "meshes/quoted.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg::app {
namespace {

/// Where each cell takes its own step there is no time, and none with Newton's method.
template <int Dim>
void require_steady_data(const Case& c, const CaseFields<Dim>& fields) {
  if (!c.solver.local_time_step && !c.solver.newton) return;
  const auto refuse = [&](const std::string& where, const std::string& what) {
    throw InputError(where + ": " + what +
                     " varies in time, which 'mode = steady' in [time] cannot follow; use 'mode = unsteady'");
  };
  if (fields.exact_varies()) refuse(c.path, "the exact solution");
  if (fields.source_varies()) refuse(c.path, "the source");
  for (const auto& [name, inflow] : fields.inflows) refuse(c.where_boundary.at(name), "boundary " + in_quotes(name));
  for (const auto& [name, data] : fields.boundaries)
    if (data->varies_in_time()) refuse(c.where_boundary.at(name), "boundary " + in_quotes(name));
}

/// Newton's method and implicit schemes take boundary data as they are.
void require_explicit_boundaries(const Case& c) {
  for (const BoundaryCondition& b : c.solver.boundaries) {
    const std::string where = c.where_boundary.contains(b.name) ? c.where_boundary.at(b.name) : c.path;
    const char* others = boundary_text(b.type, [](auto condition) { return condition.explicit_only; });
    if (others != nullptr && c.solver.solves_systems())
      throw InputError(fmt::format("{}: '{}' needs explicit steps: 'solver = march' in [time], or another 'scheme'; {}",
                                   where, boundary_text(b.type, [](auto condition) { return condition.name; }),
                                   others));
    if (b.type == BoundaryType::wall_modelled && c.solver.degree == 0)
      throw InputError(where + ": 'wall-modelled' needs 'degree = 1' or more, for a flow that differs across a cell");
  }
}

/// Into how many parts the mesh of a case is cut by its file; 0 if it is not.
int parts_of_mesh(const Case& c) { return c.mesh.file.empty() ? 0 : parts_in_file(c.resolve(c.mesh.file)); }

/// Gives the problem its mesh in the order that the case asks for, and what that is worth.
template <int Dim>
void put_in_order(ProblemOf<Dim>& problem, const Case& c, Mesh<Dim> mesh) {
  const OrderingOptions& options = c.mesh.ordering;
  if (options.method == OrderingMethod::none) {
    problem.mesh = std::move(mesh);
    return;
  }
  if (parts_of_mesh(c) > 0)
    throw InputError(c.mesh.where + ": the mesh is cut into parts, whose order it keeps; leave out 'ordering'");
  MeshInOrder<Dim> after = in_order(mesh, options);
  if constexpr (Dim == 2) {
    SpaceOptions space = c.solver;
    space.assembly = resolved_assembly(c.solver);
    problem.ordering_metrics = report_json(order_report(mesh, after, options, space));
  } else {
    problem.ordering_metrics = report_json(order_report(mesh, after, options));
  }
  problem.mesh = std::move(after.mesh);
}

/// What data take memory.
template <int Dim>
DataNeeds data_needs(const Case& c, const CaseFields<Dim>& fields) {
  const bool vary =
      !fields.inflows.empty() || std::any_of(fields.boundaries.begin(), fields.boundaries.end(),
                                             [](const auto& boundary) { return boundary.second->varies_in_time(); });
  return {fields.source != nullptr, fields.source_varies(), vary || fields.exact_varies(),
          c.sponge.averaging_time.has_value()};
}

/// Makes the solver of the mesh, or of the part of it that this rank has.
template <int Dim>
void make_solver_of(ProblemOf<Dim>& problem, const Case& c, Communicator& ranks) {
  if (!problem.part) {
    problem.solver = make_solver(problem.mesh, c.solver);
    return;
  }
  auto solver = make_ranked_solver(*problem.part, c.solver, ranks);
  problem.ranked = solver.get();
  problem.solver = std::move(solver);
}

/// Sides that match by a rotation may have been meant to match by a translation.
template <int Dim>
void append_rotations(const Mesh<Dim>& mesh, std::vector<std::string>& notes) {
  for (const auto& pair : mesh.periodic_pairs)
    if (pair.is_rotated())
      notes.push_back(fmt::format("boundaries {} and {} are joined by {}", in_quotes(mesh.boundary_names[pair.a]),
                                  in_quotes(mesh.boundary_names[pair.b]), description(motion_of(pair))));
}

/// The problem of a case whose machine is known, in a process that took `program` bytes before the mesh: the whole one,
/// or the part of it that this rank has read. `setup` continues with its times.
template <int Dim>
std::unique_ptr<ProblemOf<Dim>> make_problem_of(Case c, Mesh<Dim> mesh, std::optional<Subdomain<Dim>> part,
                                                std::size_t program, SetupTimes setup) {
  Communicator& ranks = all_ranks();
  const bool cut = part.has_value();
  c = apply_boundary_rules(std::move(c), cut ? part->mesh : mesh, cut);
  auto boundaries = join_and_check_boundaries(c, cut ? part->mesh : mesh, cut);
  auto problem = std::make_unique<ProblemOf<Dim>>();
  problem->fields = make_fields<Dim>(c);
  c.solver.boundaries = std::move(boundaries);
  require_explicit_boundaries(c);
  problem->flow = flow_scale(c, cut ? part->mesh : mesh, ranks);
  c.solver.limiter_length = problem->flow.length;
  setup.end("mesh");
  put_in_order(*problem, c, std::move(mesh));
  setup.end("order");
  problem->memory = memory_needs(cut ? part->mesh : problem->mesh, c.solver, data_needs(c, problem->fields), program);
  require_memory(problem->memory, c.path);
  if (ranks.size() == 1 && runs_on_device(c.solver))
    require_device_memory(problem->mesh, c.solver, data_needs(c, problem->fields),
                          make_backend(BackendKind::cuda, 1)->available_memory(), c.path);
  try {
    c.solver.colouring = colouring_for(problem->mesh, c.solver.assembly);
    if (cut) problem->part = arranged(*std::move(part), c.mesh.rank_order);
    if (!cut && (ranks.size() > 1 || has_rotated_pairs(problem->mesh)))
      problem->part = part_of(problem->mesh, c.solver, c.mesh.rank_order, ranks);
    make_solver_of(*problem, c, ranks);
  } catch (const InputError& error) {
    throw InputError(c.path + ": " + error.what());
  }
  setup.end("solver");
  problem->flow.volume = volume_of(problem->own_cells());
  PlacedProbes<Dim> placed = place_probes(c, problem->own_cells(), degree_in_cells(c.solver));
  problem->probe_points = std::move(placed.points);
  problem->probes = std::move(placed.probes);
  require_scales(c);
  require_steady_data(c, problem->fields);
  const Mesh<Dim>& known_mesh = cut ? problem->part->mesh : problem->mesh;
  initialise(*problem->solver, c, problem->fields, known_mesh);
  problem->notes = doubtful_scales(c, problem->fields, known_mesh, ranks);
  append_rotations(known_mesh, problem->notes);
  problem->heats_for_ever = heats_for_ever(*problem->solver, c);
  if (c.solver.newton) require_balance(*problem->solver, problem->flow, c);
  if (ranks.rank() != 0) problem->mesh = {};
  problem->c = std::move(c);
  setup.end("state");
  problem->setup = std::move(setup);
  return problem;
}

}  // namespace

void require_backend(BackendKind backend) {
  if (backend != BackendKind::cuda) return;
  if (!has_cuda()) {
    throw InputError("--backend cuda: this build has no CUDA backend (configure with -DRKDG_CUDA=ON, or use cpu)");
  }
  if (only_compiles()) return;
  if (cuda_device_name().empty()) throw InputError("--backend cuda: no CUDA device was found; use --backend cpu");
}

AnyProblem make_any_problem(Case c, const Machine& machine, std::optional<AnyMesh> given) {
  SetupTimes setup;
  require_built(c);
  require_backend(machine.backend);
  c.solver.backend = machine.backend;
  c.solver.threads = machine.threads > 0 ? machine.threads : threads_of_rank();
  Communicator& ranks = all_ranks();
  take_device(c.solver.backend, ranks);
  const std::size_t program = resident_memory();
  setup.end("backend");
  if (ranks.size() > 1 && parts_of_mesh(c) > 0)
    return std::visit(
        [&]<int Dim>(Subdomain<Dim> part) -> AnyProblem {
          require_common_faces(part, c.resolve(c.mesh.file), ranks);
          return make_problem_of<Dim>(std::move(c), {}, std::move(part), program, setup);
        },
        read_any_subdomain(c.resolve(c.mesh.file), ranks.rank(), ranks.size()));
  return std::visit(
      [&]<int Dim>(Mesh<Dim> mesh) -> AnyProblem {
        return make_problem_of<Dim>(std::move(c), std::move(mesh), std::nullopt, program, setup);
      },
      given ? *std::move(given) : read_mesh_of(c));
}

std::unique_ptr<Problem> make_problem(Case c, const Machine& machine) {
  const std::string path = c.path;
  AnyProblem problem = make_any_problem(std::move(c), machine);
  if (auto* problem_2d = std::get_if<std::unique_ptr<Problem>>(&problem)) return std::move(*problem_2d);
  throw InputError(path + ": has a 3-D mesh; a 2-D mesh is needed here");
}

template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> solver_of_all_ranks(const ProblemOf<Dim>& problem, const SolverOptions& options) {
  return make_ranked_solver(*problem.part, options, all_ranks());
}

template <int Dim>
std::string text_of(const ProblemOf<Dim>& problem, const BadDataError<Dim>& error) {
  return text_of(problem.c, problem.own_cells().mesh, error);
}

template <int Dim>
OwnCells<Dim> ProblemOf<Dim>::own_cells() const {
  if (!part) return {mesh, {}, all_ranks()};
  return {part->mesh, std::span(part->halo.cell).first(part->halo.own_cells), all_ranks()};
}

template <int Dim>
const Mesh<Dim>& ProblemOf<Dim>::whole_mesh() const {
  if (mesh.cell_count() > 0) return mesh;
  if (!read_again_) read_again_ = std::get<Mesh<Dim>>(read_mesh_of(c));
  return *read_again_;
}

template struct ProblemOf<2>;
template struct ProblemOf<3>;

template std::unique_ptr<RankedSolver> solver_of_all_ranks<2>(const Problem&, const SolverOptions&);
template std::unique_ptr<RankedSolverOf<3>> solver_of_all_ranks<3>(const ProblemOf<3>&, const SolverOptions&);
template std::string text_of<2>(const Problem&, const BadDataError<2>&);
template std::string text_of<3>(const ProblemOf<3>&, const BadDataError<3>&);

}  // namespace dg::app
