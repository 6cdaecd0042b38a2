#include "apps/user_equations/equations_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "apps/console.hpp"
#include "apps/exit_status.hpp"
#include "apps/failure_text.hpp"
#include "apps/ranks.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/probe_file.hpp"
#include "apps/run/progress_line.hpp"
#include "apps/run/record_failure.hpp"
#include "apps/run/time_loop.hpp"
#include "apps/user_equations/equations_files.hpp"
#include "apps/user_equations/equations_loop.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// All ranks do the same; what one process decides is what rank 0 decides, and it alone writes tables and the summary.
template <int Dim>
class EquationsRun {
 public:
  EquationsRun(EquationsProblem<Dim>& problem, const RunSettings& settings)
      : problem_(problem),
        c_(problem.ec.c),
        solver_(*problem.solver),
        ranks_(all_ranks()),
        quiet_(settings.quiet),
        from_(settings.restart.empty() ? EquationsStart{} : restore(problem, settings.restart)),
        last_checkpoint_(settings.restart),
        loop_(problem, from_.step) {
    state_.totals_start = solver_.totals();
    if (c_.output.every_time > 0.0)
      last_multiple_ = next_multiple(solver_.time(), c_.output.every_time) - c_.output.every_time;
    if (leads()) claim_directory(settings);
    fields_.emplace(problem, directory_ ? &*directory_ : nullptr, directory_ && directory_->continues());
  }

  int run() {
    announce();
    run_or_record(
        state_, [this] { work(); }, [this] { save_summary(); });
    return report();
  }

 private:
  void work() {
    if (leads()) begin_tables();
    look();
    save_summary();
    if (loop_.step() == 0) {
      record();
      if (c_.output.every > 0 || c_.output.every_time > 0.0) fields_->write(0);
    }
    step_until_end();
    finish();
  }

  bool leads() const { return ranks_.rank() == 0; }

  /// What rank 0 says, on all ranks.
  template <class T>
  T of_rank_0(T value) const {
    ranks_.broadcast(std::as_writable_bytes(std::span(&value, 1)), 0);
    return value;
  }

  void claim_directory(const RunSettings& settings) {
    FolderClaim claim{.case_path = c_.path,
                      .inputs = {problem_.ec.header},
                      .more_files = {},
                      .bytes = sizeof(double) * static_cast<std::uintmax_t>(problem_.begins().back()),
                      .checkpoint = settings.restart,
                      .checkpoint_run = from_.run};
    if (!c_.mesh.file.empty()) claim.inputs.push_back(c_.resolve(c_.mesh.file));
    if (!c_.output.probes.empty()) claim.inputs.push_back(c_.resolve(c_.output.probes));
    directory_.emplace(settings.output.empty() ? c_.output.directory : settings.output, claim);
    directory_->begin();
  }

  void begin_tables() {
    const std::vector<std::string>& variables = problem_.ec.equations.variables;
    std::vector<std::string> history{"step", "time", "dt"}, errors{"step", "time"};
    for (const std::string& v : variables) history.push_back("total_" + v);
    for (const std::string& v : variables) history.push_back("residual_" + v);
    history.emplace_back("limited");
    for (const char* norm : {"l2_", "linf_"})
      for (const std::string& v : variables) errors.push_back(norm + v);
    const auto table = [&](const char* name, const std::vector<std::string>& columns) {
      const std::string path = directory_->file(name);
      return directory_->continues() ? CsvFile::resume(path, columns, static_cast<double>(loop_.step()))
                                     : CsvFile(path, columns);
    };
    history_.emplace(table("history.csv", history));
    if (problem_.exact) errors_.emplace(table("errors.csv", errors));
    if (!problem_.probes.probes) return;
    probes_.emplace(*directory_, variables, problem_.probes.points, loop_.step());
    last_probes_ = probes_->last_step();
  }

  bool converged() const { return loop_.newton_residual() <= c_.time.tolerance; }
  bool at_end() const {
    if (c_.solver.newton && (converged() || loop_.stall())) return true;
    return loop_.step() >= c_.time.steps || solver_.time() >= c_.time.end;
  }

  void step_until_end() {
    ProgressLine progress({c_.time.steps, c_.time.end, c_.solver.newton}, loop_.step(), solver_.time(), 0.0,
                          quiet_ || !leads());
    while (!at_end()) {
      advance();
      at_events();
      progress.show(loop_.step(), solver_.time(), fmt::format("residual {:.2e}", largest(state_.residual)));
      if (of_rank_0(interrupt_.requested()) && !at_end()) {
        state_.status = "interrupted";
        return;
      }
    }
  }

  static double largest(const std::vector<double>& values) {
    return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
  }

  /// Up to the next event, but in pieces that do not take long.
  void advance() {
    long steps = c_.time.steps - loop_.step();
    for (const long interval : {c_.output.monitor, c_.output.every, c_.output.errors, c_.checkpoint_every})
      steps = std::min(steps, steps_until_next(loop_.step(), interval, steps));
    const double end = std::min(c_.time.end, next_multiple(solver_.time(), c_.output.every_time));
    if (const auto failure = loop_.advance(steps, end)) fail(*failure);
  }

  [[noreturn]] void fail(const Failure& failure) {
    std::string kept = "its fields could not be kept";
    try {
      const std::string path = directory_ ? directory_->file("failed.vtu") : "failed.vtu";
      fields_->write_to(path);
      kept = "fields in " + path;
    } catch (const std::exception& error) {
      kept += std::string(": ") + failure_text(error);
    }
    throw RunError(fmt::format("{}; {}; last good checkpoint: {}; {}", failure.what, kept,
                               last_checkpoint_.empty() ? "none" : last_checkpoint_, failure.advice));
  }

