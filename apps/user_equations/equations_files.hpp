/// What a run of equations of a user's own leaves on disk: fields, checkpoints, and its summary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/run/output_directory.hpp"
#include "apps/user_equations/equations_loop.hpp"
#include "libdg/output/pvd_series.hpp"
#include "libdg/output/vtkhdf_series.hpp"

namespace dg::app {

/// Fields of the variables at the nodes of cells, as `[output] format` has them. All ranks call its functions together;
/// `directory` is there on rank 0.
template <int Dim>
class EquationsFields {
 public:
  EquationsFields(const EquationsProblem<Dim>& problem, const OutputDirectory* directory, bool continues);

  /// Nothing if these have been written last, or the case wants none.
  void write(long step);
  /// A file of its own.
  void write_to(const std::string& path);

 private:
  const EquationsProblem<Dim>& problem_;
  const OutputDirectory* directory_;
  std::optional<PvdSeries> series_;
  std::optional<VtkHdfSeries> hdf_series_;
  long last_ = -1;
};

/// Where a run starts from.
struct EquationsStart {
  long step = 0;
  std::string run;  ///< name of the run that wrote the checkpoint
};

/// Sets the state to that of a checkpoint. Throws InputError if it does not fit. All ranks call this together.
template <int Dim>
EquationsStart restore(EquationsProblem<Dim>& problem, const std::string& path);

/// All ranks call this together; `path` and `run` are those of rank 0.
template <int Dim>
void write_checkpoint(const EquationsProblem<Dim>& problem, long step, const std::string& run, const std::string& path);

/// How far a run got.
struct EquationsState {
  std::string status = "running";  ///< running, done, failed, interrupted
  std::string reason;              ///< of a failure
  double time = 0.0, wall_seconds = 0.0;
  std::vector<double> totals_start, totals, residual;  ///< of each variable; the residual in L2
  std::optional<SystemNorms> errors;
  long limited = 0;  ///< cells that limiters changed in the last stage
};

/// The summary as JSON text.
template <int Dim>
std::string equations_summary(const EquationsProblem<Dim>& problem, const EquationsLoop<Dim>& loop,
                              const EquationsState& state);

}  // namespace dg::app
