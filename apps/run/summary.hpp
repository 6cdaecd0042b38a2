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
  double mass_start = 0.0, energy_start = 0.0;
};

/// Right-hand sides per time step; 0 of implicit schemes, which take as many as they need.
int stage_count(TimeScheme scheme);

/// The summary as JSON. `monitor` may be null; errors are computed of a run that is done.
template <int Dim>
nlohmann::ordered_json make_summary(const ProblemOf<Dim>& problem, const RunState& state, const TimeLoop<Dim>& loop,
                                    const Monitor<Dim>* monitor);

/// Numbers under the names of the conservative fields of a gas, of which there are as many.
nlohmann::ordered_json named_fields(std::span<const double> values);

}  // namespace dg::app
