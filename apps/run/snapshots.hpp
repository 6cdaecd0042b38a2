/// The whole states that a run leaves on disk: field files with their index, and the checkpoint.
#pragma once

#include <string>

#include "apps/run/averages.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/pvd_series.hpp"
#include "libdg/output/vtkhdf_series.hpp"

namespace dg::app {

template <int Dim = 2>
class Snapshots {
 public:
  /// A run that goes on in its folder goes on with its series of fields, too.
  Snapshots(const ProblemOf<Dim>& problem, const OutputDirectory& directory);

  /// Writes the fields of now and adds them to the series, unless that has been done at this step.
  void write_fields(long step);

  /// Writes the fields of a state that is no gas any more, outside the series; returns the path.
  std::string write_failed_fields();

  /// `averages` are null if the case has none.
  void write_checkpoint(long step, const Averages<Dim>* averages);

  /// Path of the last checkpoint that this run wrote or started from; empty if there is none.
  const std::string& last_checkpoint() const { return last_checkpoint_; }
  void set_last_checkpoint(const std::string& path) { last_checkpoint_ = path; }

 private:
  const ProblemOf<Dim>& problem_;
  const OutputDirectory& directory_;
  PvdSeries series_;
  VtkHdfSeries hdf_series_;
  std::string mesh_fingerprint_, last_checkpoint_;
  long last_fields_ = -1;
};

/// Where a run starts.
struct StartingPoint {
  long step = 0;
  std::string run;  ///< name of the run that wrote the checkpoint; empty: not known, or there is none
};

/// Puts the state of a checkpoint into the solver of a problem, and prints a warning for each thing that the case says
/// otherwise than that of the checkpoint. Throws InputError if it does not fit.
template <int Dim>
StartingPoint restore(ProblemOf<Dim>& problem, const std::string& path);

}  // namespace dg::app
