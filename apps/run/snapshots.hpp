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

/// Where a run starts.
struct StartingPoint {
  long step = 0;
  std::string run;  ///< name of the run that wrote the checkpoint; empty: not known, or there is none
  int degree = 0;   ///< of the checkpoint
};

/// The name that fields.vtkhdf gets when a run continues with a higher degree, of which it cannot hold the fields. It
/// is empty if that is not so.
std::string earlier_series(const Case& c, const StartingPoint& from);

template <int Dim = 2>
class Snapshots {
 public:
  /// A run that goes on in its folder continues with its series of fields, too. Throws InputError if that is damaged.
  Snapshots(const ProblemOf<Dim>& problem, const OutputDirectory& directory, const StartingPoint& from);

  /// Writes the fields of now and adds them to the series, unless that has been done at this step.
  void write_fields(long step);

  /// Another state counts as that of the last step: its fields are written again.
  void replace_state() { last_fields_ = -1; }

  /// Writes the fields of a state that is no gas any more, outside the series, if that is possible. Says where they
  /// are, and from where the run can go on.
  std::string keep_failed_state(long step);

  /// `averages` are null if the case has none.
  void write_checkpoint(long step, const Averages<Dim>* averages);

  /// Path of the last checkpoint that this run wrote or started from; empty if there is none.
  const std::string& last_checkpoint() const { return last_checkpoint_; }
  void set_last_checkpoint(const std::string& path) { last_checkpoint_ = path; }

 private:
  void resume_series(const StartingPoint& from);

  const ProblemOf<Dim>& problem_;
  const OutputDirectory& directory_;
  PvdSeries series_;
  VtkHdfSeries hdf_series_;
  std::string mesh_fingerprint_, last_checkpoint_;
  long last_fields_ = -1;
};

/// Puts the state of a checkpoint into the solver of a problem. Prints a warning for each thing that the case says
/// otherwise than that of the checkpoint. Throws InputError if it does not fit.
template <int Dim>
StartingPoint restore(ProblemOf<Dim>& problem, const std::string& path);

}  // namespace dg::app
