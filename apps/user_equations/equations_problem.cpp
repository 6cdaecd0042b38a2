#include "apps/user_equations/equations_problem.hpp"

#include <fmt/format.h>

#include <utility>

#include "apps/case/parsed_formulas.hpp"
#include "apps/ranks.hpp"
#include "apps/run/boundary_rules.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/partition.hpp"
#include "libdg/backend/backend.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/element/element.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/periodic.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

template <int Dim>
Mesh<Dim> ordered(Mesh<Dim> mesh, const OrderingOptions& options) {
  return options.method == OrderingMethod::none ? std::move(mesh) : std::move(in_order(mesh, options).mesh);
}

SystemOptions system_options(const EquationsCase& ec, const std::vector<BoundaryCondition>& boundaries) {
  SystemOptions system = ec.system;
  for (const BoundaryCondition& b : boundaries) {
    const bool periodic = b.type == BoundaryType::periodic;
    system.boundaries.push_back({b.name, periodic ? 0 : ec.boundaries.at(b.name).kind, periodic});
  }
  return system;
}

void require_steady(const EquationsCase& ec, const Formulas& data, const std::string& where) {
  if (ec.c.solver.newton && data.varies_in_time())
    throw InputError(where + ": 'mode = steady' needs formulas without 't'");
}

/// Formulas of this dimension: those of z have been refused in 2-D.
template <int Dim>
void set_data(EquationsProblem<Dim>& problem) {
  const EquationsCase& ec = problem.ec;
  SystemSolver<Dim>& solver = *problem.solver;
  const std::vector<std::string>& names = problem.part.mesh.boundary_names;
  try {
    for (std::size_t b = 0; b < names.size(); ++b) {
      const auto found = ec.boundaries.find(names[b]);
      if (found == ec.boundaries.end() || found->second.formulas.empty()) continue;
      FormulasPointer data = compiled_formulas(ec.c, found->second.formulas);
      require_steady(ec, *data, found->second.where);
      solver.set_boundary_data(static_cast<int>(b), std::move(data));
    }
    if (!ec.source.empty()) {
      FormulasPointer source = compiled_formulas(ec.c, ec.source);
      require_steady(ec, *source, ec.source.front().where);
      solver.set_source(std::move(source));
    }
  } catch (const BadDataError<Dim>& error) {
    throw InputError(text_of(problem, error));
  }
}

template <int Dim>
void set_initial_state(EquationsProblem<Dim>& problem) {
  const EquationsCase& ec = problem.ec;
  problem.solver->set_state(*compiled_formulas(ec.c, ec.initial));
  const BadSystemCell<Dim> bad = problem.solver->find_bad_cell();
  std::int64_t is_bad[]{bad.cell >= 0};
  all_ranks().reduce(is_bad, Reduction::largest);
  if (is_bad[0] == 0) return;
  const std::string where = ec.initial.front().where;
  if (bad.cell < 0) throw InputError(where + ": the initial state is not admissible in cells of another rank");
  throw InputError(fmt::format("{}: the initial state is not admissible in cell {} at {}, where its mean is {}", where,
                               bad.cell, place_text(bad.centroid), state_text(ec.equations, bad.mean)));
}

