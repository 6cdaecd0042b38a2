#include "apps/run/run_case.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "apps/console.hpp"
#include "apps/exit_status.hpp"
#include "apps/failure_text.hpp"
#include "apps/ranks.hpp"
#include "apps/run/averages.hpp"
#include "apps/run/best_state.hpp"
#include "apps/run/degree_sequence.hpp"
#include "apps/run/earlier_summary.hpp"
#include "apps/run/explain_choices.hpp"
#include "apps/run/folder_claim.hpp"
#include "apps/run/in_situ.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/monitor.hpp"
#include "apps/run/next_event.hpp"
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
  Run(ProblemOf<Dim>& problem, Averages<Dim>* averages, InSitu<Dim>& in_situ, const RunSettings& settings)
      : problem_(problem),
        solver_(*problem.solver),
        averages_(averages),
        quiet_(settings.quiet),
        verbose_(settings.verbose),
        restart_(settings.restart),
        start_(Clock::now()),
        from_(restarts() ? restore(problem, settings.restart) : StartingPoint{}),
        loop_(problem, from_.step),
        in_situ_(in_situ.load()),
        directory_(settings.output.empty() ? problem.c.output.directory : settings.output,
                   folder_claim(problem, settings, from_)) {
    const auto totals = solver_.totals();
    state_.mass_start = totals.front();
    state_.energy_start = totals.back();
    if (restarts() && averages_) averages_->restore(restart_);
    if (directory_.continues()) earlier_ = EarlierSummary(directory_.path(), loop_.step(), solver_.time());
    // Everything that can be wrong with the input is known by now; only from here on are files touched.
    directory_.begin();
    snapshots_.emplace(problem_, directory_, from_);
    if (restarts()) snapshots_->set_last_checkpoint(restart_);
  }

  int run() {
    announce();
    try {
      if (!restarts()) save_summary();
      monitor_.emplace(problem_, directory_, loop_.step());
      if (restarts()) look_back();
      if (!restarts() && !problem_.c.time.sequence.empty()) find_initial_state();
      step_until_end();
      finish();
    } catch (const std::exception& error) {
      state_.status = "failed";
      state_.reason = failure_text(error);
      save_summary_after_failure();
      throw RunError(state_.reason);
    }
    report();
    if (state_.status != "done") return 1;
    return is_unconverged(problem_.c, state_) ? not_converged : 0;
  }

 private:
  /// Steps in pseudo-time with the lower degrees of the case; a signal ends that early, and the run then with a
  /// checkpoint.
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

  bool restarts() const { return !restart_.empty(); }

  /// Looks at the state that the run goes on from, and says so if nothing is left to do. Then files are written anew,
  /// and only what is missing in them comes from now.
  void look_back() {
    const long step = loop_.step();
    const bool is_row = loop_.at_end() || step % problem_.c.output.monitor == 0;
    const bool counts = is_row || problem_.c.solver.newton;
    monitor_->look(step, counts);
    state_.converged = counts && monitor_->converged();
    if (averages_) averages_->begin_now(step);
    nothing_left_ = loop_.at_end() || state_.converged;
    // A row of this step may be new to the case, or have been lost.
    if (nothing_left_ || (is_row && directory_.continues())) monitor_->complete(step);
    if (!nothing_left_) return save_summary();
    earlier_.restore_totals(state_);
    report_nothing_left(problem_, loop_, restart_, state_.converged);
    if (averages_) averages_->warn_of_later_samples();
  }

  void step_until_end() {
    const TimeSection& time = problem_.c.time;
    ProgressLine line({time.steps, time.end, problem_.c.solver.local_time_step || problem_.c.solver.newton},
                      loop_.step(), solver_.time(),
                      static_cast<double>(solver_.info().dof) * stage_count(problem_.c.solver.scheme), quiet_);
    if (!restarts()) {
      monitor_->record(0, 0.0);
      require(residual_failure());
      monitor_->record_errors(0);
      if (averages_) averages_->sample(0);
      state_.converged = monitor_->converged();
      if (problem_.c.output.every > 0 || problem_.c.output.every_time > 0) snapshots_->write_fields(0);
      if (problem_.c.catalyst.every > 0) in_situ_.show(0, directory_.path().string());
    }
    while (!loop_.at_end() && !state_.converged) {
      const double shown = next_multiple(solver_.time(), problem_.c.output.every_time);
      loop_.advance(steps_until_event(problem_.c, loop_.step(), averages_ != nullptr), shown);
      require(loop_.failure());
      at_events();
      if (solver_.time() >= shown) snapshots_->write_fields(loop_.step());
      line.show(loop_.step(), solver_.time(), progress_text(problem_, loop_, monitor_->scaled_residual()));
      if (gives_up()) return;
      if (interrupt_.requested() && !loop_.at_end() && !state_.converged) {
        state_.status = "interrupted";
        state_.reason = "stopped by a signal, " + interrupt_.signal_name();
        return;
      }
    }
  }

  void at_events() {
    const long step = loop_.step();
    const auto due = [this](long every) { return is_due(every); };
    const bool newton = problem_.c.solver.newton;
    if (newton) monitor_->record_newton(step, loop_.last_newton_step());
    if (const bool is_row = due(problem_.c.output.monitor) || loop_.at_end(); is_row || newton) {
      monitor_->watch(step, loop_.last_dt(), is_row);
      require(residual_failure());
      state_.converged = monitor_->converged();
      if (newton) best_.observe(solver_, monitor_->scaled_residual());
    }
    if (averages_) averages_->sample(step);
    if (due(problem_.c.output.errors)) monitor_->record_errors(step);
    if (due(problem_.c.output.every)) snapshots_->write_fields(step);
    if (due(problem_.c.output.surface_every)) write_surfaces_of_step();
    if (due(problem_.c.checkpoint_every)) write_checkpoint();
    if (due(problem_.c.catalyst.every)) in_situ_.show(step, directory_.path().string());
  }

  bool is_due(long every) const { return every > 0 && loop_.step() % every == 0; }

  void write_surfaces_of_step() const {
    write_surface_files(problem_, directory_, loop_.step(), step_suffix(loop_.step()));
  }

  /// True where no further step of Newton's method helps; the state is the best of all then.
  bool gives_up() {
    const auto stall = loop_.stall();
    if (!stall || state_.converged) return false;
    state_.stall = *stall;
    if (best_.restore(solver_, monitor_->scaled_residual())) {
      monitor_->record(loop_.step(), 0.0);
      snapshots_->replace_state();
      if (is_due(problem_.c.output.surface_every)) write_surfaces_of_step();
    }
    monitor_->complete(loop_.step());
    return true;
  }

  void require(const std::optional<Failure>& failure) {
    if (failure)
      throw RunError(failure->what + "; " + snapshots_->keep_failed_state(loop_.step()) + "; " + failure->advice);
  }

  std::optional<Failure> residual_failure() const {
    return problem_.c.time.steady ? loop_.failure_of(monitor_->scaled_residual()) : std::nullopt;
  }

  /// Leaves the last state on disk.
  void finish() {
    const bool interrupted = state_.status == "interrupted";
    // First what the run could not go on without.
    if (interrupted || problem_.c.checkpoint_every > 0) write_checkpoint();
    write_surface_files(problem_, directory_, loop_.step());
    if (averages_) averages_->write(directory_);
    if (!interrupted) {
      monitor_->record_errors(loop_.step());
      snapshots_->write_fields(loop_.step());
      in_situ_.show(loop_.step(), directory_.path().string());
    }
    in_situ_.finish(directory_.path().string());
    if (!interrupted) state_.status = "done";
    monitor_->look_at_mean();
    if (monitor_->mean()) state_.converged = monitor_->converged();
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
    if (averages_) averages_->add_to(json);
    if (nothing_left_) earlier_.add_to(json);
    if (in_situ_.calls() > 0) json["catalyst"] = {{"calls", in_situ_.calls()}, {"seconds", in_situ_.seconds()}};
    return json_text(json);
  }

  void save_summary() { write_file(directory_.file("summary.json"), summary_text()); }

  /// The failure itself matters more than that its summary could not be written. A full disk has no space for a second
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
    if (verbose_) print_out("{}", explained_choices(problem_));
    for (const std::string& note : problem_.notes) print_warning("{}", note);
    warn_of_slow_assembly(problem_);
  }

  void report() const {
    report_end<Dim>({problem_, state_, loop_.step(), monitor_->scaled_residual(),
                     monitor_->mean() ? monitor_->mean()->text() : "", snapshots_->last_checkpoint(),
                     directory_.path().string(), quiet_});
  }

  ProblemOf<Dim>& problem_;
  SolverOf<Dim>& solver_;
  Averages<Dim>* averages_;
  bool quiet_, verbose_;
  std::string restart_;  ///< path of the checkpoint that the run goes on from; empty: it begins
  Clock::time_point start_;
  InterruptGuard interrupt_;
  StartingPoint from_;
  TimeLoop<Dim> loop_;
  InSitu<Dim>& in_situ_;
  OutputDirectory directory_;
  EarlierSummary earlier_;
  bool nothing_left_ = false;
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
  InSitu<Dim> in_situ(problem);
  if (problem.ranked == nullptr) return Run<Dim>(problem, kept, in_situ, settings).run();
  if (all_ranks().rank() == 0) {
    problem.ranked->lead();
    return Run<Dim>(problem, kept, in_situ, settings).run();
  }
  const InterruptGuard signals_are_for_rank_0;
  problem.ranked->follow(problem.fields.exact,
                         [&](const RankCall& call) { do_rank_work(problem, kept, &in_situ, call); });
  return 0;
}

template int run_case<2>(ProblemOf<2>&, const RunSettings&);
template int run_case<3>(ProblemOf<3>&, const RunSettings&);

}  // namespace dg::app
