#include "apps/lattice_boltzmann/run_lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "libdg/core/whole_number.hpp"

#include "apps/console.hpp"
#include "apps/exit_status.hpp"
#include "apps/failure_text.hpp"
#include "apps/lattice_boltzmann/compare_lattice_cases.hpp"
#include "apps/lattice_boltzmann/lattice_checkpoint.hpp"
#include "apps/lattice_boltzmann/lattice_fields.hpp"
#include "apps/lattice_boltzmann/lattice_history.hpp"
#include "apps/lattice_boltzmann/lattice_summary.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/progress_line.hpp"
#include "apps/run/record_failure.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/pvd_series.hpp"

namespace dg::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* summary_file = "summary.json";
constexpr double longest_chunk = 0.5;  // seconds between two looks at signals and the clock

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// True if a summary says that its run came to its end.
bool is_done(const std::string& summary) {
  std::ifstream stream(summary);
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  return json.is_object() && json.value("status", "") == "done";
}

std::unique_ptr<lbm::Lattice> make(const LatticeCase& c) {
  try {
    return make_lattice(c.lattice);
  } catch (const InputError& error) {
    throw InputError(c.path + ": " + error.what());
  }
}

class Run {
 public:
  Run(const LatticeCase& c, const LatticeRunSettings& settings)
      : c_(c),
        quiet_(settings.quiet),
        restarted_(!settings.restart.empty()),
        start_(Clock::now()),
        lattice_(make(c)),
        from_(restarted_ ? restore(settings.restart) : LatticeCheckpoint{}),
        last_checkpoint_(settings.restart),
        directory_(settings.output.empty() ? c.directory : settings.output, claim(settings)),
        series_((directory_.path() / "fields.pvd").string()) {
    directory_.begin();
    if (directory_.continues()) series_.resume(time());
  }

  int run() {
    announce();
    if (is_over() && directory_.continues() && is_done((directory_.path() / summary_file).string()))
      return report_over();
    run_or_record(
        state_, [this] { work(); }, [this] { save_summary(); });
    return report();
  }

 private:
  void work() {
    save_summary();
    history_.emplace(c_, *lattice_, directory_.file("history.csv"), directory_.continues(), from_.change);
    state_.totals = state_.totals_start = history_->start();
    state_.change = history_->change().last;
    state_.converged = is_steady(state_.change);
    if (!restarted_ && c_.every > 0) write_fields();
    step_until_end();
    finish();
  }

  FolderClaim claim(const LatticeRunSettings& settings) const {
    constexpr std::uintmax_t field_bytes = 4 * sizeof(float);
    return {.case_path = c_.path,
            .inputs = {},
            .more_files = {"line_x.csv", "line_y.csv", "line_z.csv", "checkpoint.lbm", "failed.vti"},
            .bytes = field_bytes * static_cast<std::uintmax_t>(lattice_->all().count()),
            .checkpoint = settings.restart,
            .checkpoint_run = from_.run};
  }

  LatticeCheckpoint restore(const std::string& path) {
    LatticeCheckpoint checkpoint = read_lattice_checkpoint(*lattice_, path);
    if (const std::string what = divergence_of(c_, totals_of(c_, *lattice_)); !what.empty())
      throw InputError(path + ": holds the state of a run that has diverged: " + what);
    compare_lattice_cases(c_, checkpoint.case_text, path);
    return checkpoint;
  }

  bool is_steady(double change) const { return c_.tolerance > 0.0 && change < c_.tolerance; }

  /// True if a restart has nothing left to do.
  bool is_over() const {
    const bool steady = from_.change && is_steady(from_.change->last);
    return restarted_ && (lattice_->step() >= c_.steps || steady);
  }

  double time() const { return c_.time_of(lattice_->step()); }

  void step_until_end() {
    ProgressLine progress({.steady = true}, lattice_->step(), 0.0, 0.0, quiet_);
    while (lattice_->step() < c_.steps && !state_.converged) {
      advance();
      at_events();
      progress.show(lattice_->step(), time(), progress_text());
      if (interrupt_.requested() && lattice_->step() < c_.steps && !state_.converged) {
        state_.status = "interrupted";
        state_.reason = "stopped by a signal, " + interrupt_.signal_name();
        return;
      }
    }
  }

  /// Up to the next event, but in pieces that do not take long.
  void advance() {
    const long step = lattice_->step();
    const auto until = [step](long interval) {
      return interval == 0 ? std::numeric_limits<long>::max() : interval - step % interval;
    };
    long steps = std::min({c_.steps - step, until(c_.monitor), until(c_.every), until(c_.checkpoint)});
    if (state_.steps > 0)
      steps = nearest_within(longest_chunk * static_cast<double>(state_.steps) / state_.seconds, 1L, steps);
    else
      steps = std::min(steps, 2L);
    const auto before = Clock::now();
    lattice_->advance(steps);
    state_.seconds += seconds_since(before);
    state_.steps += steps;
  }

  void at_events() {
    const long step = lattice_->step();
    const auto due = [step](long every) { return every > 0 && step % every == 0; };
    if (due(c_.monitor) || step == c_.steps) record();
    if (due(c_.every)) write_fields();
    if (due(c_.checkpoint)) write_checkpoint();
  }

