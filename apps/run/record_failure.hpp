/// A run that fails says so in its summary.
#pragma once

#include <exception>

#include "apps/failure_text.hpp"
#include "libdg/core/errors.hpp"

namespace dg::app {

/// Does the work of a run. If that throws, the state gets the status "failed" and the reason, and RunError with this
/// reason is thrown. Before that the state is saved, if it can be: the failure matters more than its summary.
template <class State, class Work, class Save>
void run_or_record(State& state, const Work& work, const Save& save) {
  try {
    work();
  } catch (const std::exception& error) {
    state.status = "failed";
    state.reason = failure_text(error);
    try {
      save();
    } catch (const std::exception&) {
    }
    throw RunError(state.reason);
  }
}

}  // namespace dg::app
