/// What several ranks are worth, and what each step of their exchange takes; see ranks_speed --help.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <variant>

#include "apps/command_line.hpp"
#include "apps/ranks.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "benchmarks/ranks/timeline_file.hpp"
#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;

constexpr double no_end = 1e300;
constexpr long steps_of_timeline = 50;  ///< of which a device repeats the last few by itself

/// Whether the exchange of a run is hidden.
const app::Choices<bool> overlap_choices{{"on", true}, {"off", false}};

/// A solver for the mesh of a problem with other options, on all ranks.
template <int Dim>
std::unique_ptr<SolverOf<Dim>> solver_with(const app::ProblemOf<Dim>& problem, const SolverOptions& options) {
  Communicator& ranks = app::all_ranks();
  std::unique_ptr<SolverOf<Dim>> solver;
  if (ranks.size() == 1)
    solver = make_solver(problem.mesh, options);
  else
    solver = app::solver_of_all_ranks(problem, options);
  app::initialise(*solver, problem.c, problem.fields, problem.mesh);
  return solver;
}

/// Seconds a step: all ranks start together, and the last to end counts.
template <int Dim>
double time_of_step(SolverOf<Dim>& solver, long steps) {
  Communicator& ranks = app::all_ranks();
  double seconds[]{0};
  ranks.reduce(seconds, Reduction::largest);
  const auto start = std::chrono::steady_clock::now();
  const Progress progress = solver.advance(steps, no_end);
  seconds[0] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ranks.reduce(seconds, Reduction::largest);
  if (progress.bad_cell >= 0) throw RunError("the flow has broken down; take a smaller 'cfl' in [time]");
  return seconds[0] / static_cast<double>(steps);
}

struct Row {
  SolverInfo info;
  bool overlaps;
  std::vector<double> seconds;  ///< a step, of each sample, in rising order
};

void print(const Row& row, const app::Case& c) {
  if (app::all_ranks().rank() != 0) return;
  const double middle = row.seconds[row.seconds.size() / 2];
  const auto stages = static_cast<double>(runge_kutta(c.solver.scheme).stages.size());
  fmt::print("{},{},{},{},{},{},{},{},{:.1f},{:.1f},{:.2f}\n", row.info.ranks, row.info.exchange, row.info.backend,
             row.info.assembly, c.solver.degree, row.info.cells, row.overlaps ? "on" : "off",
             c.mesh.rank_order == app::RankOrder::mesh ? "mesh" : "interface", 1e6 * middle, 1e6 * row.seconds.front(),
             1e-9 * static_cast<double>(row.info.dof) * stages / middle);
  std::fflush(stdout);
}

po::options_description options() {
  po::options_description options("Options (lists are separated by commas)");
  app::add_case_options(options);
  options.add_options()("overlap", po::value<std::string>()->default_value("on,off"),
                        "whether messages travel beside work: on, off, or both");
  options.add_options()("steps", po::value<long>()->default_value(100), "steps of each sample");
  options.add_options()("samples", po::value<int>()->default_value(5), "how many, after a first that does not count");
  options.add_options()("timeline", po::value<std::string>()->default_value(""),
                        "also write when the passes of some steps began and ended on each device, for "
                        "chrome://tracing, to FILE-on.json and FILE-off.json");
  return options;
}

/// How a problem is timed.
struct Timing {
  std::vector<bool> overlaps;
  long steps;
  int samples;
  std::string timeline;  ///< how the names of its files begin; empty: none
};

template <int Dim>
Row time_steps(const app::ProblemOf<Dim>& problem, const SolverOptions& options, const Timing& timing) {
  Row row{.info = {}, .overlaps = options.overlaps_exchange, .seconds = {}};
  const auto solver = solver_with(problem, options);
  time_of_step(*solver, timing.steps);
  for (int i = 0; i < timing.samples; ++i) row.seconds.push_back(time_of_step(*solver, timing.steps));
  row.info = solver->info();
  std::sort(row.seconds.begin(), row.seconds.end());
  return row;
}

template <int Dim>
void time_problem(app::ProblemOf<Dim>& problem, const Timing& timing) {
  problem.solver.reset();
  for (const bool overlaps : timing.overlaps) {
    SolverOptions o = problem.c.solver;
    o.overlaps_exchange = overlaps;
    print(time_steps(problem, o, timing), problem.c);
    if (timing.timeline.empty()) continue;
    const auto timeline = make_cuda_timeline();
    const auto solver = solver_with(problem, o);
    solver->advance(steps_of_timeline, no_end);
    benchmark::write_timeline(timeline->entries(), app::all_ranks(),
                              fmt::format("{}-{}.json", timing.timeline, app::word_of(overlap_choices, overlaps)));
  }
}

int run(const app::Arguments& arguments) {
  const auto ranks = make_communicator();
  app::set_ranks(*ranks);
  const auto values = app::parse_command_line({"ranks_speed", "CASE.ini [options]",
                                               "Time of a step on the ranks that mpirun starts, the exchange hidden or "
                                               "not; RKDG_NCCL=off sends it through the hosts."},
                                              options(), {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  const Timing timing{app::choice_list(*values, "overlap", overlap_choices), (*values)["steps"].as<long>(),
                      (*values)["samples"].as<int>(), (*values)["timeline"].as<std::string>()};
  if (timing.steps < 1 || timing.samples < 1) throw InputError("--steps and --samples: 1 or more");
  const app::AnyProblem problem = app::make_any_problem(app::read_case(*values), app::read_machine(*values));
  if (ranks->rank() == 0)
    fmt::print("ranks,exchange,backend,assembly,degree,cells,overlap,rank_order,us_per_step,least_us,gdof_per_s\n");
  std::visit([&](const auto& of_dim) { time_problem(*of_dim, timing); }, problem);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
