#include "apps/run/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "apps/console.hpp"
#include "apps/exit_status.hpp"
#include "apps/ranks.hpp"
#include "apps/run/averages.hpp"
#include "apps/run/best_state.hpp"
#include "apps/run/degree_sequence.hpp"
#include "apps/run/in_situ.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/monitor.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/progress_line.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/run_report.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/run/summary.hpp"
#include "apps/run/surface_files.hpp"
#include "apps/run/time_loop.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

using Clock = std::chrono::steady_clock;

template <int Dim>
class Run {
 public:
  /// `averages` are null if the case has none.
  Run(ProblemOf<Dim>& problem, Averages<Dim>* averages, const RunSettings& settings)
      : problem_(problem),
        solver_(*problem.solver),
        averages_(averages),
        quiet_(settings.quiet),
        restarted_(!settings.restart.empty()),
        start_(Clock::now()),
        from_(restarted_ ? restore(problem, settings.restart) : StartingPoint{}),
        loop_(problem, from_.step),
        in_situ_(problem),
        directory_(settings.output.empty() ? problem.c.output.directory : settings.output, claim(settings)) {
    const auto totals = solver_.totals();
    state_.mass_start = totals.front();
    state_.energy_start = totals.back();
    if (restarted_ && averages_ && !averages_->restore(settings.restart))
      print_warning("{}: averages begin anew: those of the checkpoint are of other points", problem_.c.path);
    // Everything that can be wrong with the input is known by now; only from here on are files touched.
    directory_.begin();
    snapshots_.emplace(problem_, directory_);
    if (restarted_) snapshots_->set_last_checkpoint(settings.restart);
  }

  int run() {
    announce();
    try {
      save_summary();
      monitor_.emplace(problem_, directory_, loop_.step(), solver_.time());
      if (!restarted_ && !problem_.c.time.sequence.empty()) find_initial_state();
      step_until_end();
      finish();
    } catch (const std::exception& error) {
      state_.status = "failed";
      state_.reason = error.what();
      save_summary_after_failure();
      throw RunError(error.what());
    }
    report();
    if (state_.status != "done") return 1;
    return is_unconverged(problem_.c, state_) ? not_converged : 0;
  }

 private:
  FolderClaim claim(const RunSettings& settings) const {
    FolderClaim claim{.case_path = problem_.c.path,
                      .more_files = {},
                      .bytes = 4 * sizeof(double) * static_cast<std::uintmax_t>(solver_.info().dof),
                      .checkpoint = settings.restart,
                      .checkpoint_run = from_.run};
    for (const std::string& name : problem_.c.output.surface) {
      for (const char* suffix : {"", "_mean"}) claim.more_files.push_back(surface_file_name(name, suffix));
      if (Dim == 3) claim.more_files.push_back(surface_file_name(name, "", ".vtu"));
    }
    return claim;
  }

  /// Marches with the lower degrees of the case; a signal ends that early, and the run then with a checkpoint.
  void find_initial_state() {
    CsvFile file(directory_.file("sequence.csv"), sequence_columns);
    ProgressLine line({.steady = true}, -1, 0.0, 0.0, quiet_);
    state_.sequence = climb_degrees(problem_, [&](int degree, long step, double residual) {
      file.row({static_cast<double>(degree), static_cast<double>(step), residual});
      line.show(step, 0.0, fmt::format("degree {}  residual {:.2e}", degree, residual));
      return !interrupt_.requested();
    });
    for (const SequenceStage& stage : state_.sequence) monitor_->observe_earlier(stage.first_residual);
  }

  void step_until_end() {
    const TimeSection& time = problem_.c.time;
    ProgressLine line({time.steps, time.end, problem_.c.solver.local_time_step || problem_.c.solver.newton},
                      loop_.step(), solver_.time(),
                      static_cast<double>(solver_.info().dof) * stage_count(problem_.c.solver.scheme), quiet_);
    if (!restarted_) {
      monitor_->record(0, 0.0);
      monitor_->record_errors(0);
      if (averages_) averages_->sample(0);
      state_.converged = monitor_->converged();
      if (problem_.c.output.every > 0) snapshots_->write_fields(0);
      if (problem_.c.catalyst.every > 0) in_situ_.show(0, directory_);
    }
    while (!loop_.at_end() && !state_.converged) {
      loop_.advance(steps_until_event());
      if (const auto failure = loop_.failure()) {
        throw RunError(failure->what + "; " + keep_failed_state() + "; " + failure->advice);
      }
      at_events();
      line.show(loop_.step(), solver_.time(),
                fmt::format("residual {:.2e}{}", monitor_->scaled_residual(), newton_text()));
      if (gives_up()) return;
      if (interrupt_.requested() && !loop_.at_end() && !state_.converged) {
        state_.status = "interrupted";
        state_.reason = "stopped by a signal, " + interrupt_.signal_name();
        return;
      }
    }
  }

  long steps_until_event() const {
    const long step = loop_.step();
    const long never = problem_.c.time.steps - step;
    return std::min({steps_until_next(step, problem_.c.output.monitor, never),
                     steps_until_next(step, problem_.c.output.every, never),
                     steps_until_next(step, problem_.c.output.errors, never),
                     steps_until_next(step, problem_.c.output.surface_every, never),
                     steps_until_next(step, averages_ ? problem_.c.average.every : 0, never),
                     steps_until_next(step, problem_.c.catalyst.every, never),
                     steps_until_next(step, problem_.c.checkpoint_every, never)});
  }

