/// The histories of a run: residuals, totals, forces and probes, row by row on disk, and in memory what the summary
/// needs.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/run/csv_file.hpp"
#include "apps/run/force_coefficients.hpp"
#include "apps/run/mean_watch.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/probe_file.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/residual_watch.hpp"
#include "apps/run/shedding.hpp"

namespace dg::app {

/// Columns of sequence.csv: what the lower degrees did that found the initial state.
inline const std::vector<std::string> sequence_columns{"degree", "step", "residual"};

/// Columns of force and moment in SI: newtons and newton metres, in 2-D for each metre of span.
template <int Dim>
std::vector<std::string> si_force_columns() {
  if constexpr (Dim == 2)
    return {"force_x", "force_y", "moment_z"};
  else
    return {"force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z"};
}

/// Forces on one boundary so far.
struct ForceHistory {
  std::vector<double> times, drag, lift;
  long last_step = -1;                    ///< of the last row; -1: there is none
  std::optional<ForceCoefficients> last;  ///< those of the last state that was looked at
  std::vector<double> in_si;              ///< likewise, as in si_force_columns(); none without [units]
};

template <int Dim = 2>
class Monitor {
 public:
  /// Opens the histories; a run that goes on in its folder, at `step`, keeps the rows up to there.
  Monitor(const ProblemOf<Dim>& problem, const OutputDirectory& directory, long step);

  /// Appends the state of now to all histories, in place of an earlier one of this step. Throws RunError if a row
  /// cannot be written.
  void record(long step, double last_dt);

  /// Looks at the state, with a row of it in all histories if `is_row`, or if the run has now converged.
  void watch(long step, double last_dt, bool is_row);

  /// Looks at the state without a row. `counts` says that it bears on whether the run has converged; a state from which
  /// a run goes on may not.
  void look(long step, bool counts);

  /// Gives histories that lack a row of this step that of the present state.
  void complete(long step);

  /// Appends the errors of now against the exact solution to errors.csv, unless that has been done at this step. Ends
  /// early, without a row, once a signal has come. Does nothing for a case without [exact].
  void record_errors(long step);

  /// Appends what a step of Newton's method did.
  void record_newton(long step, const NewtonStep& what);

  /// Brings all rows to the disk. Throws RunError.
  void sync();

  /// scaled_residual() of the last state that was looked at; no number before the first.
  double scaled_residual() const { return residual_; }

  /// True if the last residual is small enough for a steady case to have converged. In an unsteady case, true if the
  /// mean has settled that it waits for.
  bool converged() const;

  /// That mean, as of the last look; nothing if the case waits for none.
  const std::optional<MeanWatch>& mean() const { return mean_; }
  /// Looks at it now.
  void look_at_mean() { watch_mean(true); }

  /// Counts residuals from before the first record() in, where the fall of the residual is judged.
  void observe_earlier(double residual) { residuals_.observe(0, residual); }

  const std::map<std::string, ForceHistory>& forces() const { return forces_; }

 private:
  ObservationOf<Dim> observe();
  void append(long step, double last_dt, const ObservationOf<Dim>& now);
  void append_force(long step, const std::string& boundary);
  void append_probes(long step, const std::vector<std::array<double, Dim + 2>>& states);
  void take_back_last();
  void restore_forces();
  void watch_mean(bool always);
  void restore_residuals(const OutputDirectory& directory);

  const ProblemOf<Dim>& problem_;
  CsvFile history_;
  std::optional<CsvFile> force_file_;
  std::map<std::string, ForceHistory> forces_;
  std::vector<std::string> force_boundaries_;  ///< of which forces_ holds the forces
  std::optional<ProbeFile<Dim>> probe_file_;
  std::optional<CsvFile> error_file_, newton_file_;
  long last_history_ = -1, last_probes_ = -1, last_errors_ = -1;  ///< steps of the last rows
  double residual_ = std::numeric_limits<double>::quiet_NaN();
  ResidualWatch residuals_;
  std::optional<MeanWatch> mean_;
};

}  // namespace dg::app