template <int Dim>
std::unique_ptr<EquationsProblem<Dim>> make_problem_of(EquationsCase ec, Mesh<Dim> mesh, SetupTimes setup) {
  if (ec.equations.dim != Dim)
    throw InputError(fmt::format("{}: {} is for {}-D meshes, and the mesh of the case is {}-D", ec.where, ec.name,
                                 ec.equations.dim, Dim));
  Communicator& ranks = all_ranks();
  auto problem = std::make_unique<EquationsProblem<Dim>>();
  ec.c = apply_boundary_rules(std::move(ec.c), mesh);
  ec.c.solver.boundaries = join_and_check_boundaries(ec.c, mesh);
  if (has_rotated_pairs(mesh))
    throw InputError(ec.c.path +
                     ": sides of the mesh that match by a rotation need equations that say how their "
                     "variables turn, and those of [equations] do not");
  setup.end("mesh");
  mesh = ordered(std::move(mesh), ec.c.mesh.ordering);
  setup.end("order");
  problem->shapes = mesh.cell_shapes;
  problem->fingerprint = mesh_fingerprint(mesh);
  try {
    ec.c.solver.colouring = colouring_for(mesh, ec.c.solver.assembly);
    problem->part = ranks.size() > 1 ? part_of(mesh, ec.c.solver, ec.c.mesh.rank_order, ranks)
                                     : Subdomain<Dim>{std::move(mesh), {}};
    problem->solver =
        ec.compiled->make_solver(problem->part, ec.c.solver, system_options(ec, ec.c.solver.boundaries), ranks);
  } catch (const InputError& error) {
    throw InputError(ec.c.path + ": " + error.what());
  }
  problem->probes = place_probes(ec.c, problem->own_cells(), ec.c.solver.degree);
  if (ec.exact) problem->exact = compiled_formulas(ec.c, *ec.exact);
  problem->ec = std::move(ec);
  setup.end("solver");
  set_data(*problem);
  set_initial_state(*problem);
  setup.end("state");
  problem->setup = std::move(setup);
  return problem;
}

}  // namespace

template <int Dim>
OwnCells<Dim> EquationsProblem<Dim>::own_cells() const {
  if (part.halo.is_whole()) return {part.mesh, {}, all_ranks()};
  return {part.mesh, std::span(part.halo.cell).first(part.halo.own_cells), all_ranks()};
}

template <int Dim>
std::vector<double> EquationsProblem<Dim>::probe_values() const {
  const Probes<Dim>& all = *probes.probes;
  std::vector<double> samples;
  if (!all.samples().cells.empty()) samples = solver->sample_only(all.samples());
  return all.values(samples, ec.equations.variables.size(), all_ranks());
}

template <int Dim>
std::vector<std::int64_t> EquationsProblem<Dim>::begins() const {
  std::vector<std::int64_t> begins{0};
  const auto variables = static_cast<std::int64_t>(ec.equations.variables.size());
  for (const CellShape shape : shapes)
    begins.push_back(begins.back() +
                     variables * dg::mode_count(space_of(shape, ec.c.solver.quads), ec.c.solver.degree));
  return begins;
}

bool can_run_on_device(const Machine& machine) {
  return machine.backend != BackendKind::cpu && has_cuda() && (only_compiles() || !cuda_device_name().empty());
}

AnyEquationsProblem make_equations_problem(EquationsCase ec, const Machine& machine, std::optional<AnyMesh> given) {
  SetupTimes setup;
  require_backend(machine.backend);
  ec.c.solver.backend = machine.backend;
  ec.c.solver.threads = machine.threads > 0 ? machine.threads : threads_of_rank();
  take_device(ec.c.solver.backend, all_ranks());
  setup.end("backend");
  return std::visit(
      [&]<int Dim>(Mesh<Dim> mesh) -> AnyEquationsProblem {
        return make_problem_of<Dim>(std::move(ec), std::move(mesh), std::move(setup));
      },
      given ? *std::move(given) : read_mesh_of(ec.c));
}

template <int Dim>
std::string text_of(const EquationsProblem<Dim>& problem, const BadDataError<Dim>& error) {
  const BadData<Dim>& bad = error.bad;
  const std::string what = bad.boundary < 0
                               ? "the source"
                               : "the data of boundary " + in_quotes(problem.part.mesh.boundary_names[bad.boundary]);
  return fmt::format("{}: {} is not finite at {}, t = {:.6g}", problem.ec.c.path, what, place_text(bad.x), bad.t);
}

std::string state_text(const EquationsDescription& equations, const std::vector<double>& state) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i)
    text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", equations.variables[i], state[i]);
  return text;
}

template struct EquationsProblem<2>;
template struct EquationsProblem<3>;
template std::string text_of<2>(const EquationsProblem<2>&, const BadDataError<2>&);
template std::string text_of<3>(const EquationsProblem<3>&, const BadDataError<3>&);

}  // namespace dg::app