  void at_events() {
    const auto due = [step = loop_.step()](long every) { return every > 0 && step % every == 0; };
    if (due(c_.output.monitor) || at_end()) record();
    if (due(c_.output.errors) || at_end()) record_errors();
    const double interval = c_.output.every_time;
    const bool reached = interval > 0.0 && solver_.time() >= last_multiple_ + interval;
    if (reached) last_multiple_ = next_multiple(solver_.time(), interval) - interval;
    if (due(c_.output.every) || reached) fields_->write(loop_.step());
    if (due(c_.checkpoint_every)) save_checkpoint();
  }

  void look() {
    state_.time = solver_.time();
    state_.totals = solver_.totals();
    state_.residual = solver_.residual_norms().l2;
    state_.limited = solver_.limited_cells();
  }

  void record() {
    look();
    std::vector<double> row{static_cast<double>(loop_.step()), state_.time, loop_.last_dt()};
    row.insert(row.end(), state_.totals.begin(), state_.totals.end());
    row.insert(row.end(), state_.residual.begin(), state_.residual.end());
    row.push_back(static_cast<double>(state_.limited));
    if (history_) history_->row(row);
    record_probes();
    if (loop_.step() == 0) record_errors();
  }

  void record_probes() {
    if (!problem_.probes.probes) return;
    const std::vector<double> values = problem_.probe_values();
    if (probes_ && loop_.step() != last_probes_) probes_->append(loop_.step(), solver_.time(), values);
    last_probes_ = loop_.step();
  }

  void record_errors() {
    if (!problem_.exact || loop_.step() == last_errors_) return;
    last_errors_ = loop_.step();
    state_.errors = solver_.errors(*problem_.exact);
    std::vector<double> row{static_cast<double>(loop_.step()), solver_.time()};
    row.insert(row.end(), state_.errors->l2.begin(), state_.errors->l2.end());
    row.insert(row.end(), state_.errors->linf.begin(), state_.errors->linf.end());
    if (errors_) errors_->row(row);
  }

  /// A restart needs the rows of the tables up to the checkpoint.
  void save_checkpoint() {
    if (history_) history_->sync();
    if (probes_) probes_->sync();
    const std::string path = directory_ ? directory_->file("checkpoint.h5") : "checkpoint.h5";
    write_checkpoint(problem_, loop_.step(), directory_ ? directory_->run() : "", path);
    last_checkpoint_ = path;
  }

  void finish() {
    look();
    const bool interrupted = state_.status == "interrupted";
    if (interrupted || c_.checkpoint_every > 0) save_checkpoint();
    if (!interrupted) {
      fields_->write(loop_.step());
      if (problem_.exact && !state_.errors) record_errors();
      state_.status = "done";
    }
    save_summary();
  }

  void save_summary() {
    state_.wall_seconds = seconds_since(start_);
    const std::string text = equations_summary(problem_, loop_, state_);
    if (directory_) write_file(directory_->file("summary.json"), text);
  }

  void announce() const {
    if (quiet_ || !leads()) return;
    const SolverInfo info = solver_.info();
    print_out("{}: {} on {} cells, degree {}, {} DOF, {}; {} on {} ({} threads, {} ranks), {}\n", c_.path,
              problem_.ec.name, problem_.shapes.size(), c_.solver.degree, problem_.begins().back(), info.precision,
              info.backend, info.device, info.threads, info.ranks, info.assembly);
  }

  int report() const {
    if (!leads()) return state_.status == "interrupted" ? 1 : 0;
    if (state_.status == "interrupted") {
      print_error("{}: stopped by a signal, {}, at step {}, time {:.6g}; continue with --restart {}", c_.path,
                  interrupt_.signal_name(), loop_.step(), state_.time, last_checkpoint_);
      return 1;
    }
    if (c_.solver.newton && !converged()) {
      print_error("{}: not converged: residual {:.3e} is above the tolerance {:.3e} after {} steps{}", c_.path,
                  loop_.newton_residual(), c_.time.tolerance, loop_.step(), loop_.stall() ? ": " + *loop_.stall() : "");
      return not_converged;
    }
    if (quiet_) return 0;
    if (loop_.steps_taken() == 0) print_warning("{}: nothing was left to do", c_.path);
    print_out("done: {} steps to time {:.6g} in {}; results in {}\n", loop_.step(), state_.time,
              clock_text(state_.wall_seconds), directory_->path().string());
    return 0;
  }

  EquationsProblem<Dim>& problem_;
  const Case& c_;
  SystemSolver<Dim>& solver_;
  Communicator& ranks_;
  bool quiet_;
  Clock::time_point start_ = Clock::now();
  InterruptGuard interrupt_;
  EquationsState state_;
  EquationsStart from_;
  std::string last_checkpoint_;  ///< empty: none
  EquationsLoop<Dim> loop_;
  std::optional<OutputDirectory> directory_;  ///< on rank 0
  std::optional<EquationsFields<Dim>> fields_;
  std::optional<CsvFile> history_, errors_;  ///< likewise
  std::optional<ProbeFile<Dim>> probes_;     ///< likewise
  double last_multiple_ = 0.0;
  long last_errors_ = -1, last_probes_ = -1;
};

}  // namespace

int run_equations(AnyEquationsProblem& problem, const RunSettings& settings) {
  return std::visit(
      [&]<int Dim>(std::unique_ptr<EquationsProblem<Dim>>& p) { return EquationsRun<Dim>(*p, settings).run(); },
      problem);
}

}  // namespace dg::app
