/// summary.json: what a run was, what it did and what came out; written at the start, and whatever the end.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/run/degree_sequence.hpp"
#include "apps/run/monitor.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/time_loop.hpp"

namespace dg::app {

/// How far a run got.
struct RunState {
  std::string status = "running";  ///< running, done, failed, interrupted
  std::string reason;              ///< of a failure
  double wall_seconds = 0.0;       ///< all of it
  bool converged = false;          ///< steady mode
  std::string stall;               ///< why Newton's method has given up; empty if it has not
  std::vector<SequenceStage> sequence;
  std::array<double, 4> totals_start{};
};

/// Right-hand sides per time step.
int stage_count(TimeScheme scheme);

/// The summary as JSON. `monitor` may be null; errors are computed of a run that is done.
nlohmann::ordered_json make_summary(const Problem& problem, const RunState& state, const TimeLoop& loop,
                                    const Monitor* monitor);

/// Four numbers under the names of the conservative fields.
nlohmann::ordered_json named_fields(const std::array<double, 4>& values);

}  // namespace dg::app
