#include "apps/study/convergence.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "apps/case/read_sections.hpp"
#include "apps/ranks.hpp"
#include "apps/run/degree_sequence.hpp"
#include "apps/run/json_number.hpp"
#include "apps/run/next_event.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/residual_watch.hpp"
#include "apps/run/time_loop.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Runs to the end of the case, or until a steady case has settled; returns whether it has.
template <int Dim>
bool run_to_end(ProblemOf<Dim>& problem, TimeLoop<Dim>& loop) {
  const TimeSection& time = problem.c.time;
  const long never = time.steps;
  ResidualWatch watch;
  if (time.steady) {
    for (const SequenceStage& stage : climb_degrees(problem, [](int, long, double) { return true; }))
      watch.observe(0, stage.first_residual);
  }
  while (!loop.at_end()) {
    loop.advance(steps_until_next(loop.step(), steps_between_looks(problem.c), never));
    if (const auto failure = loop.failure()) throw RunError(failure->what + "; " + failure->advice);
    if (!time.steady || loop.step() % steps_between_looks(problem.c) != 0) continue;
    const SolverOf<Dim>& solver = *problem.solver;
    watch.observe(loop.step(), scaled_residual(solver.residual_norms(), solver.totals(), problem.flow));
    if (const auto failure = loop.failure_of(watch.last())) throw RunError(failure->what + "; " + failure->advice);
    if (watch.last() <= time.tolerance || (time.drop > 0.0 && watch.fallen_by(time.drop))) return true;
    if (loop.stall()) return false;
  }
  return !time.steady;
}

template <int Dim>
ConvergenceRow row_of(ProblemOf<Dim>& problem) {
  ConvergenceRow row;
  for (const char* name : field_names<Dim>()) row.fields.emplace_back(name);
  TimeLoop<Dim> loop(problem, 0);
  row.converged = run_to_end(problem, loop);
  row.cells = problem.solver->info().cells;
  row.dof = problem.solver->info().dof;
  const double of_cell = problem.flow.volume / row.cells;
  row.h = Dim == 2 ? std::sqrt(of_cell) : std::cbrt(of_cell);
  const GasNorms<Dim> errors = problem.solver->errors(problem.fields.exact);
  row.l2.assign(errors.l2.begin(), errors.l2.end());
  row.linf.assign(errors.linf.begin(), errors.linf.end());
  row.steps = loop.step();
  row.seconds = loop.seconds();
  return row;
}

/// On several ranks only rank 0 gets the row; the others know its number of cells.
template <int Dim>
ConvergenceRow run_problem(ProblemOf<Dim>& problem) {
  if (problem.ranked == nullptr) return row_of(problem);
  Communicator& ranks = all_ranks();
  ConvergenceRow row;
  if (ranks.rank() == 0) {
    problem.ranked->lead();
    row = row_of(problem);
    problem.ranked->release();
  } else {
    problem.ranked->follow(problem.fields.exact,
                           [&](const RankCall& call) { do_rank_work<Dim>(problem, nullptr, nullptr, call); });
  }
  ranks.broadcast(std::as_writable_bytes(std::span(&row.cells, 1)), 0);
  return row;
}

/// Puts a file in the place of a case's mesh, as a level of its own. Its path is relative to the working folder.
void take_mesh(MeshSection& mesh, const std::string& file, int level) {
  mesh.file = std::filesystem::absolute(file).string();
  mesh.generate.clear();
  mesh.level = level;
  mesh.where = "--meshes " + file;
}

std::vector<double> order_between(const ConvergenceRow& coarse, const ConvergenceRow& fine) {
  std::vector<double> order;
  for (std::size_t i = 0; i < fine.l2.size(); ++i)
    order.push_back(std::log(coarse.l2[i] / fine.l2[i]) / std::log(coarse.h / fine.h));
  return order;
}

nlohmann::ordered_json by_name(const std::vector<std::string>& names, const std::vector<double>& values) {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < names.size(); ++i) json[names[i]] = json_number(values[i]);
  return json;
}

}  // namespace

void run_convergence(const Case& base, const ConvergenceStudy& study, const MeasureErrors& errors_of,
                     const std::function<void(const ConvergenceRow&)>& on_row) {
  const bool listed = !study.meshes.empty();
  if (!listed && base.mesh.generate.empty() && study.levels > 1) {
    throw InputError(base.mesh.where + ": 'converge' refines the mesh: it needs 'generate', --meshes or --levels 1");
  }
  for (const int degree : study.degrees) require_built_degree(degree, "--degrees");
  for (const int degree : study.degrees) {
    std::optional<ConvergenceRow> before;
    for (int k = 0; k < (listed ? static_cast<int>(study.meshes.size()) : study.levels); ++k) {
      Case c = base;
      c.solver.degree = degree;
      if (listed)
        take_mesh(c.mesh, study.meshes[static_cast<std::size_t>(k)], k);
      else
        c.mesh.level += k;
      const int level = c.mesh.level;
      ConvergenceRow row = errors_of(std::move(c), study.machine);
      row.degree = degree;
      row.level = level;
      if (listed && before && row.cells <= before->cells) {
        throw InputError("--meshes: " + study.meshes[static_cast<std::size_t>(k)] +
                         " has no more cells than the mesh before it; list them from the coarsest to the finest");
      }
      if (before && row.cells == before->cells) {
        throw InputError(fmt::format("{}: level {} has as many cells as level {}; leave the parameters out that fix it",
                                     base.mesh.where, row.level, before->level));
      }
      if (all_ranks().rank() == 0) {
        if (before) row.order = order_between(*before, row);
        on_row(row);
      }
      before = row;
    }
  }
}

void run_convergence(const Case& base, const ConvergenceStudy& study,
                     const std::function<void(const ConvergenceRow&)>& on_row) {
  if (!base.exact) throw InputError(base.path + ": 'converge' needs a section [exact] to measure errors against");
  const auto errors_of = [](Case c, const Machine& machine) {
    const AnyProblem problem = make_any_problem(std::move(c), machine);
    return std::visit([](const auto& p) { return run_problem(*p); }, problem);
  };
  run_convergence(base, study, errors_of, on_row);
}

nlohmann::ordered_json convergence_json(const std::string& case_name, const std::vector<ConvergenceRow>& rows) {
  nlohmann::ordered_json json = {{"case", case_name}, {"rows", nlohmann::ordered_json::array()}};
  for (const ConvergenceRow& row : rows) {
    json["rows"].push_back({{"degree", row.degree},
                            {"level", row.level},
                            {"cells", row.cells},
                            {"dof", row.dof},
                            {"h", row.h},
                            {"errors", {{"l2", by_name(row.fields, row.l2)}, {"linf", by_name(row.fields, row.linf)}}},
                            {"order", row.order ? by_name(row.fields, *row.order) : nlohmann::ordered_json(nullptr)},
                            {"steps", row.steps},
                            {"seconds", row.seconds},
                            {"converged", row.converged}});
  }
  return json;
}

}  // namespace dg::app
