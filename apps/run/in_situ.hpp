/// The Catalyst script of a case, called while the run goes on.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "apps/run/problem.hpp"
#include "libdg/output/catalyst_adaptor.hpp"

namespace dg::app {

/// On several ranks each has one, and all call the same functions together: rank 0 lets the others do so, with its step
/// and folder. Where the script fails on one rank, the others throw OtherRankFailed. Does nothing for a case without
/// [catalyst].
template <int Dim = 2>
class InSitu {
 public:
  explicit InSitu(const ProblemOf<Dim>& problem) : problem_(problem) {}

  /// Loads the script with the present state; returns itself. Throws InputError.
  InSitu& load();

  /// Calls the script, unless that has been done at this step. What it writes goes to `folder`. Throws RunError.
  void show(long step, const std::string& folder);

  /// Lets the script end its work, after which it is called no more. Throws RunError.
  void finish(const std::string& folder);

  long calls() const { return calls_; }

  /// Wall time spent in the calls.
  double seconds() const { return seconds_; }

 private:
  void print_warnings();

  const ProblemOf<Dim>& problem_;
  std::unique_ptr<CatalystAdaptor<Dim>> adaptor_;
  std::set<std::string> printed_;
  long last_step_ = -1, calls_ = 0;
  double seconds_ = 0.0;
};

}  // namespace dg::app
