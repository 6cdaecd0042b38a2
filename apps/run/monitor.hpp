/// The histories of a run: residuals, totals, forces and probes, row by row on disk, and in memory what the summary
/// needs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/run/csv_file.hpp"
#include "apps/run/force_coefficients.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/shedding.hpp"

namespace dg::app {

/// Forces on one boundary so far.
struct ForceHistory {
  std::vector<double> times, drag, lift;
  ForceCoefficients last;
};

class Monitor {
 public:
  /// Opens the histories; after a restart at `step` and `time` the rows up to there are kept.
  Monitor(const Problem& problem, const OutputDirectory& directory, bool restarted, long step, double time);

  /// Appends the state of now to all histories. Throws RunError if a row cannot be written.
  void record(long step, double last_dt);

  /// scaled_residual() of the last record().
  double scaled_residual() const { return scaled_residual_; }

  const std::map<std::string, ForceHistory>& forces() const { return forces_; }

 private:
  void record_forces(long step);
  void record_probes(long step);
  void restore_forces();

  const Problem& problem_;
  CsvFile history_;
  std::optional<CsvFile> force_file_;
  std::map<std::string, ForceHistory> forces_;
  std::optional<CsvFile> probe_file_;
  double scaled_residual_ = 0.0;
};

}  // namespace dg::app