  void record() {
    require_fluid();
    history_->record();
    state_.totals = history_->totals();
    state_.change = history_->change().last;
    state_.converged = is_steady(state_.change);
  }

  /// Throws RunError if the state is that of a run that has diverged.
  void require_fluid() {
    if (const std::string what = divergence_of(c_, history_->totals()); !what.empty()) fail(what);
  }

  [[noreturn]] void fail(const std::string& what) {
    const std::string path = directory_.file("failed.vti");
    std::string kept = "fields in " + path;
    try {
      write_vti(c_, *lattice_, path);
    } catch (const std::exception& error) {
      kept = std::string("its fields could not be kept: ") + failure_text(error);
    }
    throw RunError(fmt::format(
        "{}: the run diverged: {} at step {}, time {:.6g}; {}; last good checkpoint: {}; try more cells or a lower "
        "speed",
        c_.path, what, lattice_->step(), time(), kept, last_checkpoint_.empty() ? "none" : last_checkpoint_));
  }

  void write_fields() {
    if (last_fields_ == lattice_->step()) return;
    last_fields_ = lattice_->step();
    const std::string name = fmt::format("fields_{:08}.vti", last_fields_);
    write_vti(c_, *lattice_, directory_.file(name));
    directory_.file("fields.pvd");
    series_.add(time(), name);
  }

  void write_checkpoint() {
    require_fluid();
    const std::string path = directory_.file("checkpoint.lbm");
    write_lattice_checkpoint(*lattice_, directory_.run(), c_.text, history_->change(), path);
    last_checkpoint_ = path;
  }

  void finish() {
    const bool interrupted = state_.status == "interrupted";
    if (!interrupted) {
      write_fields();
      write_centre_lines(c_, *lattice_, [&](const std::string& name) { return directory_.file(name); });
      state_.status = "done";
    }
    if (interrupted || c_.checkpoint > 0) write_checkpoint();
    state_.copy_bandwidth = measure_copy(lattice_->info());
    save_summary();
  }

  void save_summary() {
    state_.wall_seconds = seconds_since(start_);
    write_json(directory_.file(summary_file), make_lattice_summary(c_, *lattice_, state_));
  }

  std::string progress_text() const {
    const double per_step = state_.seconds / static_cast<double>(state_.steps);
    const double mlups = 1e-6 * static_cast<double>(lattice_->all().count()) / per_step;
    const double left = per_step * static_cast<double>(c_.steps - lattice_->step());
    return fmt::format("t {:.5g}  {:.4g} MLUPS  change {:.2e}  {} left, running for", time(), mlups, state_.change,
                       clock_text(left));
  }

  void announce() const {
    if (quiet_) return;
    const lbm::LatticeInfo& info = lattice_->info();
    const auto& n = c_.lattice.cells;
    print_out("{}: {} x {} x {} cells, tau {:.6g}, {:.2f} GB; {} on {} ({} threads)\n", c_.path, n[0], n[1], n[2],
              c_.lattice.tau, 1e-9 * static_cast<double>(info.bytes), info.backend, info.device, info.threads);
  }

  /// The numbers of the run stay as they are.
  int report_over() const {
    const bool unconverged = c_.tolerance > 0.0 && !is_steady(from_.change ? from_.change->last : NAN);
    print_warning("{}: {} is at step {} of {}{}: nothing was left to do, and the results in {} stay", c_.path,
                  last_checkpoint_, lattice_->step(), c_.steps,
                  unconverged || c_.tolerance == 0.0 ? "" : ", and steady", directory_.path().string());
    return unconverged ? not_converged : 0;
  }

  int report() const {
    if (state_.status == "interrupted") {
      print_error("{}: stopped by a signal at step {}, time {:.6g}; continue with --restart {}", c_.path,
                  lattice_->step(), time(), last_checkpoint_);
      return 1;
    }
    const bool unconverged = c_.tolerance > 0.0 && !state_.converged;
    if (unconverged)
      print_warning("{}: the flow still changes by {:.3e}, above the tolerance {:.3e}, after {} steps", c_.path,
                    state_.change, c_.tolerance, lattice_->step());
    if (!quiet_) {
      print_out("done: {} steps to time {:.6g} in {}; results in {}\n", lattice_->step(), time(),
                clock_text(state_.wall_seconds), directory_.path().string());
    }
    return unconverged ? not_converged : 0;
  }

  const LatticeCase& c_;
  bool quiet_, restarted_;
  Clock::time_point start_;
  std::unique_ptr<lbm::Lattice> lattice_;
  LatticeCheckpoint from_;
  std::string last_checkpoint_;
  OutputDirectory directory_;
  PvdSeries series_;
  InterruptGuard interrupt_;
  std::optional<LatticeHistory> history_;
  long last_fields_ = -1;
  LatticeRunState state_;
};

}  // namespace

int run_lattice_case(const LatticeCase& c, const LatticeRunSettings& settings) { return Run(c, settings).run(); }

}  // namespace dg::app
