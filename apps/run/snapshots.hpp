/// The whole states that a run leaves on disk: field files with their index, and the checkpoint.
#pragma once

#include <string>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/pvd_series.hpp"

namespace dg::app {

class Snapshots {
 public:
  /// After a restart in the folder of the earlier run its series of fields goes on.
  Snapshots(const Problem& problem, const OutputDirectory& directory, bool restarted);

  /// Writes the fields of now and adds them to the series, unless that has been done at this step.
  void write_fields(long step);

  /// Writes the fields of a state that is no gas any more, outside the series; returns the path.
  std::string write_failed_fields();

  void write_checkpoint(long step);

  /// Path of the last checkpoint that this run wrote or started from; empty if there is none.
  const std::string& last_checkpoint() const { return last_checkpoint_; }
  void set_last_checkpoint(const std::string& path) { last_checkpoint_ = path; }

 private:
  const Problem& problem_;
  const OutputDirectory& directory_;
  PvdSeries series_;
  std::string mesh_fingerprint_, last_checkpoint_;
  long last_fields_ = -1;
};

/// Puts the state of a checkpoint into the solver of a problem and returns the step it was written at. Throws
/// InputError if it does not fit.
long restore(Problem& problem, const std::string& path);

}  // namespace dg::app
