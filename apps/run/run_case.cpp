#include "apps/run/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>

#include "apps/run/interrupt.hpp"
#include "apps/run/monitor.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/progress_line.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/run/summary.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double chunk_seconds = 0.5;  ///< longest time without a look at the state and at the signals

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

/// Steps from `step` to the next multiple of `interval`; 0 means never.
long until_next(long step, long interval, long never) { return interval == 0 ? never : interval - step % interval; }

class Run {
 public:
  Run(Problem& problem, const RunSettings& settings)
      : problem_(problem),
        solver_(*problem.solver),
        quiet_(settings.quiet),
        start_(Clock::now()),
        restarted_(!settings.restart.empty()) {
    if (restarted_) state_.first_step = state_.step = restore(problem, settings.restart);
    state_.totals_start = solver_.totals();
    // Everything that can be wrong with the input is known by now; only from here on are files touched.
    directory_.emplace(settings.output.empty() ? problem.c.output.directory : settings.output, bytes_of_first_files());
    if (!restarted_) directory_->remove_earlier_fields();
    snapshots_.emplace(problem_, *directory_, restarted_);
    if (restarted_) snapshots_->set_last_checkpoint(settings.restart);
  }

  int run() {
    announce();
    try {
      save_summary();
      monitor_.emplace(problem_, *directory_, restarted_, state_.step, solver_.time());
      loop();
      finish();
    } catch (const std::exception& error) {
      state_.status = "failed";
      state_.reason = error.what();
      save_summary_after_failure();
      throw RunError(error.what());
    }
    report();
    return state_.status == "done" ? 0 : 1;
  }

 private:
  std::uintmax_t bytes_of_first_files() const { return 4 * sizeof(double) * problem_.solver->info().dof; }

  bool finished() const {
    return state_.converged || state_.step >= problem_.c.time.steps || solver_.time() >= problem_.c.time.end;
  }

  void loop() {
    const InterruptGuard interrupt;
    ProgressLine line({problem_.c.time.steps, problem_.c.time.end}, state_.step, solver_.time(),
                      static_cast<double>(solver_.info().dof) * stage_count(problem_.c.solver.scheme), quiet_);
    if (!restarted_) {
      monitor_->record(0, 0.0);
      if (problem_.c.output.every > 0) snapshots_->write_fields(0);
    }
    while (!finished()) {
      advance_chunk();
      refuse_bad_state();
      at_events();
      line.show(state_.step, solver_.time(), detail());
      if (interrupt.requested() && !finished()) {
        state_.status = "interrupted";
        state_.reason = "stopped by a signal";
        break;
      }
    }
  }

  /// Leaves the last state on disk.
  void finish() {
    const bool interrupted = state_.status == "interrupted";
    if (!interrupted) snapshots_->write_fields(state_.step);
    if (interrupted || problem_.c.checkpoint_every > 0) snapshots_->write_checkpoint(state_.step);
    if (!interrupted) state_.status = "done";
    save_summary();
  }

  long chunk_length() const {
    long steps = problem_.c.time.steps - state_.step;
    steps = std::min(steps, until_next(state_.step, problem_.c.output.monitor, steps));
    steps = std::min(steps, until_next(state_.step, problem_.c.output.every, steps));
    steps = std::min(steps, until_next(state_.step, problem_.c.checkpoint_every, steps));
    const double affordable = seconds_per_step_ > 0.0 ? chunk_seconds / seconds_per_step_ : 1.0;
    return std::max(1L, std::min(steps, static_cast<long>(std::min(affordable, 1e9))));
  }

  void advance_chunk() {
    const Clock::time_point before = Clock::now();
    const dg::Progress progress = solver_.advance(chunk_length(), problem_.c.time.end);
    const double seconds = seconds_since(before);
    state_.step += progress.steps;
    state_.step_seconds += seconds;
    last_dt_ = progress.last_dt;
    if (progress.steps > 0) seconds_per_step_ = seconds / static_cast<double>(progress.steps);
    stalled_ = progress.steps == 0;
  }

  void refuse_bad_state() {
    const BadCell bad = solver_.find_bad_cell();
    if (bad.cell >= 0) {
      throw RunError(fmt::format(
          "{}: the run diverged: cell {} at x = {:.6g}, y = {:.6g} has no physical state at step {}, time {:.6g} (mean "
          "rho = {:.4g}, rho E = {:.4g}); fields in {}, last good checkpoint: {}; try a smaller cfl",
          problem_.c.path, bad.cell, bad.centroid[0], bad.centroid[1], state_.step, solver_.time(), bad.mean[0],
          bad.mean[3], snapshots_->write_failed_fields(),
          snapshots_->last_checkpoint().empty() ? "none" : snapshots_->last_checkpoint()));
    }
    if (stalled_) {
      throw RunError(fmt::format("{}: no time step was possible at step {}, time {:.6g}", problem_.c.path, state_.step,
                                 solver_.time()));
    }
  }

  void at_events() {
    if (state_.step % problem_.c.output.monitor == 0 || finished()) {
      monitor_->record(state_.step, last_dt_);
      if (problem_.c.time.steady && monitor_->scaled_residual() <= problem_.c.time.tolerance) state_.converged = true;
    }
    const auto due = [&](long every) { return every > 0 && state_.step % every == 0; };
    if (due(problem_.c.output.every)) snapshots_->write_fields(state_.step);
    if (due(problem_.c.checkpoint_every)) snapshots_->write_checkpoint(state_.step);
  }

  std::string detail() const { return fmt::format("residual {:.2e}", monitor_->scaled_residual()); }

  void announce() const {
    if (quiet_) return;
    const SolverInfo& info = solver_.info();
    fmt::print(
        "{}: {} cells, {} faces, degree {}, {} DOF; {} on {} ({} precision, {} assembly, {} layout, {} threads)\n",
        problem_.c.path, info.cells, info.faces, problem_.c.solver.degree, info.dof, info.backend, info.device,
        info.precision, info.assembly, info.layout, info.threads);
    std::fflush(stdout);
  }

  void save_summary() {
    state_.wall_seconds = seconds_since(start_);
    const auto json = make_summary(problem_, state_, monitor_ ? &*monitor_ : nullptr);
    write_file(directory_->file("summary.json"), json.dump(2) + "\n");
  }

  /// The failure itself matters more than that its summary could not be written.
  void save_summary_after_failure() noexcept {
    try {
      save_summary();
    } catch (const std::exception&) {
    }
  }

  void report() const {
    if (problem_.c.time.steady && !state_.converged && state_.status == "done") {
      fmt::print(stderr, "warning: residual {:.3e} is above the tolerance {:.3e} after {} steps\n",
                 monitor_->scaled_residual(), problem_.c.time.tolerance, state_.step);
    }
    if (quiet_) return;
    fmt::print("{}: {} steps to time {:.6g} in {}; results in {}\n", state_.status, state_.step, solver_.time(),
               clock_text(state_.wall_seconds), directory_->path().string());
  }

  Problem& problem_;
  Solver& solver_;
  bool quiet_;
  Clock::time_point start_;
  bool restarted_;
  RunState state_;
  std::optional<OutputDirectory> directory_;
  std::optional<Snapshots> snapshots_;
  std::optional<Monitor> monitor_;
  double last_dt_ = 0.0, seconds_per_step_ = 0.0;
  bool stalled_ = false;
};

}  // namespace

int run_case(Problem& problem, const RunSettings& settings) { return Run(problem, settings).run(); }

}  // namespace dg::app
