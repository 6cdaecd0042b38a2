/// When a run next looks at its state or writes something.
#pragma once

#include <algorithm>

#include "apps/case/case.hpp"
#include "apps/run/time_loop.hpp"

namespace dg::app {

/// Steps between two looks at the residual that ends a steady run: one of Newton's method, beside which a look is
/// cheap.
inline long steps_between_looks(const Case& c) { return c.solver.newton ? 1 : c.output.monitor; }

/// Steps from `step` to the next one after which a run has something to do, or to its last one.
inline long steps_until_event(const Case& c, long step, bool has_averages) {
  const long never = c.time.steps - step;
  return std::min({steps_until_next(step, c.output.monitor, never), steps_until_next(step, c.output.every, never),
                   steps_until_next(step, c.output.errors, never),
                   steps_until_next(step, c.output.surface_every, never),
                   steps_until_next(step, has_averages ? c.average.every : 0, never),
                   steps_until_next(step, c.catalyst.every, never), steps_until_next(step, c.checkpoint_every, never)});
}

}  // namespace dg::app
