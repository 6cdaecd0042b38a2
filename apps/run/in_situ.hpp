/// The Catalyst script of a case, called while the run goes on.
#pragma once

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/catalyst_adaptor.hpp"

namespace dg::app {

template <int Dim = 2>
class InSitu {
 public:
  /// Loads the script with the present state; does nothing for a case without [catalyst]. Throws InputError.
  explicit InSitu(const ProblemOf<Dim>& problem);

  /// Calls the script, unless that has been done at this step. Throws RunError.
  void show(long step, const OutputDirectory& directory);

  /// Lets the script end its work. Throws RunError.
  void finish(const OutputDirectory& directory);

  long calls() const { return calls_; }

  /// Wall time spent in the calls.
  double seconds() const { return seconds_; }

 private:
  void print_warnings();

  const ProblemOf<Dim>& problem_;
  std::unique_ptr<CatalystAdaptor<Dim>> adaptor_;
  long last_step_ = -1, calls_ = 0;
  double seconds_ = 0.0;
};

}  // namespace dg::app
