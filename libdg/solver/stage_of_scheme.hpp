/// A stage of a Runge-Kutta scheme as kernels take it: its weights, and the registers that it reads and writes.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace dg {

/// All else of the stage is zero. Precondition: there are as many registers as the scheme has.
template <class Real>
Stage<Real> stage_of_scheme(const RungeKuttaStage& s, std::vector<Array<Real>>& registers, const Real* dt) {
  Stage<Real> stage{};
  stage.in = registers[s.in].data();
  stage.out = registers[s.out].data();
  stage.n_history = static_cast<int>(s.history.size());
  for (int i = 0; i < stage.n_history; ++i) {
    stage.history[i] = registers[s.history[i].first].data();
    stage.history_weight[i] = static_cast<Real>(s.history[i].second);
  }
  stage.in_weight = static_cast<Real>(s.in_weight);
  stage.rate_weight = static_cast<Real>(s.rate_weight);
  stage.dt = dt;
  return stage;
}

}  // namespace dg
