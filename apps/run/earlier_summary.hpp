/// summary.json of the run that took the steps to a state, for one that goes on from there and takes none.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/run/summary.hpp"

namespace dg::app {

class EarlierSummary {
 public:
  EarlierSummary() = default;

  /// Reads the summary in a folder. It counts for nothing unless it is that of a run that came to its end at this step
  /// and time.
  EarlierSummary(const std::filesystem::path& folder, long step, double time);

  /// The totals at the start are those of that run.
  void restore_totals(RunState& state) const;

  /// Adds what only that run can know: what its steps took.
  void add_to(nlohmann::ordered_json& json) const;

 private:
  nlohmann::ordered_json json_;  ///< null if it counts for nothing
};

}  // namespace dg::app