  void at_events() {
    const long step = loop_.step();
    const auto due = [step](long every) { return every > 0 && step % every == 0; };
    if (problem_.c.solver.newton) monitor_->record_newton(step, loop_.last_newton_step());
    if (due(problem_.c.output.monitor) || loop_.at_end()) {
      monitor_->record(step, loop_.last_dt());
      state_.converged = monitor_->converged();
      if (problem_.c.solver.newton) best_.observe(solver_, monitor_->scaled_residual());
    }
    if (averages_) averages_->sample(step);
    if (due(problem_.c.output.errors)) monitor_->record_errors(step);
    if (due(problem_.c.output.every)) snapshots_->write_fields(step);
    if (due(problem_.c.output.surface_every)) write_surface_files(problem_, directory_, step_suffix(step));
    if (due(problem_.c.checkpoint_every)) write_checkpoint();
    if (due(problem_.c.catalyst.every)) in_situ_.show(step, directory_);
  }

  std::string newton_text() const {
    const ImplicitWork& work = loop_.implicit_work();
    if (is_implicit(problem_.c.solver.scheme))
      return fmt::format("  dt {:.2e}  {} Krylov steps", loop_.last_dt(), work.krylov_steps);
    if (!problem_.c.solver.newton) return "";
    return fmt::format(" of {:.0e}  pseudo-time step {:.1e}  {} Krylov steps", problem_.c.time.tolerance,
                       loop_.last_newton_step().cfl, work.krylov_steps);
  }

  /// True where no further step of Newton's method helps; the state is the best of all then.
  bool gives_up() {
    const auto stall = loop_.stall();
    if (!stall || state_.converged) return false;
    state_.stall = *stall;
    if (best_.restore(solver_, monitor_->scaled_residual())) monitor_->record(loop_.step(), 0.0);
    return true;
  }

  /// Writes the bad state to disk if that is possible; says where it is, and from where the run can go on.
  std::string keep_failed_state() {
    std::string text;
    try {
      text = "fields in " + snapshots_->write_failed_fields();
    } catch (const std::exception& error) {
      text = std::string("its fields could not be kept: ") + error.what();
    }
    const std::string& checkpoint = snapshots_->last_checkpoint();
    return text + "; last good checkpoint: " + (checkpoint.empty() ? "none" : checkpoint);
  }

  /// Leaves the last state on disk.
  void finish() {
    const bool interrupted = state_.status == "interrupted";
    // First what the run could not go on without.
    if (interrupted || problem_.c.checkpoint_every > 0) write_checkpoint();
    write_surface_files(problem_, directory_);
    if (averages_) averages_->write(directory_);
    if (!interrupted) {
      monitor_->record_errors(loop_.step());
      snapshots_->write_fields(loop_.step());
      in_situ_.show(loop_.step(), directory_);
    }
    in_situ_.finish(directory_);
    if (!interrupted) state_.status = "done";
    save_summary();
  }

  /// A restart needs the rows of the histories up to the checkpoint.
  void write_checkpoint() {
    monitor_->sync();
    snapshots_->write_checkpoint(loop_.step(), averages_);
  }

  std::string summary_text() {
    state_.wall_seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    auto json = make_summary<Dim>(problem_, state_, loop_, monitor_ ? &*monitor_ : nullptr);
    if (in_situ_.calls() > 0) json["catalyst"] = {{"calls", in_situ_.calls()}, {"seconds", in_situ_.seconds()}};
    return json_text(json);
  }

  void save_summary() { write_file(directory_.file("summary.json"), summary_text()); }

  /// The failure itself matters more than that its summary could not be written. A full disk has no room for a second
  /// file, but the first one should not go on saying that the run is going on.
  void save_summary_after_failure() noexcept {
    try {
      save_summary();
    } catch (const std::exception&) {
      try {
        rewrite_in_place(directory_.file("summary.json"), summary_text());
      } catch (const std::exception&) {
      }
    }
  }

  void announce() const {
    if (!quiet_) print_out("{}", beginning_of_run(problem_));
    warn_of_slow_assembly(problem_);
  }

  void report() const {
    report_end<Dim>({problem_, state_, loop_.step(), monitor_->scaled_residual(), snapshots_->last_checkpoint(),
                     directory_.path().string(), quiet_});
  }

  ProblemOf<Dim>& problem_;
  SolverOf<Dim>& solver_;
  Averages<Dim>* averages_;
  bool quiet_, restarted_;
  Clock::time_point start_;
  InterruptGuard interrupt_;
  StartingPoint from_;
  TimeLoop<Dim> loop_;
  InSitu<Dim> in_situ_;
  OutputDirectory directory_;
  RunState state_;
  std::optional<Snapshots<Dim>> snapshots_;
  std::optional<Monitor<Dim>> monitor_;
  BestState best_;  ///< with Newton's method
};

}  // namespace

template <int Dim>
int run_case(ProblemOf<Dim>& problem, const RunSettings& settings) {
  std::optional<Averages<Dim>> averages;
  if (problem.c.average.wanted) averages.emplace(problem);
  Averages<Dim>* const kept = averages ? &*averages : nullptr;
  if (problem.ranked == nullptr) return Run<Dim>(problem, kept, settings).run();
  if (all_ranks().rank() == 0) {
    problem.ranked->lead();
    return Run<Dim>(problem, kept, settings).run();
  }
  const InterruptGuard signals_are_for_rank_0;
  problem.ranked->follow(problem.fields.exact, [&](const RankCall& call) { do_rank_work(problem, kept, call); });
  return 0;
}

template int run_case<2>(ProblemOf<2>&, const RunSettings&);
template int run_case<3>(ProblemOf<3>&, const RunSettings&);

}  // namespace dg::app
